import type { Fault } from './fault.ts'

/** What the choice of the content leaves out of products, profiles, lists and other pages. */
export const lostElsewhere: Fault[] = [
  {
    page: 'qa-english',
    why: 'the heading of the answers is lost',
    right: `2021 at 15:01

## 2 Answers

**Stop stirring.**`,
    now: `2021 at 15:01

**Stop stirring.**`,
  },
  {
    page: 'qa-english',
    why: 'who gave the second answer is lost',
    right: `amber to bitter in ten seconds.

answered Dec 11, 2021 at 9:30 [tin_lid](https://cooks.askhall.example/users/40/tin)
`,
    now: `amber to bitter in ten seconds.
`,
  },
  {
    page: 'product-magento-dutch',
    why: 'availability and article number are lost',
    right: `€ 629,00

…

De Noordermarkt`,
    now: `€ 629,00

De Noordermarkt`,
  },
  {
    page: 'job-german',
    why: 'whom to write to is lost',
    right: `der Kletterausrüstung

…
<jobs@windmeister.example>
`,
    now: `der Kletterausrüstung
`,
  },
  {
    page: 'company-home-english',
    why: 'who said the quoted words is lost: it stands in the quote’s footer',
    right: `Now we wait for a good one.
>
> Grace Atieno, tomato farmer, Ahero
`,
    now: `Now we wait for a good one.
`,
  },
  {
    page: 'museum-object-dutch',
    why: 'the table of facts is lost',
    right: `geen centimeter lang.

…
- **Verwerving**: schenking van de kerkvoogdij, 1887
`,
    now: `geen centimeter lang.
`,
  },
  {
    page: 'readme-code-host-english',
    why: 'the space between two linked pictures is lost',
    right: 'penpal) [![version',
    now: 'penpal)[![version',
  },
  {
    page: 'abstract-english',
    why: 'the heading of the references and the second of them are lost',
    right: `We conclude that projects which are judged after three years are judged at the worst possible moment.

## References

Halloran, P. (2011). Methane after rewetting. *Wetland Letters* 3, 44–51.

Ilves, K. & Tamm, R. (2017). Ditches and time. *Mire Research* 12, 1–19.
`,
    now: `We conclude that projects which are judged after three years are judged at the worst possible moment.

Halloran, P. (2011). Methane after rewetting. *Wetland Letters* 3, 44–51.
`,
  },
  {
    page: 'press-release-spanish',
    why: 'the kind of text above the headline is lost',
    right: `---

Nota de prensa

# Aguas del Cierzo pone en marcha la primera desaladora con energía mareomotriz`,
    now: `---

# Aguas del Cierzo pone en marcha la primera desaladora con energía mareomotriz`,
  },
  {
    page: 'press-release-spanish',
    why: 'a heading and a part of the files to download are lost',
    right: `La compañía prevé ampliar la capacidad a 6.000 metros cúbicos en 2027 y ofrecerá visitas guiadas a centros escolares a partir de septiembre.

### Material adjunto

- [Nota de prensa (PDF)](https://www.aguasdelcierzo.example/descargas/nota-2025-031.pdf)
- [Fotografías en alta resolución (ZIP)](https://www.aguasdelcierzo.example/descargas/fotos.zip)

### Sobre Aguas del Cierzo`,
    now: `La compañía prevé ampliar la capacidad a 6.000 metros cúbicos en 2027 y ofrecerá visitas guiadas a centros escolares a partir de septiembre.

### Sobre Aguas del Cierzo`,
  },
  {
    page: 'product-shopify-english',
    why: 'the note on taxes is lost',
    right: `£68.00 GBP

Tax included.

Three legs of steam-bent ash, one piece of waxed canvas and a leather strap to carry it. It unfolds in a second, sits at 42 centimetres, and has never once fallen over on a pebble beach.`,
    now: `£68.00 GBP

Three legs of steam-bent ash, one piece of waxed canvas and a leather strap to carry it. It unfolds in a second, sits at 42 centimetres, and has never once fallen over on a pebble beach.`,
  },
  {
    page: 'statistics-french',
    why: 'the links to the data are lost with their heading',
    right: `| Saint-Oriol | 48 | 89 | −22 |

## Pour en savoir plus

- [Données complètes par commune (CSV, 42 Ko)](https://stats.pays-d-aubrelle.example/fichiers/pop2024.csv)
- [Comment sont calculées les populations](https://stats.pays-d-aubrelle.example/methodes/recensement)
`,
    now: `| Saint-Oriol | 48 | 89 | −22 |
`,
  },
]

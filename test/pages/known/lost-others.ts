import type { Fault } from './fault.ts'

/** What the choice of the content leaves out of products, profiles, lists and other pages. */
export const lostElsewhere: Fault[] = [
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
  {
    page: 'press-release-spanish',
    why: 'whom the press may ask is lost',
    right: `Aguas del Cierzo gestiona el ciclo integral del agua en 34 municipios y emplea a 210 personas.

### Contacto para medios

Jorge Lanuza · prensa@aguasdelcierzo.example · 900 000 001
`,
    now: `Aguas del Cierzo gestiona el ciclo integral del agua en 34 municipios y emplea a 210 personas.
`,
  },
  {
    page: 'docs-javadoc-english',
    why: 'the package of a class is lost',
    right: `Package [org.brickyard.io](https://javadoc.brickyard.example/1.8/org/brickyard/io/package-summary.html)

# Class`,
    now: `# Class`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'the price of 80 baht is lost',
    right: `### ปอเปี๊ยะทอด

80 บาท`,
    now: `### ปอเปี๊ยะทอด`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'the price of 120 baht is lost',
    right: `### ทอดมันปลากราย

120 บาท`,
    now: `### ทอดมันปลากราย`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'the price of 180 baht is lost',
    right: `### แกงส้มชะอมกุ้ง

180 บาท`,
    now: `### แกงส้มชะอมกุ้ง`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'the price of 150 baht is lost',
    right: `### ต้มข่าไก่

150 บาท`,
    now: `### ต้มข่าไก่`,
  },
  {
    page: 'docs-mkdocs-german',
    why: 'the day of the last change, below the text',
    right: `beenden Sie die Anzeige.

---

Letztes Update: 11. Februar 2025`,
    now: `beenden Sie die Anzeige.`,
  },
]

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
    page: 'product-magento-dutch',
    why: 'availability and article number are lost',
    right: `€ 629,00

…

De Noordermarkt`,
    now: `€ 629,00

De Noordermarkt`,
  },
  {
    page: 'shop-listing-italian',
    why: 'the last entry of a list has lost its price',
    right: `44-blocco-a6.html)

6,00 €

<!-- links -->`,
    now: `44-blocco-a6.html)

<!-- links -->`,
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
    page: 'recipe-italian',
    why: 'the heading of the page is lost where a part has the same one',
    right: `---

# Pasta e fagioli della zia Ines

La zia Ines diceva`,
    now: `---

La zia Ines diceva`,
  },
  {
    page: 'real-estate-spanish',
    why: 'the table of facts is lost',
    right: `Libre desde marzo.

…
- **Referencia**: CN-20418
`,
    now: `Libre desde marzo.
`,
  },
  {
    page: 'profile-english',
    why: 'what she is, her school and how to reach her are lost',
    right: `# Dr Amara Oduya

…

## Biography`,
    now: `# Dr Amara Oduya

## Biography`,
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
    page: 'statistics-french',
    why: 'the links to the data are lost, their heading is kept',
    right: `## Pour en savoir plus

- [Données complètes par commune (CSV, 42 Ko)](https://stats.pays-d-aubrelle.example/fichiers/pop2024.csv)
- [Comment sont calculées les populations](https://stats.pays-d-aubrelle.example/methodes/recensement)
`,
    now: `## Pour en savoir plus
`,
  },
  {
    page: 'gallery-italian',
    why: 'a picture is lost where its caption is short',
    right: `alle sette del mattino.

…

[![Il campanile`,
    now: `alle sette del mattino.

[![Il campanile`,
  },
  {
    page: 'gallery-italian',
    why: 'a picture is lost where its caption is short',
    right: `prima che si alzi il vento.

[![Due gabbiani su una bricola](https://www.fotolaguna.example/f/torcegno-04-600.jpg)](https://www.fotolaguna.example/f/torcegno-04.jpg)

Gli unici abitanti svegli.
`,
    now: `prima che si alzi il vento.
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
]

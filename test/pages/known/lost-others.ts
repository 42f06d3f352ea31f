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
  {
    page: 'abstract-english',
    why: 'the authors and the keywords are lost',
    right: `# Ten winters of rewetting: carbon balance of eleven blocked-ditch bogs

- Amara Oduya Thistlewood University
- Lene Brandt Institute for Wetlands, Aarby

## Keywords:

peat, rewetting, methane, CO<sub>2</sub>

## Abstract`,
    now: `# Ten winters of rewetting: carbon balance of eleven blocked-ditch bogs

## Abstract`,
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
    page: 'event-finnish',
    why: 'most labels and facts of the event are lost',
    right: `# Laulava silta -konsertti

Aika

la 13.6.2026 klo 19.00–21.00

Paikka

Myllysilta, Rantatie 4

Liput

15 €, alle 12-vuotiaat ilmaiseksi`,
    now: `# Laulava silta -konsertti

Paikka

15 €, alle 12-vuotiaat ilmaiseksi`,
  },
  {
    page: 'forum-phpbb-german',
    why: 'the heading of an answer is lost',
    right: `**[Dampfross61](https://forum.gartenbahner.example/memberlist.php?u=88)**

### Re: Kehrschleife digital: Kurzschluss bei der Einfahrt

von **[Dampfross61](https://forum.gartenbahner.example/memberlist.php?u=88)** » 14.06.2023, 18:40`,
    now: `**[Dampfross61](https://forum.gartenbahner.example/memberlist.php?u=88)**

von **[Dampfross61](https://forum.gartenbahner.example/memberlist.php?u=88)** » 14.06.2023, 18:40`,
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
    page: 'product-woocommerce-polish',
    why: 'the rating is lost',
    right: `# Miód gryczany 900 g

Oceniony **4.90** na 5

54,00 zł`,
    now: `# Miód gryczany 900 g

54,00 zł`,
  },
  {
    page: 'product-woocommerce-polish',
    why: 'number and category of the product are lost',
    right: `18 w magazynie

SKU: MG-900 Kategoria: [Miody](https://pasiekapodlipami.example/kategoria/miody/)

## Opis`,
    now: `18 w magazynie

## Opis`,
  },
  {
    page: 'qa-english',
    why: 'the heading of the answers is lost',
    right: `[PanCrack](https://cooks.askhall.example/users/771/pancrack) 311

## 2 Answers

**Stop stirring.** Stirring is what makes the crystals.`,
    now: `[PanCrack](https://cooks.askhall.example/users/771/pancrack) 311

**Stop stirring.** Stirring is what makes the crystals.`,
  },
  {
    page: 'readme-code-host-english',
    why: 'a footnote is lost',
    right: `- [ ] Oceania

Send us a photograph of a letter that arrived.[^1]

[^1]: With the name blacked out, please.
`,
    now: `- [ ] Oceania

Send us a photograph of a letter that arrived.<sup>[1](https://codeharbor.example/otterlabs/penpal#user-content-fn-1-aa)</sup>
`,
  },
  {
    page: 'recipe-italian',
    why: 'the heading of the page is lost where a part has the same one',
    right: `![Una scodella di pasta e fagioli](https://ilmestolodoro.example/img/pasta-fagioli.jpg)

## Pasta e fagioli della zia Ines

Tempo totale 1 ora 50 minuti Porzioni 4`,
    now: `![Una scodella di pasta e fagioli](https://ilmestolodoro.example/img/pasta-fagioli.jpg)

Tempo totale 1 ora 50 minuti Porzioni 4`,
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
    page: 'video-page-korean',
    why: 'how often the video was seen, and when it was put up, is lost',
    right: `# 10분 만에 끝내는 된장찌개

조회수 182,334회 · 2024. 12. 3.

안녕하세요, 부엌일기입니다. 오늘은 퇴근하고 돌아와서 십 분이면 만들 수 있는 된장찌개를 준비했어요. 멸치 육수를 따로 내지 않아도, 된장을 먼저 볶아 주면 훨씬 깊은 맛이 납니다.`,
    now: `# 10분 만에 끝내는 된장찌개

안녕하세요, 부엌일기입니다. 오늘은 퇴근하고 돌아와서 십 분이면 만들 수 있는 된장찌개를 준비했어요. 멸치 육수를 따로 내지 않아도, 된장을 먼저 볶아 주면 훨씬 깊은 맛이 납니다.`,
  },
]

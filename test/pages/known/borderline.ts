import type { Fault } from './fault.ts'

/** Short parts on the border of the content: a newly trained model may choose some of them otherwise. */
export const borderline: Fault[] = [
  {
    page: 'abstract-english',
    why: 'the authors are lost',
    right: `
- Amara Oduya Thistlewood University
- Lene Brandt Institute for Wetlands, Aarby

## Keywords:`,
    now: `
## Keywords:`,
  },
  {
    page: 'api-reference-english',
    why: 'one of three labels of tabs is lost; none of them says anything without its tab',
    right: `
cURL Node Ruby
`,
    now: `
cURL Node
`,
  },
  {
    page: 'blog-ghost-english',
    why: 'a picture in the text is lost with its caption',
    right: `
![A creased map on a stone wall](https://slowlayer.example/content/images/2025/02/map.jpg)

The sheet after eleven months and one river.

If you are starting out, learn to fold the map so that only today’s walk shows. It is half the battle in wind.`,
    now: `
If you are starting out, learn to fold the map so that only today’s walk shows. It is half the battle in wind.`,
  },
  {
    page: 'company-home-english',
    why: 'the call at the end of a home page is lost',
    right: `> Grace Atieno, tomato farmer, Ahero

## Ready to keep your harvest?

Tell us about your market and we will send you a plan within a week.
`,
    now: `> Grace Atieno, tomato farmer, Ahero
`,
  },
  {
    page: 'forum-discourse-english',
    why: 'how many like a post',
    right: `
[marit](https://talk.loomworks.example/u/marit) October 7, 2024, 9:40am 2`,
    now: `
3 Likes

[marit](https://talk.loomworks.example/u/marit) October 7, 2024, 9:40am 2`,
  },
  {
    page: 'forum-phpbb-german',
    why: 'when the first author joined',
    right: `## [Kehrschleife digital: Kurzschluss bei der Einfahrt](https://forum.gartenbahner.example/viewtopic.php?t=4471)

**[Dampfross61](https://forum.gartenbahner.example/memberlist.php?u=88)**
`,
    now: `## [Kehrschleife digital: Kurzschluss bei der Einfahrt](https://forum.gartenbahner.example/viewtopic.php?t=4471)

- **[Dampfross61](https://forum.gartenbahner.example/memberlist.php?u=88)**: **Registriert:** 03.01.2016, 20:14
`,
  },
  {
    page: 'forum-vbulletin-turkish',
    why: 'of the first author only the month of joining is left',
    right: `
   [**yolcu_mehmet**](https://www.karavancilar.example/member.php?331) Yeni üye
`,
    now: `
   Mar 2022
`,
  },
  {
    page: 'government-notice-ukrainian',
    why: 'how often the notice was read',
    right: `
Шановні жителі громади!`,
    now: `
Кількість переглядів: 512

Шановні жителі громади!`,
  },
  {
    page: 'job-german',
    why: 'the short facts under the title are lost: place, contract, start',
    right: `
- 📍 Husby
- Vollzeit, unbefristet
- ab sofort

## Das erwartet dich`,
    now: `
## Das erwartet dich`,
  },
  {
    page: 'lyrics-spanish',
    why: 'who wrote it, together with a link for reporting mistakes',
    right: `y miedo a los aguaceros.

La última barca  
no espera a nadie,  
la última barca  
se va sin mí.
`,
    now: `y miedo a los aguaceros.

La última barca  
no espera a nadie,  
la última barca  
se va sin mí.

Compuesta por: Rocío Albarrán. ¿La letra tiene algún error? [Avísanos](https://www.letrasdelpuerto.example/corregir).
`,
  },
  {
    page: 'news-hindi-amp',
    why: 'a picture that is an `amp-img` is lost',
    right: `
![बाँस के पुल पर चलती छात्राएँ](https://img.khabarghat.example/pul.jpg)

नदीपुर की छात्राओं को स्कूल जाने के लिए हर दिन तीन किलोमीटर का चक्कर लगाना पड़ता था। बरसात में नाला भर जाता था और महीनों तक पढ़ाई छूट जाती थी। इस साल उन्होंने इंतज़ार नहीं किया।`,
    now: `
नदीपुर की छात्राओं को स्कूल जाने के लिए हर दिन तीन किलोमीटर का चक्कर लगाना पड़ता था। बरसात में नाला भर जाता था और महीनों तक पढ़ाई छूट जाती थी। इस साल उन्होंने इंतज़ार नहीं किया।`,
  },
  {
    page: 'news-polish-embeds',
    why: 'a poll amid the text',
    right: `
Zdaniem starosty zmiana projektu kosztowałaby 2,4 mln zł i rok opóźnienia. Mieszkańcy są podzieleni: jedni od lat czekają na obwodnicę, inni przychodzą wieczorami oglądać bobry.`,
    now: `
#### Sonda: czy drogę należy przesunąć?

Tak Nie

Zdaniem starosty zmiana projektu kosztowałaby 2,4 mln zł i rok opóźnienia. Mieszkańcy są podzieleni: jedni od lat czekają na obwodnicę, inni przychodzą wieczorami oglądać bobry.`,
  },
  {
    page: 'old-tables-latin1-german',
    why: 'links to the pages before and after',
    right: `
<!-- links -->`,
    now: `
[<< zurück](http://www.heimatverein-oberlinde.example/chronik/kriege.htm) | [Übersicht](http://www.heimatverein-oberlinde.example/chronik/index.htm) | [weiter >>](http://www.heimatverein-oberlinde.example/chronik/bahn.htm)

<!-- links -->`,
  },
  {
    page: 'paywall-french',
    why: 'the note of the wall, after the last paragraph that can be read',
    right: `En juin, le patron s’en ira. Ses deux filles ont fait leur vie ailleurs, l’une dans l’édition, l’autre comme vétérinaire. « Je ne leur en veux pas, dit-il. On ne reprend pas une tannerie par politesse. »
`,
    now: `En juin, le patron s’en ira. Ses deux filles ont fait leur vie ailleurs, l’une dans l’édition, l’autre comme vétérinaire. « Je ne leur en veux pas, dit-il. On ne reprend pas une tannerie par politesse. »

Il vous reste 74.2% de cet article à lire. La suite est réservée aux abonnés.

Vous êtes déjà abonné ? [Connectez-vous](https://www.lereveil-du-fleuve.example/connexion)
`,
  },
  {
    page: 'poem-persian',
    why: 'a comment under the poem',
    right: `وزن: مفعول مفاعیل مفاعیل فعولن
`,
    now: `وزن: مفعول مفاعیل مفاعیل فعولن

سارا نوشته: بیت دوم را بسیار دوست دارم.
`,
  },
  {
    page: 'press-release-spanish',
    why: 'files to download and whom the press may call are lost',
    right: `
- [Nota de prensa (PDF)](https://www.aguasdelcierzo.example/descargas/nota-2025-031.pdf)
- [Fotografías en alta resolución (ZIP)](https://www.aguasdelcierzo.example/descargas/fotos.zip)

### Sobre Aguas del Cierzo`,
    now: `
### Sobre Aguas del Cierzo`,
  },
  {
    page: 'press-release-spanish',
    why: 'files to download and whom the press may call are lost',
    right: `Aguas del Cierzo gestiona el ciclo integral del agua en 34 municipios y emplea a 210 personas.

### Contacto para medios

Jorge Lanuza · prensa@aguasdelcierzo.example · 900 000 001
`,
    now: `Aguas del Cierzo gestiona el ciclo integral del agua en 34 municipios y emplea a 210 personas.
`,
  },
  {
    page: 'product-marketplace-vietnamese',
    why: 'what delivery costs, and a heading without its choices; in the data a discount is taken for the price, the rest is not found',
    right: `
## CHI TIẾT SẢN PHẨM`,
    now: `
### Vận Chuyển

Nhận hàng trong 2 - 4 ngày, phí giao ₫0

## Màu sắc

## CHI TIẾT SẢN PHẨM`,
  },
  {
    page: 'product-marketplace-vietnamese',
    why: 'what delivery costs, and a heading without its choices; in the data a discount is taken for the price, the rest is not found',
    right: `  "name": "Bình giữ nhiệt 500ml nắp tre, giữ nóng 12 giờ",
  "price": 185000,
  "brand": "Lá Xanh",
  "seller": "Nhà Tre Store",
  "rating": 4.7
}`,
    now: `  "name": "Bình giữ nhiệt 500ml nắp tre, giữ nóng 12 giờ",
  "price": 29
}`,
  },
  {
    page: 'product-woocommerce-polish',
    why: 'the heading of reviews that are left out',
    right: `
<!-- data -->`,
    now: `
## 21 opinii o Miód gryczany 900 g

<!-- data -->`,
  },
  {
    page: 'qa-english',
    why: 'the label of a choice of order',
    right: `
**Stop stirring.** Stirring is what makes the crystals.`,
    now: `
Sorted by:

**Stop stirring.** Stirring is what makes the crystals.`,
  },
  {
    page: 'readme-code-host-english',
    why: 'the table of files, without the names of the folders',
    right: `
## README`,
    now: `
| Name | Last commit message | Last commit date |
| --- | --- | --- |
|  |  | May 1, 2025 |
| [LICENSE](https://codeharbor.example/otterlabs/penpal/blob/main/LICENSE) | [Initial commit](https://codeharbor.example/c/2) | Feb 11, 2021 |
| [README.md](https://codeharbor.example/otterlabs/penpal/blob/main/README.md) | [Say what happens to PO boxes](https://codeharbor.example/c/3) | Mar 20, 2025 |

## README`,
  },
  {
    page: 'real-estate-spanish',
    why: 'a heading without what stood under it',
    right: `
<!-- data -->`,
    now: `
## Características

<!-- data -->`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'price and description of the last dish are lost',
    right: `
150 บาท

กะทิสด ข่าอ่อน และเห็ดฟาง

<!-- data -->`,
    now: `
<!-- data -->`,
  },
  {
    page: 'shop-listing-italian',
    why: 'picture and name of the last product are lost, its price is kept',
    right: `
[![Agenda 2026](https://www.cartolibreriasole.example/43-home/a.jpg)](https://www.cartolibreriasole.example/quaderni-e-agende/43-agenda-2026.html)

## [Agenda settimanale 2026](https://www.cartolibreriasole.example/quaderni-e-agende/43-agenda-2026.html)

22,00 €`,
    now: `
22,00 €`,
  },
]

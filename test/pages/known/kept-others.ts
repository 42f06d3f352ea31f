import type { Fault } from './fault.ts'

/** What the choice of the content keeps beside products, threads, lists and other pages. */
export const keptElsewhere: Fault[] = [
  {
    page: 'forum-phpbb-german',
    why: 'how many posts a member wrote',
    right: `- **[Weichensteller](https://forum.gartenbahner.example/memberlist.php?u=12)**: Moderator
`,
    now: `- **[Weichensteller](https://forum.gartenbahner.example/memberlist.php?u=12)**
  - Moderator
  - **Beiträge:** [5821](https://forum.gartenbahner.example/search.php?author_id=12)
`,
  },
  {
    page: 'forum-vbulletin-turkish',
    why: 'how many posts a member wrote',
    right: `Uzman
`,
    now: `Uzman

   - **Mesajlar**: 3.902
`,
  },
  {
    page: 'wiki-english',
    why: 'the head of a box of links',
    right: `## References
`,
    now: `## References

| Bridges over the River Lode |
| --- |
`,
  },
  {
    page: 'mail-archive-english',
    why: 'the rule above the message',
    right: `\`\`\`
On Mon`,
    now: `---

\`\`\`
On Mon`,
  },
  {
    page: 'glossary-french',
    why: 'links to the letters of the alphabet',
    right: '## A',
    now: `[A](https://www.atelier-reliure.example/glossaire#A) [C](https://www.atelier-reliure.example/glossaire#C) [G](https://www.atelier-reliure.example/glossaire#G) [T](https://www.atelier-reliure.example/glossaire#T)

## A`,
  },
  {
    page: 'blog-comments-russian',
    why: 'author and date above the text',
    right: `# Теплица из старых окон: что получилось за лето

Весной в соседнем доме меняли окна, и двадцать рам сложили у забора. Я спросила, можно ли забрать. Так у меня появилась теплица, на которую ушло три выходных и семьсот рублей на петли.`,
    now: `# Теплица из старых окон: что получилось за лето

Вера Лугова, 30 августа 2025

Весной в соседнем доме меняли окна, и двадцать рам сложили у забора. Я спросила, можно ли забрать. Так у меня появилась теплица, на которую ушло три выходных и семьсот рублей на петли.`,
  },
  {
    page: 'news-hebrew',
    why: 'author and date above the text',
    right: `## שש כוורות, תלמידי כיתה ז׳ ושלושים קילו דבש: הפרויקט שהתחיל כמעט בטעות

מי שעולה בימים אלה לקומה השישית של בניין העירייה יכול לשמוע את הזמזום עוד לפני שנפתחת הדלת לגג. שש כוורות לבנות עומדות שם בשורה, מול הנוף לעמק, וסביבן ערוגות של לבנדר ורוזמרין.`,
    now: `## שש כוורות, תלמידי כיתה ז׳ ושלושים קילו דבש: הפרויקט שהתחיל כמעט בטעות

נועה ברזילי | 14 במאי 2025, 08:00

מי שעולה בימים אלה לקומה השישית של בניין העירייה יכול לשמוע את הזמזום עוד לפני שנפתחת הדלת לגג. שש כוורות לבנות עומדות שם בשורה, מול הנוף לעמק, וסביבן ערוגות של לבנדר ורוזמרין.`,
  },
  {
    page: 'news-hindi-amp',
    why: 'author and date above the text',
    right: `# गाँव की लड़कियों ने बाँस से बनाया पुल

![बाँस के पुल पर चलती छात्राएँ](https://img.khabarghat.example/pul.jpg)

नदीपुर की छात्राओं को स्कूल जाने के लिए हर दिन तीन किलोमीटर का चक्कर लगाना पड़ता था। बरसात में नाला भर जाता था और महीनों तक पढ़ाई छूट जाती थी। इस साल उन्होंने इंतज़ार नहीं किया।`,
    now: `# गाँव की लड़कियों ने बाँस से बनाया पुल

सुमन त्रिवेदी, नदीपुर | 30 जुलाई 2025

![बाँस के पुल पर चलती छात्राएँ](https://img.khabarghat.example/pul.jpg)

नदीपुर की छात्राओं को स्कूल जाने के लिए हर दिन तीन किलोमीटर का चक्कर लगाना पड़ता था। बरसात में नाला भर जाता था और महीनों तक पढ़ाई छूट जाती थी। इस साल उन्होंने इंतज़ार नहीं किया।`,
  },
  {
    page: 'news-polish-embeds',
    why: 'the question of a poll amid the text',
    right: `— Bóbr jest pod ochroną, a jego tamy nie wolno rozbierać bez zezwolenia — tłumaczy przyrodnik Marek Olszewski. — Proponujemy przesunąć drogę o osiemdziesiąt metrów. To tańsze niż przenoszenie zwierząt, które i tak wrócą.

Zdaniem starosty zmiana projektu kosztowałaby 2,4 mln zł i rok opóźnienia. Mieszkańcy są podzieleni: jedni od lat czekają na obwodnicę, inni przychodzą wieczorami oglądać bobry.`,
    now: `— Bóbr jest pod ochroną, a jego tamy nie wolno rozbierać bez zezwolenia — tłumaczy przyrodnik Marek Olszewski. — Proponujemy przesunąć drogę o osiemdziesiąt metrów. To tańsze niż przenoszenie zwierząt, które i tak wrócą.

## Sonda: czy drogę należy przesunąć?

Zdaniem starosty zmiana projektu kosztowałaby 2,4 mln zł i rok opóźnienia. Mieszkańcy są podzieleni: jedni od lat czekają na obwodnicę, inni przychodzą wieczorami oglądać bobry.`,
  },
  {
    page: 'paywall-french',
    why: 'the note of the wall, after the last paragraph that can be read',
    right: `En juin, le patron s’en ira. Ses deux filles ont fait leur vie ailleurs, l’une dans l’édition, l’autre comme vétérinaire. « Je ne leur en veux pas, dit-il. On ne reprend pas une tannerie par politesse. »
`,
    now: `En juin, le patron s’en ira. Ses deux filles ont fait leur vie ailleurs, l’une dans l’édition, l’autre comme vétérinaire. « Je ne leur en veux pas, dit-il. On ne reprend pas une tannerie par politesse. »

Il vous reste 74.2% de cet article à lire. La suite est réservée aux abonnés.
`,
  },
  {
    page: 'readme-code-host-english',
    why: 'the table of files',
    right: `---

## README`,
    now: `---

| Name | Last commit message | Last commit date |
| --- | --- | --- |
| [src](https://codeharbor.example/otterlabs/penpal/tree/main/src) | [Fix order of lines in Hungary](https://codeharbor.example/c/1) | May 1, 2025 |
| [LICENSE](https://codeharbor.example/otterlabs/penpal/blob/main/LICENSE) | [Initial commit](https://codeharbor.example/c/2) | Feb 11, 2021 |
| [README.md](https://codeharbor.example/otterlabs/penpal/blob/main/README.md) | [Say what happens to PO boxes](https://codeharbor.example/c/3) | Mar 20, 2025 |

## README`,
  },
  {
    page: 'old-tables-latin1-german',
    why: 'the menu beside the text, in a table that lays out the page',
    right: `---

**Der große Brand von 1834**`,
    now: `---

**Heimatverein Oberlinde e.V.**

[Startseite](http://www.heimatverein-oberlinde.example/index.htm)  
[Der Verein](http://www.heimatverein-oberlinde.example/verein.htm)  
[Ortschronik](http://www.heimatverein-oberlinde.example/chronik/index.htm)  
[Alte Bilder](http://www.heimatverein-oberlinde.example/bilder.htm)  
[Termine](http://www.heimatverein-oberlinde.example/termine.htm)  
[Gästebuch](http://www.heimatverein-oberlinde.example/gaeste.htm)

![](http://www.heimatverein-oberlinde.example/counter.gif)  
Besucher seit 1.1.1999

**Der große Brand von 1834**`,
  },
  {
    page: 'blog-medium-like-english',
    why: 'how many clapped, without a word that says so',
    right: `5 min read·Jun 18, 2025

I manage nine people. For four years I met each of them every other week in a room called Juniper, which has no window and smells faintly of whiteboard cleaner.`,
    now: `5 min read·Jun 18, 2025

1.2K

I manage nine people. For four years I met each of them every other week in a room called Juniper, which has no window and smells faintly of whiteboard cleaner.`,
  },
  {
    page: 'video-page-korean',
    why: 'two short comments',
    right: `후기 남겨 주세요!
`,
    now: `후기 남겨 주세요!

## 댓글 214개

@mina_cook

된장을 볶는다는 생각은 못 했네요. 오늘 해 볼게요!

@hanok77

자취생에게 최고의 영상입니다.
`,
  },
  {
    page: 'video-page-korean',
    why: 'comments that stay are not counted',
    right: `hq.jpg
commentsLeftOut: 2
`,
    now: `hq.jpg
`,
  },
  {
    page: 'mail-archive-english',
    why: 'links to the messages before and after',
    right: `*Tue Mar 12 21:04:55 CET 2024*
`,
    now: `*Tue Mar 12 21:04:55 CET 2024*

- Previous message (by thread): [\\[brickyard-dev\\] 1.7.2 tagged](https://lists.brickyard.example/archives/dev/2024-March/001203.html)
- Next message (by thread): [\\[brickyard-dev\\] Should ByteRing drop the newest instead?](https://lists.brickyard.example/archives/dev/2024-March/001205.html)
- **Messages sorted by:** [\\[ date \\]](https://lists.brickyard.example/archives/dev/2024-March/date.html#1204) [\\[ thread \\]](https://lists.brickyard.example/archives/dev/2024-March/thread.html#1204)
`,
  },
  {
    page: 'old-tables-latin1-german',
    why: 'links to the pages before and after',
    right: `Brandsachen Nr. 17*
`,
    now: `Brandsachen Nr. 17*

[<< zurück](http://www.heimatverein-oberlinde.example/chronik/kriege.htm) | [Übersicht](http://www.heimatverein-oberlinde.example/chronik/index.htm) | [weiter >>](http://www.heimatverein-oberlinde.example/chronik/bahn.htm)
`,
  },
  {
    page: 'newsletter-archive-dutch',
    why: 'the sender’s logo',
    right: `---

# Wat`,
    now: `---

![De Plantenbrief](https://gallery.mailchi-achtig.example/logo.png)

# Wat`,
  },
  {
    page: 'docs-javadoc-english',
    why: 'the trail above the name of the package, which says it again',
    right: `---

Package [org`,
    now: `---

Module [org.brickyard.io](https://javadoc.brickyard.example/1.8/org/module-summary.html)

Package [org.brickyard.io](https://javadoc.brickyard.example/1.8/org/brickyard/io/package-summary.html)

Package [org`,
  },
  {
    page: 'review-english',
    why: 'what the site says of its links',
    right: `---

# Hollis`,
    now: `---

If you buy through our links, we may earn a commission. [How we test](https://www.teakettlelab.example/how).

# Hollis`,
  },
]

import type { Fault } from './fault.ts'

/** What the choice of the content keeps beside products, threads, lists and other pages. */
export const keptElsewhere: Fault[] = [
  {
    page: 'forum-phpbb-german',
    why: 'how many posts a member wrote',
    right: `**[Weichensteller](https://forum.gartenbahner.example/memberlist.php?u=12)**

Moderator
`,
    now: `- **[Weichensteller](https://forum.gartenbahner.example/memberlist.php?u=12)**: Moderator

  **Beiträge:** [5821](https://forum.gartenbahner.example/search.php?author_id=12)
`,
  },
  {
    page: 'forum-phpbb-german',
    why: 'a member’s signature',
    right: `Enden zugleich.
`,
    now: `Enden zugleich.

Spur IIm seit 1984 – und immer noch nicht fertig
`,
  },
  {
    page: 'forum-phpbb-german',
    why: 'a heading without what stood under it',
    right: `Danke dir.
`,
    now: `Danke dir.

### Wer ist online?
`,
  },
  {
    page: 'forum-discourse-english',
    why: 'how many liked a post',
    right: `on both sides.
`,
    now: `on both sides.

11 Likes
`,
  },
  {
    page: 'forum-discourse-english',
    why: 'the face of who is quoted',
    right: 'marit:',
    now: '![](https://talk.loomworks.example/user_avatar/marit/48.png) marit:',
  },
  {
    page: 'forum-vbulletin-turkish',
    why: 'a button to quote the post',
    right: `teşekkürler.
`,
    now: `teşekkürler.

   [Alıntı yap](https://www.karavancilar.example/newreply.php?p=201001)
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
    page: 'forum-vbulletin-turkish',
    why: 'a member’s signature',
    right: `LiFePO4 akü.
`,
    now: `LiFePO4 akü.

   > Ev dediğin dört tekerlek.
`,
  },
  {
    page: 'shop-listing-italian',
    why: 'the choice of an order',
    right: '[![Quaderno',
    now: `Ordina per:Rilevanza

[![Quaderno`,
  },
  {
    page: 'wiki-english',
    why: 'a line that the page hides with `display: none`',
    right: 'Not to be',
    now: `Suspension bridge in Northmarch

Not to be`,
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
    page: 'old-tables-latin1-german',
    why: 'the menu beside the text, in a table that lays out the page',
    right: '**Der große',
    now: `**Heimatverein Oberlinde e.V.**

…

**Der große`,
  },
  {
    page: 'video-page-korean',
    why: 'comments',
    right: `후기 남겨 주세요!
`,
    now: `후기 남겨 주세요!

…
자취생에게 최고의 영상입니다.
`,
  },
  {
    page: 'mail-archive-english',
    why: 'links to the messages before and after',
    right: `\`\`\`
On Mon`,
    now: `- Previous message (by thread): [\\[brickyard-dev\\] 1.7.2 tagged](https://lists.brickyard.example/archives/dev/2024-March/001203.html)
- Next message (by thread): [\\[brickyard-dev\\] Should ByteRing drop the newest instead?](https://lists.brickyard.example/archives/dev/2024-March/001205.html)
…
\`\`\`
On Mon`,
  },
  {
    page: 'newsletter-archive-dutch',
    why: 'a note that the mail can be read in a browser, and the sender’s logo',
    right: '# Wat',
    now: `Kunt u deze e-mail niet goed lezen? [Bekijk hem in uw browser](https://mailchi-achtig.example/deplantenbrief/nummer-41).

![De Plantenbrief](https://gallery.mailchi-achtig.example/logo.png)

# Wat`,
  },
  {
    page: 'newsletter-archive-dutch',
    why: 'how to have no more mail',
    right: `plantenbrief.example/steun)
`,
    now: `plantenbrief.example/steun)

Wilt u geen mail meer ontvangen?  
U kunt [uw voorkeuren wijzigen](https://mailchi-achtig.example/profile) of [u uitschrijven](https://mailchi-achtig.example/unsubscribe).
`,
  },
  {
    page: 'glossary-french',
    why: 'links to the letters of the alphabet',
    right: '## A',
    now: `[A](https://www.atelier-reliure.example/glossaire#A) [C](https://www.atelier-reliure.example/glossaire#C) [G](https://www.atelier-reliure.example/glossaire#G) [T](https://www.atelier-reliure.example/glossaire#T)

## A`,
  },
]

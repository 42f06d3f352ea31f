import type { Fault } from './fault.ts'

/** Short parts on the border of the content: a newly trained model may choose some of them otherwise. */
export const borderline: Fault[] = [
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
    page: 'qa-chinese',
    why: 'how often the question was seen',
    right: `房子是八十年代盖的，木窗还是原来的。冬天一刮风，窗缝就呼呼响，暖气白开。全换成断桥铝要三万多，有没有便宜一点的办法？

## 3 个回答`,
    now: `房子是八十年代盖的，木窗还是原来的。冬天一刮风，窗缝就呼呼响，暖气白开。全换成断桥铝要三万多，有没有便宜一点的办法？

浏览 5,321 关注 87

## 3 个回答`,
  },
  {
    page: 'blog-medium-like-english',
    why: 'who wrote it, beside the picture',
    right: `for six months

[![Dunja Kovač](https://cdn.quillhaus.example/fit/c/88/88/1*av.jpeg)](https://stories.quillhaus.example/@dkovac)

[Dunja Kovač](https://stories.quillhaus.example/@dkovac)·

5 min read`,
    now: `for six months

5 min read`,
  },
  {
    page: 'company-home-english',
    why: 'the sentence below the last heading',
    right: `
## Ready to keep your harvest?

Tell us about your market and we will send you a plan within a week.
`,
    now: `
## Ready to keep your harvest?
`,
  },
  {
    page: 'hashed-divs-english',
    why: 'a link to another story amid the text',
    right: `nobody needed a good machine.”

Novelists`,
    now: `nobody needed a good machine.”

Related: [A letterpress in a garage](https://www.pressbay.example/stories/77aa/letterpress)

Novelists`,
  },
  {
    page: 'news-chinese-traditional',
    why: 'buttons for the size of the letters',
    right: `更新：2025-03-08 11:32

清晨`,
    now: `更新：2025-03-08 11:32

字級：[大](https://news.lamma-times.example/local/20250308/ferry-cats#) [中](https://news.lamma-times.example/local/20250308/ferry-cats#) [小](https://news.lamma-times.example/local/20250308/ferry-cats#)

清晨`,
  },
  {
    page: 'readme-code-host-english',
    why: 'a list of two tasks',
    right: `## Contributing

- [x] Europe
- [ ] Oceania

Send us`,
    now: `## Contributing

Send us`,
  },
  {
    page: 'wiki-english',
    why: 'links to other articles in the last row',
    right: `## References

[^1]`,
    now: `## References
| [Old Mill Bridge](https://en.openlore.example/wiki/A) · [Carr Viaduct](https://en.openlore.example/wiki/B) · [Venner Bridge](https://en.openlore.example/wiki/C) |

[^1]`,
  },
  {
    page: 'wiki-english',
    why: 'the line of the encyclopedia, and the article of a like name',
    right: `# Vennard Bridge

| Vennard Bridge |`,
    now: `# Vennard Bridge

From OpenLore, the free encyclopedia

Not to be confused with [Venner Bridge](https://en.openlore.example/wiki/Venner_Bridge).

| Vennard Bridge |`,
  },
  {
    page: 'pricing-english',
    why: 'the buttons of the plans',
    right: `up to 200 contacts.

- 200`,
    now: `up to 200 contacts.

[Choose Solo](https://inkwell-crm.example/signup?plan=solo)

- 200`,
  },
  {
    page: 'pricing-english',
    why: 'the button of the second plan',
    right: `teams of up to five.

- Unlimited`,
    now: `teams of up to five.

[Choose Studio](https://inkwell-crm.example/signup?plan=studio)

- Unlimited`,
  },
  {
    page: 'pricing-english',
    why: 'the button of the third plan',
    right: `up to twenty people.

- Everything`,
    now: `up to twenty people.

[Choose House](https://inkwell-crm.example/signup?plan=house)

- Everything`,
  },
]

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
    page: 'company-home-english',
    why: 'the last heading with the sentence below it',
    right: `> Grace Atieno, tomato farmer, Ahero

## Ready to keep your harvest?

Tell us about your market and we will send you a plan within a week.`,
    now: `> Grace Atieno, tomato farmer, Ahero`,
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
    why: 'the line of the encyclopedia, and the article of a like name',
    right: `# Vennard Bridge

| Vennard Bridge |`,
    now: `# Vennard Bridge

From OpenLore, the free encyclopedia

Not to be confused with [Venner Bridge](https://en.openlore.example/wiki/Venner_Bridge).

| Vennard Bridge |`,
  },
]

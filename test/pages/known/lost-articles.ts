import type { Fault } from './fault.ts'

/** What the choice of the content leaves out of news, posts and other texts. */
export const lostInArticles: Fault[] = [
  {
    page: 'blog-substack-like-english',
    why: 'a footnote is taken for a link and a paragraph: the part that stays has lost the note’s number',
    right: 'ago[^1];',
    now: 'ago[1](https://tidewrack.letterpost.example/p/the-year-the-eels-came-back#footnote-1);',
  },
  {
    page: 'blog-substack-like-english',
    why: 'the footnote itself has lost its number',
    right: `

[^1]: The refit cost`,
    now: `

The refit cost`,
  },
  {
    page: 'news-polish-embeds',
    why: 'who wrote a post that is quoted from another site is lost',
    right: `wznowienia poinformujemy.
>
> — Drogi Powiatowe (@drogipow) [1 kwietnia 2025](https://chirp.example/drogipow/status/1)
`,
    now: `wznowienia poinformujemy.
`,
  },
]

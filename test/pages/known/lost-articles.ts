import type { Fault } from './fault.ts'

/** What the choice of the content leaves out of news, posts and other texts. */
export const lostInArticles: Fault[] = [
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

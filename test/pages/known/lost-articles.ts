import type { Fault } from './fault.ts'

/** What the choice of the content leaves out of news, posts and other texts. */
export const lostInArticles: Fault[] = [
  {
    page: 'news-english',
    why: 'the standfirst and the lead picture with its caption are lost',
    right: `timetable cuts last sailing

…

People living on Skerra`,
    now: `timetable cuts last sailing

People living on Skerra`,
  },
  {
    page: 'paywall-french',
    why: 'the lead picture and its caption are lost',
    right: `enfants ne veut reprendre.

…

L’odeur saisit`,
    now: `enfants ne veut reprendre.

L’odeur saisit`,
  },
  {
    page: 'blog-ghost-english',
    why: 'the line under the heading that says what the post is about is lost',
    right: `# Why I went back to paper maps

Notes after a year of walking without a phone in my hand.

Last winter`,
    now: `# Why I went back to paper maps

Last winter`,
  },
  {
    page: 'blog-substack-like-english',
    why: 'the line under the heading is lost',
    right: `# The year the eels came back

### A river, a weir, and a volunteer with a bucket

Every April`,
    now: `# The year the eels came back

Every April`,
  },
  {
    page: 'blog-substack-like-english',
    why: 'a picture in the text is lost with its caption',
    right: `there are the buckets.

…

On 19 April`,
    now: `there are the buckets.

On 19 April`,
  },
  {
    page: 'docs-javadoc-english',
    why: 'a method’s name, signature and parameters are lost',
    right: `  - ### read

…
    - **Throws:** \`IllegalStateException\` - if the ring is closed
`,
    now: `  - Takes bytes out of the ring, the oldest first.
`,
  },
  {
    page: 'lyrics-spanish',
    why: 'who sings is lost, a button is kept',
    right: `# La última barca

## [Los Faroles](https://www.letrasdelpuerto.example/los-faroles)
`,
    now: `# La última barca

Imprimir
`,
  },
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

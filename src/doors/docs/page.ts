import { escapeHtml } from '../../kit/escape-html.ts'
import { markdownName } from './for-models.ts'
import type { Doc, DocSection } from './read-docs.ts'
import type { Section } from './render.ts'
import type { Hit } from './search.ts'

type Frame = { sections: readonly DocSection[]; at?: Doc; title: string; query?: string }

/** A document among the others. */
export const docPage = (frame: Frame, html: string, sections: readonly Section[]): string => {
  const parts = sections.filter(({ level }) => level === 2)
  const beside =
    parts.length < 2
      ? ''
      : `<nav class="parts" aria-label="On this page"><p>On this page</p>${parts
          .map(({ id, title }) => `<a href="#${id}">${escapeHtml(title)}</a>`)
          .join('')}</nav>`
  return page(frame, `<article>${html}</article>${beside}`)
}

export const hitsPage = (frame: Frame, hits: readonly Hit[]): string => {
  const query = escapeHtml(frame.query ?? '')
  const found = hits
    .map(
      ({ book, section, excerpt }) =>
        `<li><a href="${linkTo(book, section)}">${escapeHtml(book.title)}${
          section.id === '' ? '' : ` › ${escapeHtml(section.title)}`
        }</a><p>${escapeHtml(excerpt)}</p></li>`,
    )
    .join('')
  const words =
    hits.length === 0
      ? `<p>No page of the docs has all of these words. Try fewer, or look into the <a href="/docs/reference/">API reference</a>.</p>`
      : `<ol class="hits">${found}</ol>`
  return page(frame, `<article><h1>Search: ${query}</h1>${words}</article>`)
}

const linkTo = (book: Doc, { id }: Section): string => `/docs/${book.name}${id && `#${id}`}`

const page = ({ sections, at, title, query = '' }: Frame, main: string): string => {
  const markdown = at
    ? `<link rel="alternate" type="text/markdown" href="/docs/${markdownName(at)}">`
    : ''
  return `${head(title)}<link rel="stylesheet" href="/docs/docs.css">
${markdown}
<script src="/docs/docs.js" defer></script>
</head>
<body class="is-read">
<a class="skip" href="#main">To the text</a>
<header>
<button class="menu" aria-label="Docs" aria-expanded="false" aria-controls="sections">☰</button>
${home}
<form action="/docs/search" role="search">
<input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the docs" aria-label="Search the docs" maxlength="200" autocomplete="off">
<kbd>/</kbd>
</form>
<a href="/docs/reference/">API reference</a>
<a href="/">Dashboard</a>
</header>
<nav id="sections" aria-label="Docs">${sections.map(section => sectionLinks(section, at)).join('')}</nav>
<main id="main">${main}</main>
</body>
</html>
`
}

/** The API's description as a page: the script draws it below our own head. */
export const referencePage = (): string => `${head('API reference')}</head>
<body>
<header>
${home}
<a class="right" href="/docs/">Guides</a>
<a href="/">Dashboard</a>
</header>
<div id="app"></div>
<script src="/docs/reference/js/scalar.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`

const head = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Siteray</title>
<link rel="icon" href="/icon.svg">
<script src="/docs/theme.js"></script>
<link rel="stylesheet" href="/fonts/inter.css">
<link rel="stylesheet" href="/docs/frame.css">
`

const home =
  '<a class="home" href="/docs/"><img src="/icon.svg" alt="" width="22" height="22">Siteray <span>Docs</span></a>'

/** The decisions are many: they are folded away until one of them is read. */
const sectionLinks = ({ title, books }: DocSection, at: Doc | undefined): string => {
  const links = books
    .map(book => {
      const current = book === at ? ' aria-current="page"' : ''
      return `<a href="/docs/${book.name}"${current}>${escapeHtml(shortTitle(book))}</a>`
    })
    .join('')
  const isOpen = title !== 'Decisions' || books.some(book => book === at)
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>${links}</details>`
}

/** Without what explains it. */
const shortTitle = ({ title }: Doc): string => title.split(/[:(]/, 1)[0]?.trim() || title

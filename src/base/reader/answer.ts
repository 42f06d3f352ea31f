import type { Static } from 'typebox'
import { optional, Type } from '../../kit/schema.ts'
import type { PageLinks } from '../../page/links/follow.ts'
import type { Print } from '../../page/links/simhash.ts'
import { named } from '../http/answers.ts'

const text = (description: string) => optional.String({ description })
const list = (description: string) => optional.Array(Type.String(), { description })

export const PageMetadata = named('PageMetadata', {
  title: text('Title of the page'),
  description: text('Its description'),
  language: text('BCP 47 tag'),
  author: text('Who wrote it'),
  published: text('ISO 8601 where the page’s date can be read as one'),
  modified: text('ISO 8601 where the page’s date can be read as one'),
  siteName: text('Name of the site'),
  canonical: text('The address the page names as its own'),
  ogImage: text('Open Graph image'),
  favicon: text('Icon'),
  keywords: list('Keywords'),
  statusCode: Type.Integer({ description: 'Status of the page’s answer' }),
  contentType: text('Content type of the page’s answer'),
  sourceUrl: Type.String({ description: 'The requested URL' }),
  rendered: Type.Boolean({ description: 'A browser was used' }),
  way: text('The way out by which it came, where the request chose one'),
  country: text('Of that way'),
  tried: optional.Array(Type.Object({ way: Type.String(), code: Type.String() }), {
    description: 'The ways that failed before, with the code of each failure (`retryWays`)',
  }),
  robots: text('What the page says to robots (meta robots and X-Robots-Tag)'),
  preferences: optional.Array(
    Type.Object({
      use: Type.String({ description: 'Such as `train-ai`, `search`, `tdm`, `ai` or `license`' }),
      allowed: optional.Boolean({ description: 'Absent for a licence: its terms are at its URL' }),
      source: Type.Enum(['header', 'page', 'robots.txt', 'tdmrep.json']),
      statement: Type.String({ description: 'In the site’s own words' }),
    }),
    {
      description:
        'How the site wants its content to be used; from robots.txt only if it was read (`respectRobots`, `respectPreferences`), from tdmrep.json with `respectPreferences`',
    },
  ),
  created: text('When the file was created, according to its own metadata'),
  pageCount: optional.Integer({
    description: 'Pages of a PDF, or of a document that says how many it has',
  }),
  sheetCount: optional.Integer({ description: 'Sheets of a workbook' }),
  slideCount: optional.Integer({ description: 'Slides of a presentation' }),
  ocr: optional.Object(
    {
      pages: Type.Array(Type.Integer(), { description: 'Pages whose text was recognised' }),
      meanConfidence: Type.Number({ description: 'From 0 to 1; below 0.8 expect mistakes' }),
    },
    { description: 'Where text was recognised in pictures' },
  ),
  commentsLeftOut: optional.Integer({
    description: 'Comments below the content that were left out; `comments: include` keeps them',
  }),
  openGraph: optional.Record(Type.String(), Type.String()),
  twitter: optional.Record(Type.String(), Type.String()),
})

const PageActions = named('PageActions', {
  screenshots: Type.Array(Type.String(), {
    description: 'What `screenshot` steps took, in their order: PNG as base64, or its URL',
  }),
  results: Type.Array(
    Type.Object({
      step: Type.Integer({ description: 'Counted from 1' }),
      type: Type.String(),
      value: optional.Unknown({
        description: 'What a script returned; how many were clicked with `all`',
      }),
    }),
    { description: 'The steps that were taken, in their order' },
  ),
})

const Chunk = named('Chunk', {
  text: Type.String({ description: 'A part of the Markdown' }),
  headings: Type.Array(Type.String(), { description: 'The headings above it, outermost first' }),
  start: Type.Integer({
    description: 'Where it begins in the Markdown, in UTF-16 units as JavaScript counts',
  }),
  end: Type.Integer({ description: 'Where it ends: the unit after its last one' }),
  tokens: Type.Integer({ description: 'An estimate' }),
})

export const PageAnswer = named('ScrapeAnswer', {
  url: Type.String({ description: 'The final address' }),
  markdown: text('The content as Markdown (GFM)'),
  text: text('The content as plain text, a line for each block'),
  chunks: optional.Array(Chunk, {
    description: 'The Markdown in parts, for retrieval, in page order',
  }),
  summary: text('What a language model makes of the content'),
  json: optional.Unknown({ description: 'Follows the `schema` of the format' }),
  html: text('The content as clean HTML'),
  rawHtml: text('The page as the server sent it, or as the browser had it'),
  links: list('Links of the page: absolute, in page order, each once'),
  images: list('Images of the page: absolute, in page order, each once'),
  screenshot: text('Full page, PNG as a data URL, or a URL that expires (`screenshotAs`)'),
  metadata: Type.Optional(PageMetadata),
  actions: Type.Optional(PageActions),
  cachedAt: text('When the page was read, where our own copy was served (`maxAge`); ISO 8601, UTC'),
  warning: text('What was lost or is doubtful'),
  trace: optional.Array(Type.Unknown(), { description: 'What was kept and left out, and why' }),
})
export type PageAnswer = Static<typeof PageAnswer>
export type PageMetadata = Static<typeof PageMetadata>

/** What whoever goes from page to page wants to know of one, from the same parse as its answer. */
export type PageFollow = PageLinks & {
  /** Of the words of its content. */
  contentHash: string
  /** The same with its pictures and with where its links lead: pages that are equal in it are copies. */
  copyHash: string
  print: Print
  /** Why the page is no answer, where it only leads to others. */
  empty?: string
}

/** As a job keeps it: what is shown is packed, and the job itself looks at the rest alone. */
export type PackedAnswer = Pick<FollowedAnswer, 'url' | 'follow'> & {
  result: Uint8Array
  /** Before it was packed. */
  resultBytes: number
}

/** What is not of `PageAnswer` is for those who asked, and never shown. */
export type FollowedAnswer = PageAnswer & {
  follow?: PageFollow
  /** The page as HTML: see the format of that name. */
  source?: string
}

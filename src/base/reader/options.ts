import type { Static } from 'typebox'
import { optional, Type } from '../../kit/schema.ts'
import { wayOptions } from '../ways/request.ts'

const selectors = (description: string) =>
  optional.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 50, description })

export const pageUrl = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'The page, http or https.',
})

export const respectRobots = optional.Boolean({
  default: false,
  description: 'Obey the site’s robots.txt.',
})

/** Not one of `readingOptions`: whoever takes it must know whose it is. */
export const session = optional.String({
  minLength: 1,
  maxLength: 100,
  description:
    'Read as somebody who is signed in: the id of a session (`ses_…`) of this account. Siteray keeps no copy of such a page.',
})

const screenshotForms = ['base64', 'url'] as const
export type ScreenshotAs = (typeof screenshotForms)[number]

export const screenshotAs = optional.Enum([...screenshotForms], {
  default: 'base64',
  description:
    'Screenshots in the answer itself, or as signed URLs that need no key and expire after twice the time that results are kept (two days, unless the server is set otherwise).',
})

const language = Type.String({
  pattern: '^[A-Za-z]{2,3}([_-][A-Za-z]{2,8}){0,2}$',
  description: 'A language, such as `de`, `deu` or `zh-Hant`.',
})

/** Numbers and ranges: `1-5,9`, `10-`. */
const pageList = '^[1-9][0-9]{0,4}(-([1-9][0-9]{0,4})?)?(,[1-9][0-9]{0,4}(-([1-9][0-9]{0,4})?)?)*$'

/** Everything that chooses how a page is read: shared by scrape, batch and extract. */
export const readingOptions = {
  // No default, which would be filled in: `json` reads the whole page unless the caller says so.
  onlyMainContent: optional.Boolean({
    description:
      'Only the main content, without navigation, footers and the like. The default is true; for `json`, which reads the whole page, it is false.',
  }),
  comments: optional.Enum(['auto', 'include', 'exclude'], {
    default: 'auto',
    description:
      'Comments of readers in the main content: `auto` leaves them out of articles and documentation and keeps them where they are the content, as in forums.',
  }),
  hidden: optional.Enum(['exclude', 'include'], {
    default: 'exclude',
    description:
      'Text that readers of the page cannot see. What a click would open, such as tabs and accordions, is always kept.',
  }),
  documents: optional.Object(
    {
      pages: optional.String({
        maxLength: 200,
        pattern: pageList,
        description: 'Pages to read, such as `1-5,9` or `10-`; default all.',
      }),
      maxPages: optional.Integer({
        ...{ minimum: 1, maximum: 2_000, default: 500 },
        description: 'Read at most this many pages, and recognise at most 50 if left out.',
      }),
      pageMarkers: optional.Boolean({
        default: false,
        description: 'Begin each page in the Markdown with a line such as `<!-- page 3 -->`.',
      }),
      ocr: optional.Enum(['auto', 'never', 'always'], {
        default: 'auto',
        description:
          'Recognise text in pictures: `auto` does so for pictures and for pages of a PDF without text, `always` for every page. Each recognised page beyond the first costs 1 credit more.',
      }),
      languages: optional.Array(language, {
        ...{ minItems: 1, maxItems: 5 },
        description:
          'Of the text that is recognised, such as `de` or `zh-Hant`; default those of the server. One that is not installed is an error that names those that are.',
      }),
      sheets: optional.Array(
        Type.Union([
          Type.Integer({ minimum: 1, maximum: 10_000 }),
          Type.String({ minLength: 1, maxLength: 200 }),
        ]),
        {
          ...{ minItems: 1, maxItems: 100 },
          description:
            'Sheets of a workbook to read, by name or by number from 1; default all that are not hidden.',
        },
      ),
      notes: optional.Boolean({
        default: true,
        description: 'Speaker notes of a presentation, as quotes below their slide.',
      }),
    },
    {
      additionalProperties: false,
      description: 'How PDFs, pictures, workbooks and presentations are read.',
    },
  ),
  includeTags: selectors('CSS selectors: only what they match is read.'),
  excludeTags: selectors('CSS selectors: what they match is left out.'),
  render: optional.Enum(['auto', 'always', 'never'], {
    default: 'auto',
    description: '`auto` uses a browser only when the page needs one.',
  }),
  waitFor: optional.Integer({
    minimum: 0,
    maximum: 60_000,
    default: 0,
    description: 'Milliseconds to wait after the page has loaded in the browser.',
  }),
  // No default either: who names a time gets all of the answer within it, a model's part included.
  timeout: optional.Integer({
    minimum: 1_000,
    maximum: 120_000,
    description:
      'Milliseconds for the whole call, from its arrival. By default the site has 30,000; the work on the page then has its own limits.',
  }),
  headers: optional.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
    maxProperties: 50,
    description: 'Sent with the request for the page.',
  }),
  mobile: optional.Boolean({ default: false, description: 'Load the page as a mobile device.' }),
  respectPreferences: optional.Boolean({
    default: false,
    description:
      'Refuse pages whose site asks not to use them for AI or data mining (`Content-Usage`, `tdm-reservation`, `noai`). Otherwise `metadata.preferences` reports it.',
  }),
  maxAge: optional.Integer({
    minimum: 0,
    maximum: 604_800_000,
    default: 0,
    description: 'Serve our own stored copy if it is newer than this many milliseconds.',
  }),
  ...wayOptions,
}

const Options = Type.Object(readingOptions)
export type ReadingOptions = Static<typeof Options>

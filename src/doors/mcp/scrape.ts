import { PageAnswer } from '../../base/reader/answer.ts'
import { readingOptions } from '../../base/reader/options.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import {
  isPageUri,
  type KeptPage,
  keptPage,
  maxLength,
  PagePart,
  readPageUri,
  usualLength,
} from './page-part.ts'
import { showPage } from './show-page.ts'
import { defineTool, isData, said } from './tool.ts'
import { whereFrom } from './where.ts'

const { onlyMainContent, includeTags, excludeTags, render, waitFor, maxAge } = readingOptions
const { url, markdown, html, links, images, metadata, warning } = PageAnswer.properties

export const scrapeTool = defineTool({
  name: 'scrape',
  title: 'Read a page',
  description: `Reads one web page or file (PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, e-mail, feeds, text in scans and pictures) as Markdown. 1 credit. Long pages come in parts: read on with the siteray://page/… link, free for 7 days. ${isData}`,
  input: closed({
    url: Type.String({
      maxLength: 8_192,
      description: 'http(s), or an earlier siteray://page/… link.',
    }),
    formats: optional.Array(Type.Enum(['markdown', 'html', 'links', 'images', 'screenshot']), {
      minItems: 1,
      uniqueItems: true,
      default: ['markdown'],
    }),
    maxLength,
    onlyMainContent: said(onlyMainContent, 'Without menus and footers.'),
    includeTags: said(includeTags, 'CSS selectors: only these.'),
    excludeTags: said(excludeTags, 'CSS selectors: not these.'),
    render: said(render, 'auto: a browser if needed.'),
    waitFor: said(waitFor, 'Milliseconds after loading.'),
    maxAge: said(maxAge, 'Milliseconds: age of a copy.'),
    documents: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Of files: {pages: "1-5", sheets: ["A"], languages: ["de"]}.',
      }),
    ),
    ...whereFrom,
  }),
  output: Type.Object({
    ...{ url, markdown, html, links, images, metadata, warning },
    page: Type.Optional(PagePart),
  }),
  readsOnly: true,
  showsPages: true,
  async run({ ask }, { maxLength: length = usualLength, formats = ['markdown'], ...options }) {
    if (isPageUri(options.url)) {
      const { id, offset } = readPageUri(options.url)
      return showPage(await keptPage(ask, id), { id, offset, length })
    }
    const body = { ...options, formats: [...formats, 'metadata'] }
    const { json, header } = await ask('POST', '/scrape', body)
    return showPage(json as KeptPage, { id: header('x-page-id'), offset: 0, length })
  },
})

import { isFormulaCopy } from '../../page/content/tags.ts'
import { contentText } from '../../page/content/text.ts'
import { isHidden } from '../../page/css/hidden.ts'
import { dropTags } from '../../page/html/clean-text.ts'
import type { HtmlElement } from '../../page/html/html.ts'
import { readImages } from '../../page/html/images.ts'
import { hasTexSources, isDrawnByMathJax } from '../../page/html/tex-sources.ts'
import { chunkMarkdown } from '../../page/markdown/chunks.ts'
import { toCleanHtml } from '../../page/markdown/clean-html.ts'
import type { Picture } from './actions/run.ts'
import type { FollowedAnswer, PageMetadata } from './answer.ts'
import type { PageFormat } from './formats.ts'
import type { PageTask } from './page-task.ts'

/** What every format is written from. A page and a file each make one, and only what is needed. */
export type Readable = {
  /** The part that was chosen as the content. */
  content: HtmlElement
  /** All that the caller's selectors leave. */
  root: HtmlElement
  baseUrl: string
  markdown: string | undefined
  screenshot: Picture | undefined
  rawHtml(): string | undefined
  source(): string
  links(): string[]
  metadata(): PageMetadata
}

type Format<Name extends PageFormat> = {
  /** `content`: a page without a word is no answer; `markdown`: the same, and Markdown is made. */
  needs: 'markdown' | 'content' | 'nothing'
  /** The member of the answer that has the format's name. */
  write(page: Readable, task: PageTask): FollowedAnswer[Name]
}

/** Signs that no reader sees can spell orders to a model. */
const withoutTags = (text: string, { hidden }: PageTask): string =>
  hidden === 'include' ? text : dropTags(text)

/** Of a formula, what its readers see, or its source. */
const plainText = (content: HtmlElement): string => {
  const texInScripts = hasTexSources(content)
  const keep = (node: HtmlElement) =>
    !isFormulaCopy(node) &&
    (node.namespace === undefined || !isHidden(node, 'declared')) &&
    !(texInScripts && isDrawnByMathJax(node))
  return contentText(content, { keep })
}

/** What a language model adds to the answer later (`products/scrape/model-formats.ts`). */
const writtenByModel = { needs: 'nothing', write: () => undefined } as const

/** In the order of the answer's members. A format without a row does not compile. */
const formats: { readonly [Name in PageFormat]: Format<Name> } = {
  markdown: {
    needs: 'markdown',
    write: ({ markdown }, task) => markdown && withoutTags(markdown, task),
  },
  text: {
    needs: 'content',
    write: ({ content }, task) => withoutTags(plainText(content), task),
  },
  chunks: {
    needs: 'markdown',
    write: ({ markdown }, task) =>
      markdown === undefined || task.chunkTokens === undefined
        ? undefined
        : chunkMarkdown(withoutTags(markdown, task), task.chunkTokens),
  },
  html: {
    needs: 'content',
    write: ({ content, baseUrl }, task) => withoutTags(toCleanHtml(content, { baseUrl }), task),
  },
  rawHtml: { needs: 'nothing', write: page => page.rawHtml() },
  source: { needs: 'nothing', write: page => page.source() },
  links: { needs: 'nothing', write: page => page.links() },
  images: { needs: 'nothing', write: ({ root, baseUrl }) => readImages(root, { baseUrl }) },
  screenshot: {
    needs: 'nothing',
    write: ({ screenshot }) => screenshot && pictureUrl(screenshot),
  },
  metadata: { needs: 'nothing', write: page => page.metadata() },
  summary: writtenByModel,
  json: writtenByModel,
}
const names = Object.keys(formats) as PageFormat[]

/** The members of the answer that the task asks for. */
export const writeFormats = (task: PageTask, page: Readable): Partial<FollowedAnswer> => {
  const written = names
    .filter(name => task.formats.includes(name))
    .map(name => [name, formats[name].write(page, task)] as const)
  return Object.fromEntries(written.filter(([, value]) => value !== undefined))
}

export const needsMarkdown = (task: PageTask): boolean =>
  task.formats.some(name => formats[name].needs === 'markdown')

/** Links, images or a screenshot alone may come from a page without a word. */
export const needsContent = (task: PageTask): boolean =>
  task.formats.some(name => formats[name].needs !== 'nothing')

const pictureUrl = (png: Picture) =>
  typeof png === 'string' ? png : `data:image/png;base64,${Buffer.from(png).toString('base64')}`

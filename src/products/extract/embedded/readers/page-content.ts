import { selectContent } from '../../../../page/content/select.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import { readNodes } from '../../../../page/text/nodes.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import type { Query } from '../rank/query.ts'

/** `content`, `body`, `article_text`: asks for all that the page has to say. */
export const asksContent = ({ kind, values }: Field, { name, context }: Query): boolean =>
  kind === 'string' &&
  values === undefined &&
  name.some(({ stem }) => contentWords.has(stem)) &&
  [...name, ...context].every(({ stem }) => contentWords.has(stem) || aroundWords.has(stem))

const contentWords = stemsOf('content body text')
const aroundWords = stemsOf(
  'article main full page post story blog complete entire whole plain clean markdown in as of the',
)

/** Its main content as a scrape gives it, a line each; the first line is what is quoted. */
export const contentOf = (page: Page): { text: string; first: number } | undefined => {
  const { tree } = selectContent(page.document, { url: page.url, essentials: true })
  const root: HtmlElement = { ...page.document.root, children: [tree] }
  const known = new Map(page.nodes.map(({ id, text }) => [text, id]))
  const lines = readNodes({ ...page.document, root }, page).nodes.flatMap(({ text }) => {
    const id = known.get(text)
    return id === undefined ? [] : { text, id }
  })
  const text = lines.map(line => line.text).join('\n\n')
  const [first] = lines
  return first && text.length >= leastContent ? { text, first: first.id } : undefined
}

const leastContent = 200

import { posix } from 'node:path'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { highlight } from './highlight.ts'
import type { Doc } from './read-docs.ts'

/** A heading and what stands under it, for the list beside the page and for the search. */
export type Section = { id: string; title: string; level: number; text: string }
export type RenderedDoc = { html: string; sections: Section[] }
/** How users reach this server. */
export type Reach = { publicUrl: string; imagePublicUrl: string }

const defaultReach = {
  publicUrl: 'http://127.0.0.1:3000',
  imagePublicUrl: 'http://127.0.0.1:3001',
} satisfies Reach

/** Our own Markdown as HTML: headings can be linked to, links lead to where documents are here. */
export const renderDoc = (book: Doc, books: readonly Doc[], reach: Reach): RenderedDoc => {
  const sections: Section[] = [{ id: '', title: book.title, level: 1, text: '' }]
  const taken = new Set<string>()
  const lines = toHtml(ownAddresses(book.markdown, reach)).split('\n')
  const shown = lines.map(line => {
    const level = headingLevel(line)
    const last = sections.at(-1)
    if (level === 0) {
      if (last) last.text += `${plain(line)} `
      return line
    }
    const inner = line.slice(4, -5)
    if (level === 1) return line
    const id = unusedId(plain(inner), taken)
    sections.push({ id, title: plain(inner), level, text: '' })
    return `<h${level} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this part">#</a></h${level}>`
  })
  const html = shown
    .join('\n')
    .replace(/(href|src|srcset)="([^"]*)"/g, (_, attribute: string, target: string) =>
      leadTo(attribute, target, book, books),
    )
    .replace(
      /<pre><code(?: class="language-([a-z]+)")?>([^<]*)<\/code><\/pre>/g,
      (_, language: string | undefined, code: string) =>
        `<div class="code"><pre><code>${highlight(plain(code), language ?? '')}</code></pre></div>`,
    )
  return { html, sections }
}

/** Examples name the addresses of a first start; here they name this server's, ready to paste. */
const ownAddresses = (markdown: string, { publicUrl, imagePublicUrl }: Reach): string =>
  markdown
    .replaceAll(defaultReach.publicUrl, publicUrl)
    .replaceAll(defaultReach.imagePublicUrl, imagePublicUrl)

const toHtml = (markdown: string): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })

/** micromark writes each heading as a line of its own. */
const headingLevel = (line: string): number =>
  line.startsWith('<h') && line[3] === '>' && line.endsWith(`</h${line[2]}>`) ? Number(line[2]) : 0

const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** As GitHub makes them, so that links work there and here. */
const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const unusedId = (title: string, taken: Set<string>): string => {
  const id = idOf(title)
  let unused = id
  for (let n = 1; taken.has(unused); n++) unused = `${id}-${n}`
  taken.add(unused)
  return unused
}

/** The attribute with its new value; what is not shown here leads nowhere and stays text. */
const leadTo = (attribute: string, target: string, book: Doc, books: readonly Doc[]): string => {
  const kept = `${attribute}="${target}"`
  if (target.startsWith('#') || /^[a-z]+:/i.test(target)) return kept
  if (target.startsWith('/')) return kept
  const [path = '', fragment] = target.split('#')
  const file = posix.join(posix.dirname(book.file), path)
  if (file.startsWith('docs/images/')) return `${attribute}="/docs/images/${posix.basename(file)}"`
  const found = books.find(other => other.file === file)
  if (!found) return ''
  return `${attribute}="/docs/${found.name}${fragment === undefined ? '' : `#${fragment}`}"`
}

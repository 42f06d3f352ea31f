import { escapeHtml } from '../../kit/escape-html.ts'
import { isHidden } from '../css/hidden.ts'
import { safeUrl, webUrl } from '../html/addresses.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'
import { isTrackingPixel, largestImageSource } from '../html/image-source.ts'
import { imageTags } from '../html/images.ts'
import { noscriptHasContent } from '../html/noscript.ts'
import { taskSign } from '../html/task-box.ts'
import { hasTexSources } from '../html/tex-sources.ts'
import { mayOpen } from './clean-nesting.ts'
import { codeLanguage } from './code.ts'
import { dropped } from './elements.ts'
import { readFormula } from './math.ts'

/**
 * The content of a page as clean HTML that is safe to show anywhere: elements and attributes of
 * a short list, absolute http(s), mailto and tel addresses, nothing that runs, styles or loads
 * by itself but pictures. Cleaning the result again changes nothing. `keep` are attributes that stay
 * besides.
 */
export const toCleanHtml = (
  root: HtmlElement,
  { baseUrl, keep = [] }: { baseUrl: string; keep?: readonly string[] },
): string => {
  const writer: Writer = {
    keep,
    out: [],
    open: [],
    preformatted: 0,
    baseUrl,
    texInScripts: hasTexSources(root),
  }
  const around: HtmlElement = { ...root, name: '#around', attributes: {}, children: [root] }
  const frames: Frame[] = [{ element: around, next: 0, leave: undefined }]
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const node: HtmlNode | undefined = frame.element.children[frame.next++]
    if (!node) {
      frame.leave?.()
      frames.pop()
    } else if (node.type === 'text') writeText(writer, node.text)
    else {
      const leave = enter(writer, node)
      if (leave !== 'skip') frames.push({ element: node, next: 0, leave })
    }
  }
  return writer.out.join('').trim()
}

type Leave = (() => void) | undefined
type Frame = { element: HtmlElement; next: number; leave: Leave }
type Writer = {
  out: string[]
  /** Names of the elements that were opened and not closed yet. */
  open: string[]
  /** Inside how many `<pre>` the text stands. */
  preformatted: number
  baseUrl: string
  keep: readonly string[]
  texInScripts: boolean
}

const enter = (writer: Writer, element: HtmlElement): Leave | 'skip' => {
  const formula = readFormula(element, writer.texInScripts)
  if (formula) {
    // Formulas travel as text: foreign markup is how sanitizers are fooled.
    if (formula !== 'drop')
      writeText(writer, formula.display ? `$$${formula.tex}$$` : `$${formula.tex}$`)
    return 'skip'
  }
  const sign = taskSign(element)
  if (sign) {
    writeText(writer, sign)
    return 'skip'
  }
  if (dropped.has(element.name) || fields.has(element.name) || element.namespace) return 'skip'
  if (isHidden(element, 'markup')) return 'skip'
  if (element.name === 'noscript' && !noscriptHasContent(element, writer.baseUrl)) return 'skip'
  if (imageTags.has(element.name)) return writeImage(writer, element)
  const name = renamed[element.name] ?? element.name
  if (voids.has(name)) {
    writer.out.push(`<${name}>`)
    return 'skip'
  }
  const attributes = attributesOf(writer, element, name)
  if (!allowed.has(name) || !mayOpen(writer.open, name) || isBare(name, attributes))
    return unwrap(writer, name)
  return openElement(writer, name, attributes, element)
}

const fields = new Set(['input', 'select', 'textarea', 'iframe', 'embed'])
const voids = new Set(['br', 'hr', 'wbr'])

const allowed = new Set(
  (
    'p div section article main header footer aside nav address hgroup h1 h2 h3 h4 h5 h6 ul ol ' +
    'li dl dt dd blockquote pre code figure figcaption details summary table caption thead tbody ' +
    'tfoot tr th td a em strong b i u s del ins sub sup small mark kbd samp var abbr cite q dfn ' +
    'time ruby rt bdi bdo span video audio'
  ).split(' '),
)

const renamed: Record<string, string> = {
  acronym: 'abbr',
  center: 'div',
  dir: 'ul',
  form: 'div',
  listing: 'pre',
  menu: 'ul',
  plaintext: 'pre',
  strike: 's',
  tt: 'code',
  xmp: 'pre',
}

/** Elements that say something only through their attributes. */
const isBare = (name: string, attributes: string): boolean =>
  attributes === '' && (name === 'span' || name === 'a' || name === 'video' || name === 'audio')

/** The element goes, its content stays; what stood on lines of its own stays apart. */
const unwrap = (writer: Writer, name: string): Leave => {
  if (inlineWrappers.has(name)) return undefined
  writeText(writer, ' ')
  return () => writeText(writer, ' ')
}

const inlineWrappers = new Set([
  'span',
  'a',
  'font',
  'big',
  'label',
  'picture',
  'rb',
  'nobr',
  'data',
])

const openElement = (
  writer: Writer,
  name: string,
  attributes: string,
  element: HtmlElement,
): Leave => {
  const { out, open } = writer
  const start = out.length
  const first = name === 'pre' ? element.children[0] : undefined
  // A parser drops the first line break after the tag.
  const lineBreak = first?.type === 'text' && first.text.startsWith('\n') ? '\n' : ''
  out.push(`<${name}${attributes}>${lineBreak}`)
  open.push(name)
  if (name === 'pre') writer.preformatted++
  return () => {
    open.pop()
    if (name === 'pre') writer.preformatted--
    if (!keptEmpty.has(name) && isBlank(out, start + 1)) {
      const hadSpace = out.length > start + 1
      out.length = start
      if (hadSpace) writeText(writer, ' ')
    } else out.push(`</${name}>`)
  }
}

const keptEmpty = new Set(['td', 'th', 'tr', 'tbody', 'video', 'audio'])

const isBlank = (out: string[], from: number): boolean => {
  for (let i = from; i < out.length; i++) if (out[i]?.trim() !== '') return false
  return true
}

const writeText = (writer: Writer, text: string): void => {
  const { out, open } = writer
  if (writer.preformatted > 0) {
    out.push(escapeHtml(visible(text).replace(/\r\n?/g, '\n')))
    return
  }
  const collapsed = visible(text).replace(unevenSpace, ' ')
  const last = out.at(-1)
  const value = last?.endsWith(' ') && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
  // Between the parts of a table no text can stand.
  if (value === '' || (tableParts.has(open.at(-1) ?? '') && value.trim() === '')) return
  out.push(escapeHtml(value))
}

/** White space that is not one space already. */
const unevenSpace = /(?: (?=[ \t\n\r\f])|[\t\n\r\f])[ \t\n\r\f]*/g
const tableParts = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const unsafeChar = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufeff]/
const unsafeChars = new RegExp(unsafeChar, 'g')

const visible = (text: string): string =>
  unsafeChar.test(text) ? text.replace(unsafeChars, '') : text

const writeImage = (writer: Writer, image: HtmlElement): 'skip' => {
  const source = isTrackingPixel(image) ? undefined : largestImageSource(image, writer.baseUrl)
  if (!source) return 'skip'
  const { alt, title, width, height } = image.attributes
  const parts = [attribute('src', source), attribute('alt', alt ?? '')]
  if (title) parts.push(attribute('title', title))
  if (isNumber(width)) parts.push(attribute('width', width))
  if (isNumber(height)) parts.push(attribute('height', height))
  writer.out.push(`<img${parts.join('')}>`)
  return 'skip'
}

const attributesOf = (writer: Writer, element: HtmlElement, name: string): string => {
  const { attributes } = element
  const parts: string[] = []
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined) parts.push(attribute(key, value))
  }
  if (name === 'a') {
    const url = safeUrl(attributes.href, writer.baseUrl)
    if (!url) return ''
    add('href', url)
  }
  if (name === 'video' || name === 'audio') {
    const url = webUrl(attributes.src, writer.baseUrl) ?? firstSource(element, writer.baseUrl)
    if (!url) return ''
    add('src', url)
    add('controls', '')
    add('poster', webUrl(attributes.poster, writer.baseUrl))
  }
  if (name === 'code' || name === 'pre') {
    const language = codeLanguage(element)
    if (language) add('class', `language-${language}`)
  }
  if (name === 'details' && attributes.open !== undefined) add('open', '')
  for (const key of plain) if (attributes[key]?.trim()) add(key, attributes[key])
  for (const key of numbers[name] ?? []) if (isNumber(attributes[key])) add(key, attributes[key])
  if (name === 'th' && /^(?:row|col|rowgroup|colgroup)$/.test(attributes.scope ?? ''))
    add('scope', attributes.scope)
  if (name === 'time' || name === 'del' || name === 'ins') add('datetime', attributes.datetime)
  for (const key of writer.keep) add(key, attributes[key])
  return parts.join('')
}

const plain = ['lang', 'dir', 'title']
const numbers: Record<string, string[]> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
  li: ['value'],
}

const firstSource = (player: HtmlElement, baseUrl: string): string | undefined => {
  for (const child of player.children)
    if (child.type === 'element' && child.name === 'source') {
      const url = webUrl(child.attributes.src, baseUrl)
      if (url) return url
    }
  return undefined
}

const isNumber = (value: string | undefined): value is string => /^-?\d{1,6}$/.test(value ?? '')

const attribute = (name: string, value: string): string =>
  ` ${name}="${escapeHtml(
    visible(value)
      .replace(/[\t\n\r\f]+/g, ' ')
      .trim(),
  )}"`

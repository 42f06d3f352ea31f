import { appendTo, build } from '../html/builder.ts'
import type { HtmlElement } from '../html/html.ts'

/**
 * XML as a tree, for feeds: names in lower case with their prefix, text with CDATA joined. Made
 * for files that are often broken: an end tag that fits nothing is ignored, an open element ends
 * with the file. Entities of a document type are never expanded.
 */
export const parseXml = (source: string): HtmlElement => {
  const root = build('#document', {}, [])
  const open: HtmlElement[] = [root]
  let nodes = 0
  let at = 0
  while (at < source.length && nodes < maxNodes) {
    const here = open.at(-1) ?? root
    const next = source.indexOf('<', at)
    if (next !== at) {
      const text = source.slice(at, next < 0 ? source.length : next)
      // Between two words of XHTML even white space alone says something.
      if (here !== root) appendTo(here, text.trim() ? decodeEntities(text) : ' ')
      nodes++
      if (next < 0) break
    }
    at = readMarkup(source, next, open)
    nodes++
  }
  return root
}

const maxNodes = 300_000
const maxDepth = 200

/** Reads what starts with `<` at `at` and says where it ends. */
const readMarkup = (source: string, at: number, open: HtmlElement[]): number => {
  const here = open.at(-1) as HtmlElement
  if (source.startsWith('<![CDATA[', at)) {
    const end = endOf(source, ']]>', at)
    appendTo(here, source.slice(at + 9, end - 3))
    return end
  }
  if (source.startsWith('<!--', at)) return endOf(source, '-->', at)
  if (source.startsWith('<?', at)) return endOf(source, '?>', at)
  if (source.startsWith('<!', at)) return doctypeEnd(source, at)
  if (source.startsWith('</', at)) {
    const end = endOf(source, '>', at)
    close(
      open,
      source
        .slice(at + 2, end - 1)
        .trim()
        .toLowerCase(),
    )
    return end
  }
  return openTag(source, at, open)
}

const endOf = (source: string, mark: string, from: number): number => {
  const end = source.indexOf(mark, from)
  return end < 0 ? source.length : end + mark.length
}

const doctypeEnd = (source: string, at: number): number => {
  const bracket = source.indexOf('[', at)
  const end = endOf(source, '>', at)
  return bracket < 0 || bracket > end ? end : endOf(source, '>', endOf(source, ']', bracket))
}

const close = (open: HtmlElement[], name: string): void => {
  for (let i = open.length - 1; i > 0; i--)
    if (open[i]?.name === name) {
      open.length = i
      return
    }
}

const openTag = (source: string, at: number, open: HtmlElement[]): number => {
  const name = /<([\p{L}_][\w:.-]*)/uy
  name.lastIndex = at
  const tag = name.exec(source)?.[1]
  if (!tag) {
    appendTo(open.at(-1) as HtmlElement, '<')
    return at + 1
  }
  const attributes: Record<string, string> = {}
  const attribute = /\s*([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  let end = name.lastIndex
  for (;;) {
    attribute.lastIndex = end
    const match = attribute.exec(source)
    if (!match) break
    attributes[(match[1] ?? '').toLowerCase()] = decodeEntities(match[2] ?? match[3] ?? '')
    end = attribute.lastIndex
  }
  const tagEnd = endOf(source, '>', end)
  const element = build(tag.toLowerCase(), attributes, [])
  appendTo(open.at(-1) as HtmlElement, element)
  if (source[tagEnd - 2] !== '/' && open.length < maxDepth) open.push(element)
  return tagEnd
}

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
        if (name) return named[name] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

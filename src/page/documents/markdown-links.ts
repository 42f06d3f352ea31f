import { webUrl } from '../html/addresses.ts'
import { isJumpIn, withoutFragment } from '../html/links.ts'
import { bareAddresses } from './bare-addresses.ts'

/**
 * Markdown as it is, with its relative addresses made absolute and without the comments that no
 * reader sees, and where it leads. Code is left alone, and holds no links.
 */
export const absoluteMarkdown = (
  markdown: string,
  baseUrl: string,
): { text: string; links: string[] } => {
  const found: Found = { links: new Set(), targets: new Map() }
  let fence = ''
  let isFenceInList = false
  let isComment = false
  const isListed = createListReader()
  const text = markdown
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap(line => {
      if (fence) {
        const mark = (isFenceInList ? fenceOfItem : fenceStart).exec(line)?.[1]
        if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = ''
        return line
      }
      const isInList = isListed(line)
      const mark = (isInList ? fenceOfItem : fenceStart).exec(line)?.[1]
      if (mark) {
        fence = mark
        isFenceInList = isInList
        return line
      }
      if (!isComment && !isInList && /^(?: {4}|\t)/.test(line)) return line
      const seen = withoutComments(line, isComment)
      isComment = seen.isOpen
      if (seen.line.trim() === '' && line.trim() !== '') return []
      return absoluteLine(seen.line, baseUrl, found)
    })
    .join('\n')
  const page = withoutFragment(baseUrl)
  const links = [...found.links].flatMap(link =>
    link.startsWith('[') ? (found.targets.get(link) ?? []) : link,
  )
  return { text, links: [...new Set(links)].filter(link => !isJumpIn(page, link)) }
}

/** Where a file leads, in its order; a name in brackets is one that may be defined further down. */
type Found = { links: Set<string>; targets: Map<string, string> }

const fenceStart = /^ {0,3}(`{3,}|~{3,})/
const fenceOfItem = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})/

/**
 * Whether a line belongs to an item of a list or to a paragraph, where what is set in is no code:
 * an item ends with the first line at the margin behind an empty one.
 */
const createListReader = (): ((line: string) => boolean) => {
  let isOpen = false
  let wasEmpty = true
  return line => {
    const isItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line)
    const isAtMargin = !/^\s/.test(line)
    if (isItem) isOpen = true
    else if (wasEmpty && isAtMargin && line !== '') isOpen = false
    const belongs = isOpen || !wasEmpty
    wasEmpty = line.trim() === ''
    return belongs
  }
}

/** Of a line, what stands outside of comments, and whether one goes on in the next line. */
const withoutComments = (line: string, isOpen: boolean): { line: string; isOpen: boolean } => {
  let out = ''
  let from = 0
  for (;;) {
    if (isOpen) {
      const end = line.indexOf('-->', from)
      if (end < 0) return { line: out, isOpen }
      from = end + 3
    }
    const start = line.indexOf('<!--', from)
    const before = line.slice(from, start < 0 ? line.length : start)
    out += before
    // Behind an odd number of backticks the line is code.
    if (start < 0 || out.split('`').length % 2 === 0)
      return { line: out + line.slice(from + before.length), isOpen: false }
    isOpen = true
    from = start + 4
  }
}

const absoluteLine = (line: string, baseUrl: string, found: Found): string => {
  const definition = /^([\s>*+-]*\[(?!\^)[^\]]+\]:\s+)(<[^<>]*|[^\s<>]+)(.*)$/s.exec(line)
  if (definition) {
    const [, before = '', address = '', after = ''] = definition
    const url = absolute(address.replace(/^</, ''), baseUrl)
    const link = add(found, url)
    const name = nameOf(before.slice(before.indexOf('[') + 1, before.lastIndexOf(']')))
    if (link && !found.targets.has(name)) found.targets.set(name, link)
    return `${before}${address.startsWith('<') ? '<' : ''}${url}${after}`
  }
  let out = ''
  let from = 0
  let ticks = 0
  for (let at = line.indexOf('](', from); at >= 0; at = line.indexOf('](', from)) {
    const start = at + 2 + (line[at + 2] === '<' ? 1 : 0)
    const end = line[start - 1] === '<' ? endOfQuoted(line, start) : endOfAddress(line, start)
    const before = line.slice(from, start)
    const address = line.slice(start, end)
    const isCode = ticks % 2 === 1
    ticks += before.split('`').length - 1
    // After an odd number of backticks the line is inside code.
    const url = ticks % 2 === 1 ? address : absolute(address, baseUrl)
    if (!isCode) addWords(found, before)
    if (ticks % 2 === 0 && !isPicture(line, at)) add(found, url)
    out += before + url
    from = end
  }
  const rest = line.slice(from)
  if (ticks % 2 === 0) addWords(found, rest)
  return absoluteTags(out + rest, baseUrl, found)
}

/** The addresses and the names of links that words have, outside of code. */
const addWords = ({ links }: Found, words: string): void => {
  const text = withoutCode(words).replace(/(?<![^\s*_~(])www\.(?=\w)/gi, 'http://$&')
  let from = 0
  for (const { 0: whole, 1: label = '', index } of text.matchAll(reference)) {
    for (const bare of bareAddresses(text.slice(from, index))) links.add(bare)
    links.add(nameOf(label))
    from = index + whole.length
  }
  for (const bare of bareAddresses(text.slice(from))) links.add(bare)
}

/** `[label]`, also in `[words][label]`, but not `[words](address)`. */
const reference = /(?<![^\s(*_"'\]>~|,.;:-])\[([^[\]]{1,200})\](?!\()/g

/** Names that differ in case or spaces are one. */
const nameOf = (label: string): string => `[${label.trim().replace(/\s+/g, ' ').toLowerCase()}`

const endOfQuoted = (line: string, start: number): number => {
  const end = line.indexOf('>', start)
  return end < 0 ? line.length : end
}

/** Brackets within an address come in pairs. */
const endOfAddress = (line: string, start: number): number => {
  let open = 0
  for (let end = start; end < line.length; end++) {
    const sign = line[end] as string
    if (/[\s>]/.test(sign) || (sign === ')' && open-- === 0)) return end
    if (sign === '(') open++
  }
  return line.length
}

/** Pictures and links of the HTML that authors write into Markdown. */
const absoluteTags = (line: string, baseUrl: string, found: Found): string =>
  line.replace(tag, (whole: string, before: string, address: string, at: number) => {
    if (line.slice(0, at).split('`').length % 2 === 0) return whole
    const url = absolute(address, baseUrl)
    if (/^<a\s/i.test(before)) add(found, url)
    return before + url
  })
const tag = /(<(?:a|img|source)\s(?:[^<>`"']|"[^"<>]*"|'[^'<>]*')*?\b(?:href|src)=["'])([^"'<>]+)/gi

const withoutCode = (text: string): string =>
  text
    .split('`')
    .filter((_, at) => at % 2 === 0)
    .join(' ')

/** `![alt](address`, unless the picture is what a link shows: `[![alt](picture)](address`. */
const isPicture = (line: string, at: number): boolean =>
  line[at - 1] !== ')' && line[line.lastIndexOf('[', at - 1) - 1] === '!'

const add = ({ links }: Found, address: string): string | undefined => {
  if (!/^https?:/i.test(address)) return undefined
  const link = URL.parse(address)?.href ?? address
  links.add(link)
  return link
}

const absolute = (address: string, baseUrl: string): string =>
  address === '' || address.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(address)
    ? address
    : (webUrl(address, baseUrl) ?? address)

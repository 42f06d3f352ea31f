import { toIsoDate } from '../metadata/iso-date.ts'

/**
 * What a Markdown file says of itself before its first line: site generators read it as YAML, or
 * as TOML between rows of plus signs. Only texts, dates and lists of texts are understood here,
 * which is all that metadata need.
 */
export const readFrontMatter = (source: string) => {
  const block = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|$)/.exec(source)
  const facts = block?.[2] === undefined ? undefined : readFacts(block[2], block[1] === '+++')
  const text = block && facts ? source.slice(block[0].length) : source
  const published = facts?.get('date') ?? facts?.get('published')
  return {
    text,
    title: facts?.get('title'),
    author: facts?.get('author') ?? facts?.get('authors'),
    description: facts?.get('description') ?? facts?.get('summary'),
    language: facts?.get('lang') ?? facts?.get('language'),
    published: published && (toIsoDate(published) ?? published),
  }
}

/** Undefined where it is no front matter but text between two lines. */
const readFacts = (block: string, isToml: boolean): Map<string, string> | undefined => {
  const facts = new Map<string, string>()
  const lines = block.split('\n').slice(0, maxLines)
  for (const [at, line] of lines.entries()) {
    // Lists and nested values belong to the name above them.
    if (isNested(line)) continue
    if (isToml && line.startsWith('[')) break
    const [, name, value = ''] = (isToml ? tomlFact : yamlFact).exec(line) ?? []
    if (name === undefined) return undefined
    const end = lines.findIndex((next, index) => index > at && !isNested(next))
    const text = textOf(value.trim(), lines.slice(at + 1, end < 0 ? undefined : end))
    if (text) facts.set(name.toLowerCase(), text.slice(0, 500))
  }
  return facts
}

const isNested = (line: string): boolean => /^(?:\s|-|#|$)/.test(line)
const yamlFact = /^([\w][\w .-]{0,60}):(?:\s+(.*))?$/
const tomlFact = /^([\w][\w.-]{0,60}) {0,20}=(.*)$/

/** A value, also one that stands in the lines below its name. */
const textOf = (value: string, nested: readonly string[]): string => {
  const bare = unquoted(value)
  if (/^[>|][+-]?$/.test(bare)) return nested.join(' ').replace(/\s+/g, ' ').trim()
  if (bare === '') return nested.map(itemOf).filter(Boolean).join(', ')
  if (/^\[[^[\]{}]*\]$/.test(bare))
    return bare
      .slice(1, -1)
      .split(',')
      .map(item => unquoted(item.trim()))
      .join(', ')
  return /^[[{|>&*!]/.test(bare) ? '' : bare
}

/** `- Ann`, or `- name: Ann` above what else is said of her. */
const itemOf = (line: string): string =>
  unquoted(/^(?:- (?:name:)?|name:)([^:]+)$/.exec(line.trim())?.[1]?.trim() ?? '')

const maxLines = 500

/** In single quotes two are one, in double quotes a backslash protects the next sign. */
const unquoted = (value: string): string => {
  const [, quote, inner = ''] = /^(["'])(.*)\1$/.exec(value) ?? []
  if (!quote) return value
  return quote === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\/])/g, '$1')
}

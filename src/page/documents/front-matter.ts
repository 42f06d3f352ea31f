import { toIsoDate } from '../metadata/iso-date.ts'

type FrontMatter = {
  /** What follows. */
  text: string
  title: string | undefined
  author: string | undefined
  description: string | undefined
  language: string | undefined
  published: string | undefined
}

/**
 * What a Markdown file says of itself before its first line: site generators read it as YAML.
 * Only plain `name: value` lines are understood here, which is all that metadata need. A file
 * without a title is named by its first heading.
 */
export const readFrontMatter = (source: string): FrontMatter => {
  const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source)
  const facts = block?.[1] === undefined ? undefined : readFacts(block[1])
  const text = block && facts ? source.slice(block[0].length) : source
  const published = facts?.get('date') ?? facts?.get('published')
  return {
    text,
    title: facts?.get('title') ?? firstHeading(text),
    author: facts?.get('author'),
    description: facts?.get('description') ?? facts?.get('summary'),
    language: facts?.get('lang') ?? facts?.get('language'),
    published: published && (toIsoDate(published) ?? published),
  }
}

/** Undefined where it is no front matter but text between two lines. */
const readFacts = (block: string): Map<string, string> | undefined => {
  const facts = new Map<string, string>()
  for (const line of block.split('\n').slice(0, maxLines)) {
    // Lists and nested values belong to the name above them.
    if (/^(?:\s|-|#|$)/.test(line)) continue
    const [, name, value = ''] = /^([\w][\w .-]{0,60}):(?:\s+(.*))?$/.exec(line) ?? []
    if (name === undefined) return undefined
    const bare = unquoted(value.trim())
    if (bare && !/^[[{|>&*!]/.test(bare)) facts.set(name.toLowerCase(), bare.slice(0, 500))
  }
  return facts
}

const maxLines = 500

/** In single quotes two are one, in double quotes a backslash protects the next sign. */
const unquoted = (value: string): string => {
  const [, quote, inner = ''] = /^(["'])(.*)\1$/.exec(value) ?? []
  if (!quote) return value
  return quote === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\/])/g, '$1')
}

/** `# Lamps`, or a line above a row of `=`; in a block of code a `#` begins a comment. */
const firstHeading = (text: string): string | undefined => {
  let fence = ''
  let before = ''
  for (const line of text.slice(0, 5_000).split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence ? '' : mark
    const title =
      /^#[ \t]+(\S.*)$/.exec(line)?.[1] ?? (/^=+[ \t]*$/.test(line) ? before : undefined)
    const plain = title?.replace(/(?<!#)#+$/, '').trim()
    if (plain && !fence) return plain
    before = fence || mark ? '' : line
  }
  return undefined
}

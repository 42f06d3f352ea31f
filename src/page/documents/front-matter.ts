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
 * Only plain `name: value` lines are understood here, which is all that metadata need.
 */
export const readFrontMatter = (source: string): FrontMatter => {
  const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source)
  const facts = block?.[1] === undefined ? undefined : readFacts(block[1])
  const text = block && facts ? source.slice(block[0].length) : source
  const published = facts?.get('date') ?? facts?.get('published')
  return {
    text,
    title: facts?.get('title'),
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

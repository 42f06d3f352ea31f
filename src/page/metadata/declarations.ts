import type { PageHead } from './head.ts'
import { decodeAgain, statementOf } from './text.ts'

/** The meta elements by name, as text. */
export type Declarations = {
  first: (name: string) => string | undefined
  every: (name: string) => string[]
  title: string | undefined
  language: string | undefined
  links: PageHead['links']
  openGraph: Record<string, string>
  twitter: Record<string, string>
}

export const declarationsOf = ({ title, language, links, metas }: PageHead): Declarations => {
  const byName = new Map<string, string[]>()
  const openGraph: Record<string, string> = {}
  const twitter: Record<string, string> = {}
  for (const { names, content } of metas) {
    const text = statementOf(decodeAgain(content))
    if (!text) continue
    for (const name of names) {
      const texts = byName.get(name)
      if (texts) texts.push(text)
      else byName.set(name, [text])
      if (name.startsWith('og:')) openGraph[name.slice(3)] ??= text
      else if (name.startsWith('twitter:')) twitter[name.slice(8)] ??= text
    }
  }
  return {
    first: name => byName.get(name)?.[0],
    every: name => byName.get(name) ?? [],
    title: title && statementOf(decodeAgain(title)),
    language,
    links,
    openGraph,
    twitter,
  }
}

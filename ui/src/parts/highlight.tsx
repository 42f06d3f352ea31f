import type { ReactNode } from 'react'

export type Language = 'json' | 'html' | 'markdown' | 'code'

/** Longer text is shown plain: a browser with a hundred thousand colored words stands still. */
const mostLetters = 100_000

const looks = {
  key: 'text-accent',
  tag: 'text-accent',
  head: 'text-accent font-semibold',
  string: 'text-good',
  number: 'text-warn',
  comment: 'text-soft italic',
}
type Look = keyof typeof looks

/** A group of its name for each look; what no group matches is plain. */
const grammars: Record<Language, RegExp> = {
  json: /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b)/g,
  html: /(?<comment><!--[^>]*>)|(?<tag><\/?[a-zA-Z][\w:-]*|\/?>)|(?<string>="[^"]{0,2000}")/g,
  markdown:
    /(?<head>^#{1,6} .*$)|(?<string>\]\([^()\n]{0,500}\)|`[^`\n]+`)|(?<comment>^>.*$)|(?<number>^[ ]*(?:[-*+]|\d+\.)(?= ))/gm,
  code: /(?<comment>^\s*#.*$|\/\/ .*$)|(?<string>'[^']*'|"[^"]*"|`[^`]*`)|(?<number>(?<=\s)-{1,2}[a-zA-Z][\w-]*)/gm,
}

/** Source text in colors, as React builds it: nothing of it is ever read as markup. */
export const highlight = (text: string, language: Language): ReactNode => {
  if (text.length > mostLetters) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(grammars[language])) {
    const look = (Object.keys(looks) as Look[]).find(name => match.groups?.[name] !== undefined)
    if (look === undefined || match[0] === '') continue
    parts.push(text.slice(at, match.index))
    parts.push(
      <span key={match.index} className={looks[look]}>
        {match[0]}
      </span>,
    )
    at = match.index + match[0].length
  }
  return [...parts, text.slice(at)]
}

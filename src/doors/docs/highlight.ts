import { escapeHtml } from '../../kit/escape-html.ts'

/**
 * Colors for the few languages of our own documents. A word of a language is found by one expression
 * whose groups name what it is; everything between is plain.
 */
const comment = String.raw`(?<comment>#[^\n]*|\/\/[^\n]*|<!--[^>]*>)`
const text = String.raw`(?<text>'[^']*'|"[^"]*"|\x60[^\x60]*\x60)`
const number = String.raw`(?<number>\b\d+(?:\.\d+)?\b)`

const shell = new RegExp(
  String.raw`(?<comment>(?<!\S)#[^\n]*)|${text}|(?<name>\$\w+|(?<!\S)--?[a-zA-Z][\w-]*|\b[A-Z][A-Z0-9_]+(?==))|(?<keyword>\b(?:curl|npm|npx|siteray|git|docker|export|claude)\b(?= ))`,
  'g',
)
const script = new RegExp(
  String.raw`${comment}|${text}|(?<keyword>\b(?:import|from|const|await|new|for|of|return|async|export)\b)|${number}`,
  'g',
)
const markup = new RegExp(
  String.raw`${comment}|(?<text>"[^"]*")|(?<keyword><\/?[a-z]+\b)|(?<name>\b[a-z-]+(?==))`,
  'g',
)
const data = new RegExp(
  String.raw`(?<name>"[^"\n]*"(?=:)|^[ -]*[a-z]\w*(?=:))|${text}|(?<keyword>\b(?:true|false|null)\b)|${number}`,
  'gm',
)

const languages: Readonly<Record<string, RegExp>> = {
  ...{ sh: shell, js: script, ts: script, tsx: script },
  ...{ html: markup, json: data, yaml: data },
}

/** The text as HTML, with a class around each word that has a meaning in its language. */
export const highlight = (code: string, language: string): string => {
  const words = languages[language]
  if (!words) return escapeHtml(code)
  let [html, end] = ['', 0]
  for (const match of code.matchAll(words)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0]
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

/** One URL a line, blank lines apart, each with the number of its line from 0. */
export const urlsIn = (text: string): { line: number; url: string }[] =>
  text.split('\n').flatMap((typed, line) => {
    const url = typed.trim()
    return url === '' ? [] : [{ line, url }]
  })

export const withoutLines = (text: string, lines: ReadonlySet<number>): string =>
  text
    .split('\n')
    .filter((_, line) => !lines.has(line))
    .join('\n')

/**
 * Pasted text as one URL a line: a row of a table, a sentence with commas, a JSON array, a bulleted
 * list. A line that holds anything but URLs stays whole, so that it can be marked for what it is.
 */
export const asLines = (pasted: string): string =>
  pasted
    .split(/\r\n?|\n/)
    .flatMap(line => {
      const parts = line.split(between).map(bare).filter(isContent)
      if (parts.length === 0) return /\S/.test(bare(line)) ? [line.trim()] : ['']
      return parts.every(looksLikeUrl) ? parts : [line.trim()]
    })
    .join('\n')

/** White space, or a comma or the like before it; without any, only where another URL begins. */
const between = /[,;|]?\s+|[,;|](?=["'<[(]*(?:https?:\/\/|www\.))/i

/** Without quotes, brackets of an array and the comma behind them. */
const bare = (part: string) => part.replace(/^["'<[\],;|]+|["'>[\],;|]+$/g, '')

/** Not a bullet, and not the number of a list. */
const isContent = (part: string) => /[\p{L}\p{N}]/u.test(part) && !/^\d{1,4}[.)]?$/.test(part)

const looksLikeUrl = (part: string) =>
  /^https?:\/\/\S/i.test(part) || /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]|$)/u.test(part)

export const linesOf = (text: string) => text.split('\n').filter(line => line.trim() !== '')

/** `Name: value`, one per line; they stay out of the address, since they may be secrets. */
export const headersOf = (text: string): Record<string, string> | undefined => {
  const pairs = linesOf(text)
    .filter(isHeader)
    .map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
    })
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

/** The first line that names no header, in a sentence; a form with one is not sent. */
export const wrongHeader = (text: string): string | undefined => {
  const wrong = linesOf(text).find(line => !isHeader(line))
  return wrong === undefined
    ? undefined
    : `“${wrong.trim()}” is not a header such as “Name: value”.`
}

/** A name, a colon and a value. Browsers' tools also list `:authority: …`, which is no header. */
const isHeader = (line: string): boolean => /^\s*[^\s:]+\s*:/.test(line)

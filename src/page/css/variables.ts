/** The value of a custom property where the text stands, or undefined where it has none. */
export type Lookup = (name: string) => string | undefined

const maxLength = 4_000
const maxDepth = 20

/**
 * A value with its `var()`s replaced, fallbacks included; undefined when one has neither value nor
 * fallback, which makes the whole declaration void. Length and depth are bounded: a few lines of
 * CSS can otherwise ask for gigabytes.
 */
export const substitute = (text: string, lookup: Lookup, depth = 0): string | undefined => {
  if (depth > maxDepth) return undefined
  let result = ''
  let at = 0
  for (const { index } of text.matchAll(/(?<![\w-])var\(/gi)) {
    // It stood in the fallback of the one before.
    if (index < at) continue
    const end = closing(text, index + 3)
    if (end < 0) return undefined
    const [, name = '', fallback] = /^([^,]*)(?:,(.*))?$/s.exec(text.slice(index + 4, end)) ?? []
    const value =
      lookup(name.trim()) ??
      (fallback === undefined ? undefined : substitute(fallback.trim(), lookup, depth + 1))
    if (value === undefined) return undefined
    result += text.slice(at, index) + value
    if (result.length > maxLength) return undefined
    at = end + 1
  }
  return result + text.slice(at)
}

/** Index of the parenthesis that closes the one at `open`, or -1. */
export const closing = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return -1
}

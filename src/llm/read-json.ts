/**
 * The JSON value in what a model wrote: the text itself, the inside of a code fence, or the first
 * object or array in prose. Undefined when there is none that is whole.
 */
export const readJson = (text: string): unknown => {
  const trimmed = text.trim()
  const whole = parse(trimmed)
  if (whole !== undefined) return whole
  const fence = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(trimmed)
  const fenced = fence ? parse(fence[1] ?? '') : undefined
  return fenced ?? parse(firstBalanced(trimmed) ?? '')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** From the first opening bracket to the one that closes it; strings may hold brackets. */
const firstBalanced = (text: string): string | undefined => {
  const start = text.search(/[{[]/)
  if (start < 0) return undefined
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return text.slice(start, at + 1)
  }
  return undefined
}

import { parseJson } from '../../kit/parse-json.ts'
/**
 * JSON on lines of its own, every number and string as it was written: parsing and printing it
 * again would change large numbers and prices such as 1.10. What is no JSON stays as it is.
 */
export const indentJson = (source: string): string => {
  const text = source.trim()
  if (text.includes('\n') || text.length > maxLength || parseJson(text) === undefined) return text
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
  const out: string[] = []
  let depth = 0
  let previous = ''
  for (const [part] of text.matchAll(token)) {
    const closes = part === '}' || part === ']'
    if (closes) depth--
    const isEmpty = closes && (previous === '{' || previous === '[')
    const startsLine = previous === '{' || previous === '[' || previous === ',' || closes
    if (startsLine && !isEmpty) out.push('\n', '  '.repeat(Math.min(Math.max(depth, 0), maxIndent)))
    out.push(part === ':' ? ': ' : part)
    if (part === '{' || part === '[') depth++
    previous = part
  }
  return out.join('')
}

const maxLength = 2_000_000
const maxIndent = 40

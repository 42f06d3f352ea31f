import { announcesOrder, isOrder } from '../../products/extract/grounding/orders.ts'

/** Longer answers are not looked at to their end. */
const maxChars = 300_000

/**
 * In a thread: where an answer's text speaks to a language model instead of to a reader. The places
 * are told, not the words: a warning must not say again what it warns of.
 */
export const findOrders = (answer: unknown): string[] => {
  let left = maxChars
  const look = (value: unknown, path: string): string[] => {
    if (typeof value === 'string') {
      const text = value.slice(0, left)
      left -= text.length
      return placesIn(text, path)
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, part]) =>
      look(part, path === '' ? name : `${path}.${name}`),
    )
  }
  return look(answer, '')
}

const placesIn = (text: string, path: string): string[] => {
  // Addresses and single words order nothing.
  if (!/\S\s+\S/.test(text)) return []
  const lines = text.split('\n')
  const numbers = lines.flatMap((line, at) => (isOrder(line) || announcesOrder(line) ? at + 1 : []))
  if (numbers.length === 0) return []
  if (lines.length === 1) return [path]
  const shown = numbers.slice(0, 8).join(', ')
  return [
    `${path} (line${numbers.length > 1 ? 's' : ''} ${shown}${numbers.length > 8 ? ' …' : ''})`,
  ]
}

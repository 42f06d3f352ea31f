import { maxChars } from './lengths.ts'

/** A label in front and its value: `Weight – 2 kg`. Titles have dashes too: see `factsIn`. */
const dashed = /^(\p{L}[\p{L} .()/&'-]{1,30}?) [-–—=] (\S.*)$/u

/**
 * The facts that one line holds, each as it would stand by itself: "3 beds · 2 baths", and
 * "Height – 6-5" where the line before or behind is made so too.
 */
export const factsIn = (text: string, before = '', after = ''): string[] => {
  if (text.length > maxChars.told) return []
  const [, label, value] = dashed.exec(text) ?? []
  if (label && value && (isDashed(before) || isDashed(after))) return [`${label}: ${value}`]
  return parted(text)
}

/** "… V8 Transmission: automatic Doors: 4" */
const moreFacts = /\p{L}{2}: .*\p{L}{2}: /u

/** Names and their values in one are no value. */
export const holdsFacts = (text: string): boolean =>
  text.length <= maxChars.told && moreFacts.test(text)

const parted = (text: string): string[] => {
  if (!/[·•|]/.test(text)) return []
  const facts = text.split(/[·•|]/).flatMap(part => (/[\p{L}\p{N}]/u.test(part) ? part.trim() : []))
  if (facts.length < 2 || facts.some(fact => fact.length > maxChars.name)) return []
  return facts
}

/** A line that has a label of its own with a dash behind it. */
export const isDashed = (text: string): boolean => text.length <= maxChars.told && dashed.test(text)

/** Whether a line ends as a label without a value does. */
export const endsOpen = (text: string): boolean => /[:：–—=-]\s*$/.test(text)

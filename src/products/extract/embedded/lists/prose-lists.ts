import type { PageNode } from '../../../../page/text/nodes.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import type { Query } from '../rank/query.ts'

export type ListInProse = { entries: string[]; node: PageNode }

/**
 * "The app speaks German, French and Dutch": the only enumeration of the page whose sentence, or the
 * question above it, says what is asked for.
 */
export const findInProse = ({ nodes }: Page, { name }: Query): ListInProse | undefined => {
  const topics = name.filter(({ stem }) => !idle.has(stem))
  if (topics.length === 0) return undefined
  const found: (ListInProse & { score: number })[] = []
  for (const [at, node] of nodes.entries()) {
    if (node.region === 'nav' || node.text.length < leastText || !node.text.includes(', ')) continue
    const above = nodes[at - 1]
    const asked =
      above && (above.level || /[?？]$/.test(above.text)) ? above.text.slice(0, 120) : ''
    for (const sentence of node.text.slice(0, maxText).split(sentenceEnd)) {
      const entries = enumeration(sentence)
      if (!entries) continue
      const score = overlap(topics, wordsOf(`${asked} ${withoutEntries(sentence, entries)}`)).recall
      if (score >= leastSaid) found.push({ entries, node, score })
    }
  }
  found.sort((a, b) => b.score - a.score)
  const [best, second] = found
  return best && (!second || best.score > second.score) ? best : undefined
}

const leastText = 30
const maxText = 4000
const leastSaid = 0.99
const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu})/u
const idle = stemsOf('list name all available mentioned supported options offered')

/** What is listed does not say what is listed. */
const withoutEntries = (sentence: string, entries: string[]): string =>
  entries.reduce((text, entry) => text.replace(entry, ' '), sentence)

/** Three or more names one after the other: "Shopify, Adobe Commerce and Oxid". */
const enumeration = (sentence: string): string[] | undefined => {
  const parts = sentence.split(/,\s(?:and\s|or\s|und\s|et\s|y\s)?|\s(?:and|or|und|et|y)\s/u)
  let best: string[] = []
  for (let from = 0; from < parts.length; from++) {
    const first = namesAtEnd(parts[from] ?? '')
    if (first === '') continue
    const run = [first]
    for (const part of parts.slice(from + 1)) {
      const name = namesAtStart(part)
      if (name === '') break
      run.push(name)
      // More than the name: the sentence goes on.
      if (name !== part.trim()) break
    }
    if (run.length > best.length) best = run
    from += run.length - 1
  }
  return best.length >= leastEntries ? best : undefined
}

const leastEntries = 3

const namesAtEnd = (part: string): string => {
  const words = part.trim().split(' ').slice(-maxWords)
  const start = words.findLastIndex(word => !isNameWord(word)) + 1
  return words.slice(start).join(' ')
}

const namesAtStart = (part: string): string => {
  const words = part.trim().split(' ')
  const end = words.findIndex(word => !isNameWord(word))
  const name = (end < 0 ? words : words.slice(0, end)).slice(0, maxWords + 1)
  return name.length > maxWords ? '' : name.join(' ').replace(/[.;:!?]$/, '')
}

const maxWords = 5
const isNameWord = (word: string): boolean => /^[\p{Lu}\p{N}(&]/u.test(word) && word.length <= 24

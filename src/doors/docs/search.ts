import { rankLinks } from '../../products/crawl/rank.ts'
import type { Doc } from './read-docs.ts'
import type { Section } from './render.ts'

export type Passage = { book: Doc; section: Section }
export type Hit = Passage & { excerpt: string }

const maxHits = 20
const maxQueryChars = 200
const excerptChars = 160

/** The parts of documents that hold every word, best first; what a title says counts three times. */
export const searchDocs = (passages: readonly Passage[], query: string): Hit[] => {
  const words = query.slice(0, maxQueryChars).toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const having = passages.filter(passage => {
    const text = textOf(passage).toLowerCase()
    return words.every(word => text.includes(word))
  })
  const search = words.join(' ')
  return rankLinks({ search, documents: having.map(textOf) })
    .slice(0, maxHits)
    .flatMap(index => having[index] ?? [])
    .map(passage => ({ ...passage, excerpt: excerptOf(passage.section.text, words) }))
}

const textOf = ({ book, section }: Passage): string =>
  `${book.title} ${`${section.title} `.repeat(3)} ${section.text}`

/** From whole word to whole word. */
const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase()
  const places = words.map(word => lower.indexOf(word)).filter(place => place >= 0)
  const near = places.length > 0 ? Math.max(0, Math.min(...places) - excerptChars / 3) : 0
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1
  const isWhole = from + excerptChars >= text.length
  const to = isWhole ? text.length : text.lastIndexOf(' ', from + excerptChars)
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${isWhole ? '' : ' …'}`
}

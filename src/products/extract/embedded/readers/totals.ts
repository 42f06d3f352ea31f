import { isCalled } from '../../../../page/html/around.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import type { Finding } from '../state/state.ts'
import type { Reader } from './reader.ts'

/** "1-24 items of 33", "showing 30 out of 438 conferences", "Page 1 of 12": how many there are in all. */
export const total: Reader = {
  name: 'total',
  asks: ({ field, query }) =>
    (field.kind === 'integer' || field.kind === 'number') && sayAny(query.name, totalWords),
  read: ({ page }, { query }) => totalOf(page, query),
  trust: confidence.guessed,
  isSearch: true,
}

const totalOf = (page: Page, { name }: Query): Finding | undefined => {
  const asksPages = sayAny(name, pages)
  // How many of something else: `review_count`.
  const counted = name.filter(({ stem }) => !totalWords.has(stem) && !anything.has(stem))
  const found = page.nodes.flatMap(node => {
    const said =
      node.text.length <= maxChars.line ? (asksPages ? ofPages : ofAll).exec(node.text) : null
    const quote = said?.slice(1).find(Boolean) ?? ''
    const value = Number(quote.replace(/[,.\s]/g, ''))
    const words = wordsOf(node.text)
    const isMeant = asksPages || counted.length === 0 || overlap(counted, words).recall > 0.5
    return said && value > 0 && isMeant ? [{ value, quote, node: node.id }] : []
  })
  if (asksPages && found.length === 0) return lastPage(page)
  const [first] = found
  return found.some(({ value }) => value !== first?.value) ? undefined : first
}

/** The highest number among the links to the other pages. */
const lastPage = ({ nodes, links }: Page): Finding | undefined => {
  let best: { value: number; node: number } | undefined
  for (const { text, element, after } of links) {
    const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
    if (value > (best?.value ?? 1) && isCalled(element, ofPager, 5)) best = { value, node: after }
  }
  if (!best) return undefined
  return { value: best.value, quote: String(best.value), node: nodes[best.node - 1]?.id }
}

const ofPager = /pagina|page-?nav|pager|pages/i
const ofAll =
  /\b\d{1,6}\s?(?:-|–|to|bis)\s?\d{1,6}\s(?:\p{L}+\s){0,2}(?:of|von|de|sur|out of)\s(\d[\d,.]{0,9})(?!\d)|\bshowing\s(?:all\s)?\d{1,6}\s(?:\p{L}+\s){0,2}(?:of|out of)\s(\d[\d,.]{0,9})(?!\d)/iu
const ofPages = /\b(?:page|seite|página)\s(?:\d{1,5}\s)?(?:of|von|de)\s(\d{1,6})(?!\d)/i
const totalWords = stemsOf('total count number num anzahl')
const pages = stemsOf('page pages')
/** Whatever the page lists. */
const anything = stemsOf('result item product entry record article listing hit match all post')

import { bestBy } from '../../../../kit/best-by.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import { profileNamed } from '../lists/networks.ts'
import { confidence } from '../rank/confidence.ts'
import type { Query } from '../rank/query.ts'
import type { Finding } from '../state/state.ts'
import type { Reader } from './reader.ts'

type Target = { url: string; node: number | undefined }

/** Addresses of pages are not in the text: they are looked for among its links. */
export const link: Reader = {
  name: 'link',
  asks: ({ query, field }) =>
    query.intent !== 'image' && (field.format === 'uri' || field.format === 'url'),
  read: ({ page }, { query }) => toAddress(pickLink(page, query)),
  trust: confidence.labelled,
}

const toAddress = (target: Target | undefined): Finding | undefined =>
  target && { value: target.url, quote: target.url, node: target.node }

/** The link that the page names as the field does. */
const pickLink = (page: Page, query: Query): Target | undefined => {
  const name = query.name.filter(word => !linkWords.has(word.stem))
  const wanted = name.length > 0 ? name : query.name
  const profile = profileNamed(page, query.field.name)
  if (profile) return profile
  const likeness = (words = '') => {
    const { recall, precision } = overlap(wanted, words.length > 80 ? [] : wordsOf(words))
    return recall * 0.6 + precision * 0.4
  }
  const links = page.links.filter(({ url }) => /^https?:/.test(url))
  const best = bestBy(
    links,
    ({ text, element: { attributes } }) => {
      const { class: classes, title, 'aria-label': label, rel } = attributes
      return Math.max(...[text, classes, title, label, rel].map(likeness))
    },
    leastLink,
  )
  return best && { url: best.url, node: best.after || undefined }
}

const leastLink = 0.6

const linkWords = new Set(['url', 'link', 'href', 'uri', 'pag'])

import { bestBy } from '../../../../kit/best-by.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageImage } from '../../../../page/text/nodes.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import { profileNamed } from '../lists/networks.ts'
import { confidence } from '../rank/confidence.ts'
import type { Query } from '../rank/query.ts'
import type { Finding } from '../state/state.ts'
import type { Reader } from './reader.ts'

type Target = { url: string; node: number | undefined }

/** Addresses of images and pages are not in the text: they are looked for among its images and links. */
export const image: Reader = {
  name: 'image',
  asks: ({ query }) => query.intent === 'image',
  read: ({ page }, { query }) => toAddress(pickImage(page, query)),
  trust: confidence.labelled,
}

export const link: Reader = {
  name: 'link',
  asks: ({ query, field }) =>
    query.intent !== 'image' && (field.format === 'uri' || field.format === 'url'),
  read: ({ page }, { query }) => toAddress(pickLink(page, query)),
  trust: confidence.labelled,
}

const toAddress = (target: Target | undefined): Finding | undefined =>
  target && { value: target.url, quote: target.url, node: target.node }

/** The image that belongs to the page's subject: near its heading, large, described by its words. */
const pickImage = (page: Page, query: Query): Target | undefined => {
  const heading = page.nodes.find(node => node.level === 1)?.id ?? 1
  const subject = wordsOf(page.title)
  const best = bestBy(
    page.images.slice(0, 2000),
    image => imageScore(image, heading, query, subject),
    leastImage,
  )
  return best && { url: best.url, node: best.after || undefined }
}

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

const leastImage = 0.99
const leastLink = 0.6

const linkWords = new Set(['url', 'link', 'href', 'uri', 'pag'])

const imageScore = (
  image: PageImage,
  heading: number,
  query: Query,
  subject: ReturnType<typeof wordsOf>,
) => {
  const { element, alt, url, after } = image
  if (
    /\.(svg|gif)(\?|$)|pixel|spacer|sprite|avatar|logo|icon|badge|banner/i.test(url) &&
    !wantsMark(query)
  )
    return 0
  const size = Math.min(
    number(element.attributes.width) || 300,
    number(element.attributes.height) || 300,
  )
  if (size < 80) return 0
  const about = overlap(wordsOf(alt), subject).recall
  const named = overlap(query.name, wordsOf(classesAround(element))).recall
  const near = 1 / (1 + Math.abs(after - heading) / 15)
  return about + named * 0.5 + near + Math.min(size, 1200) / 1200
}

const wantsMark = (query: Query) =>
  query.name.some(word => /^(logo|icon|avatar|badge|banner)$/.test(word.stem))

const classesAround = (element: HtmlElement) =>
  [element, element.parent, element.parent?.parent]
    .map(one => one?.attributes.class ?? '')
    .join(' ')

const number = (value: string | undefined) => Number.parseInt(value ?? '', 10) || 0

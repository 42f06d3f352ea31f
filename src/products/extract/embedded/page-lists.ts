import type { Field } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { stemOf, wordsOf } from '../words/words.ts'

/** One entry of what a page is made of, and the line it stands in. */
type Part = { text: string; node: number }

/**
 * All headings, links or pictures of the page, where a list is called just so: every page has them,
 * and no label names them.
 */
export const partsOfPage = (page: Page, { name, item }: Field): Part[] => {
  const stems = wordsOf(name).map(({ stem }) => stem)
  const isAll = (words: ReadonlySet<string>) =>
    stems.some(stem => words.has(stem)) && stems.every(stem => words.has(stem) || plain.has(stem))
  if (isAll(headingWords)) return headings(page, stems.includes(stemOf('subheadings')))
  const isAddress = item?.format === 'uri' || item?.format === 'url'
  if (!isAddress) return []
  if (isAll(imageWords)) return page.images.map(({ url, after }) => ({ text: url, node: after }))
  if (isAll(linkWords)) return page.links.map(({ url, after }) => ({ text: url, node: after }))
  return []
}

const stems = (words: string) => new Set(words.split(' ').map(stemOf))
const plain = stems('all page list article text main url urls')
const headingWords = stems('headings subheadings headers sections')
const imageWords = stems('images pictures photos')
const linkWords = stems('links hyperlinks hrefs')

const headings = ({ nodes }: Page, isBelow: boolean): Part[] =>
  nodes
    .filter(({ level, region }) => level && region !== 'nav' && region !== 'footer')
    .filter(({ level }) => !isBelow || level !== 1)
    .map(({ id, text }) => ({ text: text.replace(permalink, ''), node: id }))

/** "Quickstart¶": the mark of a link to the heading itself. */
const permalink = /(?<=\S) ?[¶§#]$/

import { around } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageSigns } from '../../../../page/metadata/signs.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { conceptsOf, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import { shapeOf } from '../../values/kinds.ts'
import { normalise } from '../../values/normalise.ts'
import { confidence } from '../rank/confidence.ts'
import { type Query, qualifiers, things } from '../rank/query.ts'
import { signsOf } from '../state/lines.ts'
import { asksPageTitle, isNameOfPart } from './field-names.ts'
import { type Reader, toFinding } from './reader.ts'

/** A byline, a `<time>`, a date in a class of that name: signs that need no label. */
export const byline: Reader = {
  name: 'byline',
  asks: ({ query }, { scope }) => scope.isPage && signsFor(query).length > 0,
  read: (state, { field, query }) => {
    const signs = signsOf(state)
    for (const sign of signsFor(query)) {
      const found = signs[sign] ? normalise(field, signs[sign]) : undefined
      if (!found || (query.intent === 'person' && !isName(found.quote))) continue
      const node = state.page.nodes.find(one => one.text.includes(found.quote))?.id
      const fact = node === undefined ? 'time' : undefined
      // Of other pages than articles it is said seldom, and often of somebody else.
      return { ...found, node, fact, confidence: signs.isArticle ? confidence.likely : undefined }
    }
    return undefined
  },
  trust: confidence.guessed,
  needsOwnWords: true,
}

/** Those that are words of the page. */
type Sign = Exclude<keyof PageSigns, 'isArticle'>

const signsFor = ({ intent, names }: Query): Sign[] => {
  const says = (words: Set<string>) => names.some(one => sayAny(one.words, words))
  if (intent === 'person')
    return says(authorWords) && !says(jobWords)
      ? ['byLine', 'nearByLine', 'authorLink', 'signature', 'authorBox', 'poster']
      : []
  if (intent !== 'date') return []
  if (says(changeWords)) return ['modifiedTime']
  const isOfPublishing = ({ stem, concepts }: Word) =>
    publishWords.has(stem) || concepts.some(one => publishing.includes(one))
  // A date of something else is not the page's: `warranty_date`.
  const isOfPage = names[0]?.words.every(
    word =>
      word.stem.length < 3 ||
      isOfPublishing(word) ||
      things.has(word.stem) ||
      qualifiers.has(word.stem),
  )
  const isPublished = names.some(({ words }) => words.some(isOfPublishing))
  return isOfPage && isPublished ? ['publishedTime', 'publishedText', 'nearDate'] : []
}

/** "(Author)", "See all contributors", "Log in" and "by" stand where a name should. */
const isName = (text: string): boolean => {
  if (/^\(|\)$|^\W*(?:by|and|und|et|y)\W*$/i.test(text) || !/[\p{L}\p{N}]/u.test(text)) return false
  if (sayAny(wordsOf(text), notNames)) return false
  // One word may be an account; several begin with capitals, where there are any.
  return !/\s/.test(text) || !/[\p{Lu}\p{Ll}]/u.test(text) || shapeOf(text).name >= 0.8
}

const authorWords = stemsOf('author writer byline')
const jobWords = stemsOf('job role position occupation biography')
const notNames = stemsOf(
  'author contributor profile biography username log login sign signin register see view more email',
)
const publishing = conceptsOf(stemOf('published'))
const changeWords = stemsOf('modified updated changed revised')
const publishWords = stemsOf('published publication publish posted date pubdate')

/** A title of nothing but the page is its main heading; that of a thing need not be. */
export const heading: Reader = {
  name: 'heading',
  asks: question => !isNameOfPart(question) && asksPageTitle(question.query),
  read: (state, { field }) => {
    const headings = state.page.nodes.filter(({ level }) => level)
    const lines = headings.filter(({ level }) => level === 1)
    if (new Set(lines.map(headOf)).size !== 1) return undefined
    // A heading of several lines is one.
    if (lines.length > 1)
      return toFinding(field, lines.map(({ text }) => text).join(' '), { node: lines[0]?.id })
    const main = headings.find(({ text }) => text === signsOf(state).heading)
    return toFinding(field, main?.text, { node: main?.id })
  },
  trust: confidence.guessed,
}

const headOf = ({ element }: PageNode): HtmlElement =>
  around(element, maxUp).find(({ name }) => name === 'h1') ?? element

const maxUp = 6

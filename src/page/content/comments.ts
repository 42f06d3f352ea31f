import { uint8s } from '../../kit/small-arrays.ts'
import { descendants, type HtmlElement } from '../html/html.ts'
import { isAnswer } from './answers.ts'
import type { Region } from './blocks.ts'
import { isOneComment, saysComments } from './comment-marks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'
import { hashWord } from './words.ts'

/** By default comments stay where they are the content: in forums, not below articles. */
export type CommentsOption = 'auto' | 'include' | 'exclude'

/**
 * Comments are left out, and stay where they are the content (there the model decides), unless the
 * caller says otherwise. A page that has little else is about them, whatever its type.
 */
export const settleComments = (selection: Selection) => {
  const { view, kept, comments } = selection
  const { found, own } = findComments(selection)
  if (found.length === 0) return
  if (comments === 'include') for (const area of found) keepComments(view, area, kept)
  if (comments === 'include') return
  const stay = comments === 'auto' && isContent(selection, found, own)
  const isWhole = stay && areWanted(selection, found)
  for (const area of found) {
    const { first, end, count } = area
    if (!stay) kept.fill(0, first, end)
    else if (isWhole) keepComments(view, area, kept)
    if (!kept.subarray(first, end).includes(1)) selection.commentsLeftOut += count
  }
}

/**
 * What is said in a forum; also what buyers say of a product is often called so, and belongs to it.
 * So is what the model takes for text: replies to a report, answers of a support page. An article
 * with many comments looks a little like a forum: in doubt the words on both sides count.
 */
const isContent = (
  selection: Selection,
  found: readonly Comments[],
  own: readonly Comments[],
): boolean => {
  const { pageType, typeShare } = selection
  if (pageType === 'product') return true
  const { inside, outside } = countWords(selection, found)
  const { facts } = selection.view
  const saysArticle = facts.ogType === 'article' && !isQuestion(facts)
  const isArticle = (pageType === 'article' && typeShare >= sureShare) || saysArticle
  if (!isArticle && meanLikely(selection, [...found, ...own]) >= sureLikely) return true
  if (typeShare < sureShare || (saysArticle && pageType === 'forum')) return outside < inside
  return pageType === 'forum' || (outside < minMoreWords && outside * 2 < inside)
}
const sureShare = 0.6
const sureLikely = 0.75

/**
 * A few reviews of a product, and what was said of a question and its answers, stay whatever the
 * model says, as long as they are few words beside the rest.
 */
const areWanted = (selection: Selection, found: readonly Comments[]): boolean => {
  const { view, pageType, wantsEssentials } = selection
  const isOfSubject = pageType === 'product' || isQuestion(view.facts)
  if (!wantsEssentials || !isOfSubject) return false
  const { inside, outside } = countWords(selection, found)
  return inside * 2 <= outside
}

const isQuestion = ({ types }: PageView['facts']) => questionTypes.some(type => types.has(type))
const questionTypes = ['qapage', 'question'].map(hashWord)

/** Without forms, and without the labels that all comments have. */
const keepComments = (view: PageView, { first, end }: Comments, kept: Uint8Array) => {
  for (const { index, region } of view.blocks.slice(first, end)) {
    const isLabel = between(view.labels, index, index + 1) > 0
    const isForm = ((view.flags[region.index] ?? 0) & form) !== 0
    if (!isLabel && !isForm) kept[index] = 1
  }
}

/** Fewer words than this beside many comments are only what they are about. */
const minMoreWords = 60

/** Of what is said, without the form to say more. */
const meanLikely = ({ view, likely }: Selection, areas: readonly Stretch[]): number => {
  let sum = 0
  let words = 0
  for (const { first, end } of areas)
    for (const { index, facts, region } of view.blocks.slice(first, end)) {
      if (((view.flags[region.index] ?? 0) & form) !== 0) continue
      sum += facts.words * (likely[index] ?? 0)
      words += facts.words
    }
  return words === 0 ? 0 : sum / words
}

const countWords = ({ view, kept }: Selection, found: readonly Comments[]) => {
  const isIn = uint8s(kept.length)
  for (const { first, end } of found) isIn.fill(1, first, end)
  let inside = 0
  let outside = 0
  for (const { index, facts } of view.blocks) {
    if (isIn[index]) inside += facts.words
    else if (kept[index]) outside += facts.words
  }
  return { inside, outside }
}

/** A stretch of a page in which its readers speak. */
type Comments = Stretch & { count: number; elements: HtmlElement[] }
type Stretch = { first: number; end: number }

/**
 * Where comments stand: in what the markup calls so, and in rows of look-alikes that each have a
 * time and a label which all of them repeat (Reply, 回复), in whatever language. The second kind
 * only where the model is of two minds about it: a live blog has the same shape. `own` is what the
 * model takes for text of the page.
 */
export const findComments = (selection: Selection): { found: Comments[]; own: Comments[] } => {
  const { view, likely } = selection
  const found: Comments[] = []
  const own: Comments[] = []
  const isOfAnswers = findAnswers(view)
  let reviewsEnd = 0
  for (const region of view.regions) {
    const end = Math.max(found.at(-1)?.end ?? 0, reviewsEnd)
    if (region.first < end || isOfAnswers(region)) continue
    if (takesReviewsForText(selection) && isMarked(view, region) && areReviews(view, region)) {
      reviewsEnd = region.end
      continue
    }
    if (isMarked(view, region) && isOwnText(selection, region)) {
      if (region.first >= (own.at(-1)?.end ?? 0)) own.push(areaOf(view, region))
      continue
    }
    const area = isMarked(view, region) ? areaOf(view, region) : threadOf(view, region, likely)
    if (area) found.push(area)
  }
  return { found, own }
}

/** Answers to a question, and what is around them or in them; not what is said of one. */
const findAnswers = ({ regions, blocks }: PageView): ((region: Region) => boolean) => {
  const answers = regions.filter(({ element }) => isAnswer(element))
  if (answers.length === 0) return () => false
  /** Of the first answer that begins at a block or later. */
  const ends = new Float64Array(blocks.length + 1).fill(Infinity)
  for (const { first, end } of answers) ends[first] = Math.min(end, ends[first] ?? end)
  for (let at = blocks.length - 1; at >= 0; at--)
    if (ends[at] === Infinity) ends[at] = ends[at + 1] ?? Infinity
  return region => {
    for (let at: Region | undefined = region; at; at = at.parent) {
      if (isAnswer(at.element)) return true
      if (saysComments(at.element)) break
    }
    return (ends[region.first] ?? Infinity) <= region.end
  }
}

const marked = flagBit('comments')

/** Programs that color code call the comments in it so too. */
const isMarked = (view: PageView, { index }: Region) =>
  ((view.flags[index] ?? 0) & (marked | code)) === marked
const code = flagBit('pre')

/**
 * Text by the model, without the day on which somebody said it: programs call a note on a function
 * or a field so, languages of programs have a chapter on them, and shops say it of themselves.
 */
const isOwnText = (selection: Selection, region: Region): boolean => {
  const { view, likely, pageType } = selection
  const { first, end, times } = region
  if (times > 0) return false
  // A chapter has lines that are none of its text, such as the way to the next one.
  if (pageType === 'documentation') return meanLikely(selection, [region]) >= minNoteLikely
  const isNote = end - first === 1 && !holdsComments(region)
  if (!isNote && countComments(view, first, end) > 0) return false
  const least = isNote ? minNoteLikely : minTextLikely
  return likely.subarray(first, end).every(share => share >= least)
}
const minNoteLikely = 0.5

/** A list of comments, however short they are. */
const holdsComments = ({ element }: Region): boolean =>
  descendants(element)
    .take(maxParts)
    .some(part => rowTags.has(part.name) && isOneComment(part))
const maxParts = 100
const minTextLikely = 0.8

/** Reviews are text like any other; of a product they stay even where the model doubts them. */
const takesReviewsForText = ({ comments, pageType }: Selection): boolean =>
  comments === 'auto' && pageType !== 'product'

/** What buyers and guests say of the subject is called comments by the programs of many shops. */
const areReviews = ({ regions }: PageView, region: Region): boolean => {
  for (let at = region.index; at < region.index + maxReviewRegions; at++) {
    const { element, first, end } = regions[at] ?? region
    if (first >= region.first && end <= region.end && isReview(element)) return true
  }
  return false
}
/** A heading and the wrappers around the first review come before it. */
const maxReviewRegions = 12

const isReview = ({ attributes }: HtmlElement): boolean =>
  /(?:^|[\s_-])(?:reviews?|testimonials?)(?:[\s_-]|$)/i.test(attributes.class ?? '') ||
  attributes.itemprop === 'review'

/** One that nothing marks as such still has its day, which a form for the first has not. */
const areaOf = (view: PageView, { first, end, element, times }: Region): Comments => ({
  first,
  end,
  count: countComments(view, first, end) || Math.min(times, 1),
  elements: [element],
})

/** Each comment begins with a block of its own, however many elements are wrapped around it. */
const countComments = (view: PageView, first: number, end: number): number => {
  const starts = new Set<number>()
  let most = 0
  for (let at = firstRegion(view.regions, first); at < view.regions.length; at++) {
    const region = view.regions[at] as Region
    if (region.first >= end) break
    if (region.first < first || region.end > end) continue
    if (isOneComment(region.element)) starts.add(region.first)
    if (!hasWords(view, region) || !isRow(view, region)) continue
    // What is all of it is one of a row of its own kind, and each of them is counted.
    const isAll = region.first === first && region.end === end
    most = Math.max(most, isAll ? 1 : (view.twins[region.index] ?? 0))
  }
  return starts.size || most
}

/** Regions stand in the order of their first blocks. */
const firstRegion = (regions: readonly Region[], first: number): number => {
  let low = 0
  let high = regions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((regions[middle] as Region).first < first) low = middle + 1
    else high = middle
  }
  return low
}

const minCommentWords = 3

const hasWords = (view: PageView, { first, end }: Region) =>
  between(view.sums.words, first, end) >= minCommentWords

const isRow = (view: PageView, { index, element }: Region) =>
  (view.twins[index] ?? 0) >= 2 && rowTags.has(element.name)
const rowTags = new Set(['div', 'li', 'article', 'section', 'dd', 'tr'])

const form = flagBit('form') | flagBit('button')

const minThread = 3
const minThreadWords = 6
const maxThreadLinks = 0.35
const maxThreadLikely = 0.6

/** The row of look-alikes that begins with a region, if they are comments. */
const threadOf = (
  view: PageView,
  { index, parent, first }: Region,
  likely: Float64Array,
): Comments | undefined => {
  const count = view.twins[index] ?? 0
  if (count < minThread || view.twinRank[index] !== 0 || !parent) return undefined
  if ((view.twinTimes[index] ?? 0) < count * 0.8) return undefined
  const words = view.twinWords[index] ?? 0
  const links = view.twinLinkChars[index] ?? 0
  if (words < count * minThreadWords) return undefined
  if (links > maxThreadLinks * (view.twinChars[index] ?? 0)) return undefined
  let end = first
  const elements: HtmlElement[] = []
  for (let at = index; at < view.regions.length; at++) {
    const other = view.regions[at] as Region
    if (other.first >= parent.end) break
    if (other.parent !== parent || view.twinWords[at] !== words) continue
    end = other.end
    elements.push(other.element)
  }
  if (between(view.labels, first, end) < count * 0.8) return undefined
  // What has a heading each is a list of articles, or of reviews.
  if (countHeadings(view, first, end) >= count * 0.8) return undefined
  const own = likely.subarray(first, end)
  const sum = own.reduce((sum, share) => sum + share, 0)
  return sum < maxThreadLikely * own.length ? { first, end, count, elements } : undefined
}

const countHeadings = ({ ranks }: PageView, first: number, end: number): number => {
  let count = 0
  for (let at = first; at < end; at++) if ((ranks[at] ?? 0) > 0) count++
  return count
}

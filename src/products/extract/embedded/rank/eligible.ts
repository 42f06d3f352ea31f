import { placeOf } from '../../../../page/learned/columns.ts'
import { isPersonName, withoutBy } from '../../../../page/metadata/names.ts'
import { fold, overlap, wordsOf } from '../../../../page/words/words.ts'
import { asksForOld } from '../../source/struck.ts'
import { asksCode, codeIn } from '../../values/codes.ts'
import { phoneIn } from '../../values/kinds.ts'
import { normalise } from '../../values/normalise.ts'
import type { Intent } from '../../words/intent.ts'
import { type Candidate, isNoValue, isOldPrice } from './candidates.ts'
import { candidateColumns, featureRows, wholeShape } from './features.ts'
import { contradictsIntent, isFronted, isNamedNearby, saysItsName } from './intent-rules.ts'
import { endsOpen } from './line-facts.ts'
import { isAspect, isItsName, type Query } from './query.ts'

/** The candidates that may answer a field at all. */
export type Eligible = { list: Candidate[]; rows: Float32Array[]; texts: number[] }

export const eligible = (query: Query, candidates: Candidate[]): Eligible => {
  const rows = featureRows(query, candidates)
  const found: Eligible = { list: [], rows: [], texts: [] }
  const numbers = new Map<string, number>()
  const isOld = query.intent === 'money' && asksForOld(query.field)
  const isOther =
    query.intent === 'money' &&
    !isOld &&
    !fees.test(`${query.field.name} ${query.field.description}`)
      ? createOtherPrice(candidates)
      : undefined
  rows.forEach((row, at) => {
    const candidate = candidates[at] as Candidate
    if (!row || isNoValue(candidate) || (isOldPrice(candidate) && !isOld)) return
    if (isOther?.(candidate) || isNoTitle(query, candidate)) return
    if (isItsName(query, candidate.text) || isOfAspect(query, candidate)) return
    if (isHeadCell(candidate) || isBelowAValue(candidate, row)) return
    if (isTold(query, candidate)) return
    if (isCall(query, candidate) || contradictsIntent({ query, candidate, row })) return
    if (isMenuEntry(query, candidate) && !isFronted(row)) return
    if (asksCode(query.field) && !codeIn(query.field, candidate.text)) return
    if (!normalise(query.field, valueText(query, candidate))) return
    const plain = fold(candidate.text).replace(/[^\p{L}\p{N}]+/gu, '')
    const number = numbers.get(plain) ?? numbers.size
    numbers.set(plain, number)
    found.list.push(candidate)
    found.rows.push(row)
    found.texts.push(number)
  })
  return found
}

/** The line above looks alike and is a value itself: "12 Harbour Street" names nothing. */
const isBelowAValue = ({ labels: { above } }: Candidate, row: Float32Array): boolean =>
  (row[likeAbove] ?? 0) === 1 &&
  /\p{N}/u.test(above) &&
  !endsOpen(above) &&
  (row[shapeFit] ?? 0) < wholeShape &&
  !isNamedNearby(row) &&
  !saysItsName(row)

const likeAbove = placeOf(candidateColumns, 'likeAbove')
const shapeFit = placeOf(candidateColumns, 'shapeFit')

/** "Le vendeur à recopier est" is the beginning of a sentence, and what follows, its end. */
const isTold = ({ intent }: Query, { labels: { before, above, inline } }: Candidate): boolean =>
  told.has(intent) && [before, above, inline].some(label => opens.test(label))

const told = new Set<Intent>(['title', 'person', 'organization', 'place', 'other'])
const opens =
  /^(?:\S+\s){3,}(?:is|are|was|be|est|sont|soit|ist|sind|lautet|es|son|sea|è|sono|é|são|seja)\s?[:：]?$/iu

/** The head of a column is what it names only in tables within tables. */
const isHeadCell = ({ isLabel, node, labels }: Candidate): boolean =>
  isLabel && node.cell !== undefined && labels.row === '' && labels.column === ''

/** "School type: public" names neither the school nor anybody. */
const isOfAspect = (query: Query, { labels }: Candidate): boolean =>
  named.has(query.intent) &&
  [labels.inline, labels.term, labels.row, labels.column, labels.before].some(
    label => label !== '' && isAspect(query, label),
  )

const named = new Set<Intent>(['title', 'person', 'organization'])

/** The name of the site, a heading's number, and what is left of it without the code in it. */
const isNoTitle = ({ intent }: Query, { node, piece, isSite, text }: Candidate): boolean => {
  if (intent !== 'title' || isSite) return intent === 'title'
  if (!piece || node.pieces.length < 2) return false
  return /^(?:\d{1,3}\.){1,4}$/.test(text) || node.pieces.some(one => inWords.has(one.element.name))
}

const inWords = new Set(['code', 'kbd', 'samp', 'tt', 'var', 'sub', 'sup'])

/**
 * Another kind of price on a page that names a plain one; the price of something else that is shown
 * beside the subject.
 */
const createOtherPrice = (candidates: readonly Candidate[]) => {
  const hasPlain = candidates.some(
    ({ whole, labels }) => plainPrice.test(whole) || plainPrice.test(labels.inline),
  )
  const isAside = candidates.filter(one => one.isBeside).length < candidates.length / 2
  return ({ labels, isBeside, whole }: Candidate): boolean => {
    if (isBeside) return isAside
    if (whole.length <= maxFee && fees.test(`${whole} ${labels.before} ${labels.row}`)) return true
    const said = [labels.inline, labels.before, labels.row, labels.above]
    return hasPlain && said.some(label => kindOfPrice.test(label))
  }
}

/** What is paid for something else than the thing. */
const fees = /\b(?:shipping|delivery|postage|handling|versand|destination charge|livraison)\b/i
const maxFee = 60

const plainPrice =
  /^\W*(?:(?:our|your|my|sale|selling|current|now|today.s|special|final|net) )?price\W*$/i
const kindOfPrice =
  /^\W*(?:list|retail|regular|suggested(?: retail)?|market|combo|bundle|unit) price\W*$/i

/** "See all titles", "Add to cart": what to press. A title may well begin so. */
const isCall = ({ intent, name }: Query, { text, piece, node }: Candidate): boolean =>
  intent !== 'title' &&
  intent !== 'prose' &&
  calls.test(text) &&
  (intent === 'person' ||
    // "Choose your rating".
    wordsOf(text).some(({ stem }) => name.some(one => one.stem === stem)) ||
    /^[[(].*[\])]$/.test(text) ||
    (piece ? [piece] : node.pieces).some(
      one => one.link !== undefined && lettersOf(one.text) === lettersOf(text),
    ))

/** "About us" below "Company", in a header or a footer full of links: it leads there, and is no answer. */
const isMenuEntry = ({ intent }: Query, { node, piece, linksAround }: Candidate): boolean =>
  (intent === 'organization' || intent === 'title') &&
  (node.region === 'header' || node.region === 'footer') &&
  !node.level &&
  linksAround > 0.6 &&
  (piece ?? node.pieces[0])?.link !== undefined

/** "[See all]" is the link "See all". */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

const calls =
  /^\W{0,3}(?:see|view|show|choose|select|rate|read|learn|get|add|buy|shop|order|sign|log|register|join|subscribe|apply|click|browse|search|find|compare|print|share|download|write|submit|check|visit|edit|remove|more|map|back|return|continue|start|try|request|schedule|contact|talk|explore|discover|watch)(?![\p{L}\p{N}'’-])[^.!?\p{N}]{0,40}$/iu

/** "Ann Reed, CEO of Lumen House" is Ann Reed. */
const withoutRole = (text: string): string => {
  const [name = '', ...rest] = text.split(/,\s/)
  return rest.length > 0 && isPersonName(name) && roleBehind.test(rest.join(', ')) ? name : text
}

const roleBehind =
  /\b(?:CEO|CTO|CFO|COO|CMO|founder|director|manager|editor|writer|reporter|president|head of|lead|officer|partner|engineer|analyst|consultant|professor|author|correspondent|specialist|strategist)\b/i

/** "Published on 6 March 2026." without what happened on that day. */
export const withoutEvent = (text: string): string =>
  text
    .replace(
      /^(?:(?:first|last|originally) )?(?:published|updated|posted|modified|edited|created|added|asked)(?: (?:on|at|by \S{1,30}))?[:\s]{1,3}(?=.{0,20}\d)/i,
      '',
    )
    .replace(/(?<=\d)\.$/, '')

/**
 * A link's words say "Official site" where its address was asked for; what stands before the colon
 * of a title is no label.
 */
export const valueText = (
  query: Query,
  { text, whole, labels, piece, shape }: Candidate,
): string => {
  // "1-888-888-4532 (8 am to 5 pm)"
  if (query.intent === 'phone' && shape.phone > 0)
    return phoneIn(text)?.replace(/\s?\([^)]{0,4}$/, '') ?? text
  if (query.intent === 'person') return withoutRole(withoutBy(text)) || text
  if (query.intent === 'date') return withoutEvent(text) || text
  // "4.6 (128 reviews)"
  if (query.intent === 'rating')
    return text.replace(/(?<=^\d(?:[.,]\d{1,2})?)\s?\([^()]{1,30}\)$/, '')
  const code = codeIn(query.field, text)
  if (code) return code
  if (query.intent === 'title' && whole !== text && labels.inline)
    return query.names.some(({ words }) => overlap(words, wordsOf(labels.inline)).recall > 0.4)
      ? text
      : whole
  return query.intent === 'url' && shape.url < 0.5 && piece?.link ? piece.link : text
}

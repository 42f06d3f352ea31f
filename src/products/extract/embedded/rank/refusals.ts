import { placeOf } from '../../../../page/learned/columns.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import { asksForOld } from '../../source/struck.ts'
import { asksCode, codeIn } from '../../values/codes.ts'
import { isGrade } from '../../words/intent.ts'
import type { Candidate } from './candidates.ts'
import { candidateColumns } from './features.ts'
import { maxChars } from './lengths.ts'
import { isItsName, type Query } from './query.ts'
import type { Rules } from './rules.ts'
import { ownWords } from './vocabulary.ts'

/** A text of the page beside a field; `row` says how they stand to each other. */
export type Pairing = { query: Query; candidate: Candidate; row: Float32Array; page: PageSigns }

/** What all texts of the page say of one of them. */
export type PageSigns = {
  /** A label says "price" and nothing else. */
  hasPlainPrice: boolean
  /** Less than half of the page belongs to other things than its subject. */
  hasSubject: boolean
}

export const noSigns: PageSigns = { hasPlainPrice: false, hasSubject: false }

export const signsOf = (candidates: readonly Candidate[]): PageSigns => ({
  hasPlainPrice: candidates.some(
    ({ whole, labels }) => plainPrice.test(whole) || plainPrice.test(labels.inline),
  ),
  hasSubject: candidates.filter(one => one.isBeside).length < candidates.length / 2,
})

/** A label in front of it is the field's own name. */
export const isFronted = (row: Float32Array, least = 0.99): boolean =>
  inFront.some(place => (row[place] ?? 0) >= least)

/** Some label, class or id around it says the field's name, at least in part. */
export const isNamedNearby = (row: Float32Array, least: number = leastLike): boolean =>
  nearby.some(place => (row[place] ?? 0) >= least)

/** The text itself says the field's name, at least in part. */
const saysItsName = (row: Float32Array): boolean => (row[ownText] ?? 0) >= leastLike

const leastLike = 0.3
const at = (name: string) => placeOf(candidateColumns, name)
const aboveName = at('aboveName')
const ownText = at('ownText')
const isForeign = at('isForeign')
const inFront = ['inlineName', 'termName', 'rowName', 'columnName'].map(at)
const nearby = [...inFront, ...['beforeName', 'ownName', 'parentName', 'grandName'].map(at)]

/** What stands in front of it, or names its row or column. */
export const frontLabels = ({ labels }: Candidate): string[] =>
  [labels.inline, labels.term, labels.row, labels.column, labels.before].filter(Boolean)

/** "Was $154.95", or crossed out: what it cost before. */
export const isOldPrice = ({ isOut, labels }: Candidate): boolean =>
  isOut ||
  [labels.inline, labels.before, labels.row, labels.above].some(said => formerly.test(said))

/** What is to be paid now, and not for having it brought. */
const asksPrice = ({ intent, field }: Query): boolean =>
  intent === 'money' && !asksForOld(field) && !fees.test(`${field.name} ${field.description}`)

/** Texts that are no value of any field, or not of one that is called so; the cheapest first. */
export const refusals: Rules<Pairing> = {
  'it is a mark between others (color: |)': ({ candidate: { text } }) =>
    !/[\p{L}\p{N}✓✔✅✗✘❌★]|^\p{Sc}{1,5}$/u.test(text),
  'it is a label (color: Size:)': ({ candidate: { text } }) => /[:：]$/.test(text.trimEnd()),
  'it says that there is none (color: Not available)': ({ candidate: { text } }) =>
    saysNone.test(text),
  'it is something to press (color: <button>Red</button>)': ({ candidate: { node, piece } }) =>
    (piece?.element ?? node.element).name === 'button',
  'it is an entry of a menu (company: About us)': ({ candidate: { node, piece, linksAround } }) =>
    piece?.link !== undefined && node.region === 'nav' && linksAround > 0.3,
  'only a part of it still holds (price: <del>$89</del> $61)': ({
    candidate: { piece, isPartlyOut },
  }) => !piece && isPartlyOut,
  'it cost that before (price: <del>$89</del>)': ({ query, candidate }) =>
    isOldPrice(candidate) && !(query.intent === 'money' && asksForOld(query.field)),
  'it is the price of something else, or of having it brought (price: Shipping: $5)': ({
    query,
    candidate: { labels, isBeside, whole },
    page,
  }) =>
    asksPrice(query) &&
    (isBeside
      ? page.hasSubject
      : whole.length <= maxChars.name && fees.test(`${whole} ${labels.before} ${labels.row}`)),
  'it is another kind of price than the one that the page calls so (price: List price: $89)': ({
    query,
    candidate: { labels },
    page,
  }) =>
    page.hasPlainPrice &&
    asksPrice(query) &&
    [labels.inline, labels.before, labels.row, labels.above].some(one => kindOfPrice.test(one)),
  'it is the name of the site, or what is left of a heading with code in it (title: Errors with)':
    ({ query, candidate: { node, piece, isSite } }) =>
      query.intent === 'title' &&
      (isSite || (piece !== undefined && node.pieces.some(one => inWords.has(one.element.name)))),
  'it repeats the name of the field (engine: Standard engine)': ({ query, candidate: { text } }) =>
    isItsName(query, text),
  'its own label names another thing (check_in_date: Date of birth: 4 July 1990)': ({
    query,
    row,
  }) => row[isForeign] === 1 && query.intent !== 'title' && ownWords(query).length > 0,
  'it says what to do (publisher: See all titles)': ({ query, candidate }) =>
    isCall(query, candidate),
  'neither it nor its label says of what it is said (is_waterproof: Not available)': ({
    query,
    candidate: { text },
    row,
  }) =>
    query.field.kind === 'boolean' &&
    !saysItsName(row) &&
    (wordCount(text) > maxYes || !((row[aboveName] ?? 0) >= leastLike || isNamedNearby(row))),
  'it is a word between others, or of every menu (state: in)': ({ candidate: { text }, row }) =>
    smallWords.test(text) && !isFronted(row),
  'a grade in letters is no number of stars, nor how many gave them (mpaa_rating: 7.8)': ({
    query,
    candidate: { text },
    row,
  }) => isGrade(query.field) && (countOfRatings.test(text) || score.test(text)) && !isFronted(row),
  'it is not the kind of number that is asked for (isbn_13: 0306406152)': ({
    query: { field },
    candidate: { text },
  }) => asksCode(field) && !codeIn(field, text),
}

export const wordCount = (text: string): number => text.split(' ').length

/** A title may well begin as an order does; elsewhere it must be a link, or say the field's name. */
const isCall = ({ intent, name }: Query, { text, piece, node }: Candidate): boolean =>
  intent !== 'title' &&
  intent !== 'prose' &&
  calls.test(text) &&
  (intent === 'person' ||
    // "Choose your rating".
    wordsOf(text).some(({ stem }) => name.some(one => one.stem === stem)) ||
    (piece ? [piece] : node.pieces).some(one => one.link !== undefined && one.text === text))

const inWords = new Set(['code', 'kbd', 'samp', 'tt', 'var', 'sub', 'sup'])
/** "In stock", "Not yet available". */
const maxYes = 3
/** What pages write where they have no value. */
const saysNone =
  /^\W{0,5}(?:n\/?a|not (?:available|applicable|specified|provided|given|listed|yet (?:known|rated))|unspecified|required|optional|no data|k\. ?a\.|keine angabe|loading\b.{0,24})\W{0,5}$/i
const formerly =
  /^\W*(?:was|(?:old|original|previous|former|compare at|invoice) price|(?:\p{L}+ )?invoice|before|previously|formerly|originally|statt|bisher|vorher|avant|antes)\W*$/iu
const fees = /\b(?:shipping|delivery|postage|handling|versand|destination charge|livraison)\b/i
const plainPrice =
  /^\W*(?:(?:our|your|my|sale|selling|current|now|today.s|special|final|net) )?price\W*$/i
const calls =
  /^\W{0,3}(?:see|view|show|choose|select|rate|read|learn|get|add|buy|shop|order|sign|log|register|join|subscribe|apply|click|browse|search|find|compare|print|share|download|write|submit|check|visit|edit|remove|more|map|back|return|continue|start|try|request|schedule|contact|talk|explore|discover|watch)(?![\p{L}\p{N}'’-])[^.!?\p{N}]{0,40}$/iu
export const countOfRatings =
  /^(?!\W{0,3}\d\.\d{1,2}\s)\W{0,3}\d[\d.,]{0,12}\s?(?:\p{L}{1,20} )?(?:ratings?|reviews?|votes?)\W{0,3}$/iu
const kindOfPrice =
  /^\W*(?:list|retail|regular|suggested(?: retail)?|market|combo|bundle|unit) price\W*$/i
/** "7.8", "6/10", "3 out of 5". */
const score = /^\W{0,3}\d[\d.,]{0,5}(?:\s?(?:\/|out of|von|sur|de)\s?\d{1,3})?\W{0,3}$/i
/** IN is a state. */
const smallWords =
  /^\W{0,3}(?:[Ii]n|[Oo]n|[Aa]t|[Tt]o|[Ff]or|[Oo]f|[Ff]rom|[Tt]he|[Ii]s|[Yy]our|[Oo]ur|[Tt]heir|[Aa]nd|[Oo]r|[Ww]ith|[Hh]ome|[Mm]enu|[Ss]earch|[Ll]og ?in|[Ss]ign ?in|[Nn]ext|[Pp]revious|[Bb]ack|a|an|please|here|more|this|that|also)\W{0,3}$/

import type { HtmlElement } from '../../../../page/html/html.ts'
import { placeOf } from '../../../../page/learned/columns.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import { asksForOld } from '../../source/struck.ts'
import { asksCode, codeIn } from '../../values/codes.ts'
import { unitOf } from '../../values/units.ts'
import { type Intent, isGrade } from '../../words/intent.ts'
import type { Candidate } from './candidates.ts'
import { candidateColumns } from './features.ts'
import { maxChars } from './lengths.ts'
import { holdsFacts } from './line-facts.ts'
import { isAspect, isItsName, type Query } from './query.ts'
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
  'it is what a list may be sorted by (price: Price: low to high)': ({ candidate: { text } }) =>
    sorts.test(text),
  'it holds names with their values (height: Height: 6-5 Weight: 212 lbs)': ({
    candidate: { text },
  }) => holdsFacts(text),
  'it is something to press (color: <button>Red</button>)': ({ candidate: { node, piece } }) =>
    (piece?.element ?? node.element).name === 'button',
  'it is the head of a column (price: <th>Price</th>)': ({
    candidate: { node, isLabel, labels },
  }) =>
    isHead(node.cell) ||
    (isLabel && node.cell !== undefined && labels.row === '' && labels.column === ''),
  'it is an entry of a menu (company: About us)': ({
    query: { intent },
    candidate: { node, piece, linksAround },
    row,
  }) => {
    if (piece?.link && node.region === 'nav' && linksAround > 0.3) return true
    const isEdge = node.region === 'header' || node.region === 'footer'
    const isLink = (piece ?? node.pieces[0])?.link !== undefined && !node.level
    const isNamed = intent === 'organization' || intent === 'title'
    return isNamed && isEdge && isLink && linksAround > 0.6 && !isFronted(row)
  },
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
  'its label names an aspect of the thing (school: School type: public)': ({ query, candidate }) =>
    names.has(query.intent) && frontLabels(candidate).some(label => isAspect(query, label)),
  'its own label names another thing (check_in_date: Date of birth: 4 July 1990)': ({
    query,
    row,
  }) => row[isForeign] === 1 && query.intent !== 'title' && ownWords(query).length > 0,
  'what stands before it is the beginning of a sentence (seller: Le vendeur à recopier est: Lumen)':
    ({ query, candidate: { labels } }) =>
      told.has(query.intent) &&
      [labels.before, labels.above, labels.inline].some(label => opens.test(label)),
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
  'a price is no length, nor how many there are (weight: $20)': ({
    query,
    candidate: { text },
    row,
  }) =>
    /^\p{Sc}/u.test(text) &&
    (unitOf(query.field) !== undefined || (isFigure(query) && query.intent !== 'money')) &&
    !isFronted(row),
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
const isFigure = ({ field: { kind } }: Query) => kind === 'integer' || kind === 'number'

/** A cell of a row that has nothing but heads. */
const isHead = (cell: HtmlElement | undefined): boolean => {
  if (cell?.name !== 'th') return false
  const row = cell.parent?.children.filter(one => one.type === 'element') ?? []
  return row.length >= 3 && row.every(({ name }) => name === 'th')
}

/** A title may well begin as an order does; elsewhere it must be a link, or say the field's name. */
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

/** "[See all]" is the link "See all". */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

const names = new Set<Intent>(['title', 'person', 'organization'])
const inWords = new Set(['code', 'kbd', 'samp', 'tt', 'var', 'sub', 'sup'])
const told = new Set<Intent>(['title', 'person', 'organization', 'place', 'other'])
/** "In stock", "Not yet available". */
const maxYes = 3

const opens =
  /^(?:\S+\s){3,}(?:is|are|was|be|est|sont|soit|ist|sind|lautet|es|son|sea|è|sono|é|são|seja)\s?[:：]?$/iu
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
const sorts =
  /^\W{0,3}(?:sort(?:ed)? by\b.{0,30}|best (?:selling|sellers?|match)|featured(?: items)?|relevance|newest(?: first)?|oldest(?: first)?|top rated|most (?:popular|relevant|recent)|(?:price|name|alphabetically|date)\W{1,3}(?:low|high|a|z|old|new)\b.{0,14})\W{0,3}$/i
const kindOfPrice =
  /^\W*(?:list|retail|regular|suggested(?: retail)?|market|combo|bundle|unit) price\W*$/i
/** "7.8", "6/10", "3 out of 5". */
const score = /^\W{0,3}\d[\d.,]{0,5}(?:\s?(?:\/|out of|von|sur|de)\s?\d{1,3})?\W{0,3}$/i
/** IN is a state. */
const smallWords =
  /^\W{0,3}(?:[Ii]n|[Oo]n|[Aa]t|[Tt]o|[Ff]or|[Oo]f|[Ff]rom|[Tt]he|[Ii]s|[Yy]our|[Oo]ur|[Tt]heir|[Aa]nd|[Oo]r|[Ww]ith|[Hh]ome|[Mm]enu|[Ss]earch|[Ll]og ?in|[Ss]ign ?in|[Nn]ext|[Pp]revious|[Bb]ack|a|an|please|here|more|this|that|also)\W{0,3}$/

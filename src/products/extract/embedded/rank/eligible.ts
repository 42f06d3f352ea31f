import { placeOf } from '../../../../page/learned/columns.ts'
import { isNoName, isPersonName, withoutBy } from '../../../../page/metadata/names.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { fold, overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import { asksForOld } from '../../source/struck.ts'
import { asksCode, codeIn } from '../../values/codes.ts'
import { phoneIn } from '../../values/kinds.ts'
import { normalise } from '../../values/normalise.ts'
import { unitOf } from '../../values/units.ts'
import { type Intent, isGrade } from '../../words/intent.ts'
import { type Candidate, isNoValue, isOldPrice } from './candidates.ts'
import { candidateColumns, featureRows, wholeShape } from './features.ts'
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
    if (isCall(query, candidate) || isUnlike(query, candidate, row)) return
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
  [ownText, ...nearby].every(place => (row[place] ?? 0) < unlike)

const unlike = 0.3

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

/**
 * A price, a day, a telephone number or an address has digits, and a name is no sentence, unless a
 * label in front says that this is it.
 */
const isUnlike = (
  { field, intent, name }: Query,
  { text, shape, labels, node }: Candidate,
  row: Float32Array,
): boolean => {
  if (intent === 'email') return !text.includes('@')
  // "Not available" is said of something: of what, its label or its own words must say.
  if (field.kind === 'boolean' && (row[ownText] ?? 0) < unlike)
    if (
      text.split(' ').length > maxYes ||
      [aboveName, ...nearby].every(at => (row[at] ?? 0) < unlike)
    )
      return true
  if (smallWords.test(text) && !isFronted(row)) return true
  if (intent === 'date' && noDay.test(text)) return true
  if (intent === 'title' && shape.date >= wholeShape && !/\p{L}{4}/u.test(text)) return true
  if (intent === 'title' && dayOnly.test(text)) return true
  // A price is no length, nor how many there are.
  const isFigure = field.kind === 'integer' || field.kind === 'number'
  if (/^\p{Sc}/u.test(text) && (unitOf(field) || (isFigure && intent !== 'money')))
    return !isFronted(row)
  if (intent === 'place' && shape.phone >= wholeShape) return true
  if ((intent === 'date' || intent === 'count') && /©|\bcopyright\b/i.test(node.text)) return true
  // "with code SPRING40" is a sentence about one.
  if (intent === 'code' && /\s/.test(text) && name.some(({ stem }) => coupons.has(stem)))
    return true
  if (intent === 'phone' && (isOfFax(name, labels) || isOfState(labels))) return true
  // What stands in a price's place may be all but a price: "and ships for free within the country".
  if (intent === 'money' && !/\p{N}/u.test(text) && text.split(' ').length > maxSpoken) return true
  // "54 ratings" says how many, not how good.
  if (intent === 'rating' && (countOfRatings.test(text) || scale.test(node.text))) return true
  if (isGrade(field) && (countOfRatings.test(text) || score.test(text)) && !isFronted(row))
    return true
  if (intent === 'person' && oneWord.test(text) && nearby.every(place => (row[place] ?? 0) < 0.6))
    return true
  if (intent === 'person' && (shape.date > 0 || isNoName(text) || joint.test(withoutBy(text))))
    return true
  // "Author profiles" is no author.
  const isOwn = ({ stem }: Word) => name.some(one => one.stem === stem)
  if (intent === 'person' && wordsOf(text).some(word => isOwn(word) || sections.has(word.stem)))
    return true
  // An empty cart costs nothing.
  if (isLike(intent, text, shape) && !(intent === 'money' && zero.test(text))) return false
  // Words before it in its line are a label only with a colon.
  const isCalled = /[:：]\s*$/.test(labels.before) && (row[before] ?? 0) >= 0.99
  return !isCalled && !isFronted(row, intent === 'address' ? likeLabel : undefined)
}

/** A fax number has a label that says so, and no telephone has one. */
const isOfFax = (name: Word[], labels: Candidate['labels']): boolean => {
  const said = [labels.inline, labels.term, labels.row, labels.before, labels.above].some(label =>
    /\bfax\b/i.test(label),
  )
  return said !== name.some(({ stem }) => stem === 'fax')
}

/** "VAT ID 957-107-23-74" has the form of a telephone number. */
const isOfState = ({ inline, term, row, before }: Candidate['labels']): boolean =>
  [inline, term, row, before].some(label => registers.test(label))
const registers =
  /\b(?:VAT|tax|EIN|ABN|NIP|KRS|REGON|SIREN|SIRET|CIF|NIF|CNPJ|CPF|UID|USt|HRB|KvK|ISBN|license|licence|registration|account)\b/i

/** A label in front of it is the field's own name. */
const isFronted = (row: Float32Array, least = 0.99): boolean =>
  inFront.some(place => (row[place] ?? 0) >= least)

/** "HQ" is as good as "Headquarters". */
const likeLabel = 0.8
/** A bare number that is no year. */
const noDay = /^(?!(?:1[5-9]|20)\d\d$)[\d,]{1,8}$/
/** "14.11.24" */
const dayOnly = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/
/** Words between others, and those of every menu. IN is a state. */
const smallWords =
  /^\W{0,3}(?:[Ii]n|[Oo]n|[Aa]t|[Tt]o|[Ff]or|[Oo]f|[Ff]rom|[Tt]he|[Ii]s|[Yy]our|[Oo]ur|[Tt]heir|[Aa]nd|[Oo]r|[Ww]ith|[Hh]ome|[Mm]enu|[Ss]earch|[Ll]og ?in|[Ss]ign ?in|[Nn]ext|[Pp]revious|[Bb]ack|a|an|please|here|more|this|that|also)\W{0,3}$/

const isLike = (intent: Intent, text: string, shape: Candidate['shape']): boolean => {
  if (intent === 'person' || intent === 'organization')
    return isNameLike.test(text) && (shape.name > 0.3 || text.split(' ').length <= maxNameWords)
  // Nobody gives 137 stars, and "ships in 24 hours" says nothing of how good it is.
  if (intent === 'rating')
    return (
      /[\p{N}★]/u.test(text) &&
      !(Number(bareNumber.exec(text)?.[1]?.replaceAll(',', '')) > highestRating) &&
      (text.split(' ').length <= maxRatingWords || /^\W{0,3}\p{N}/u.test(text))
    )
  // A code is one word, or has a digit.
  if (intent === 'code')
    return (
      (/\p{N}/u.test(text) || !/\s/.test(text.trim())) && text.split(' ').length <= maxCodeWords
    )
  if (intent === 'other') return text.length <= maxOtherChars && !isFragment(text)
  // A headline with a number in it is no count: "Best lamps of 2025, I tried 11".
  if (intent === 'count')
    return (
      /^\W{0,3}(?:\p{N}|no\b|none\b|zero\b)/iu.test(text) ||
      (/(?<![\p{L}-])\p{N}/u.test(text) && text.split(' ').length <= maxCountWords)
    )
  // A year is no telephone number, and "1-800-FLOWERS" is one.
  if (intent === 'phone') return shape.phone > 0 || vanity.test(text)
  if (!numbered.has(intent) || spoken.test(text)) return true
  if (intent === 'date') return shape.date > 0 || shape.duration > 0 || bareYear.test(text)
  // "Ships in 3 to 5 days" and "396 miles" have digits too.
  if (intent === 'money' && shape.money === 0)
    if (shape.measure > 0 || text.split(' ').length > maxNumberWords) return false
  // "$$" is how guides say what a place costs.
  return /\p{N}|^\p{Sc}{1,5}$/u.test(text) || (intent === 'address' && shape.place > 0)
}

const vanity = /^\W{0,3}\d[\d\s().-]{2,12}[A-Z][A-Z-]{2,}/
/** A year, with few words beside it: a title may have one too. */
const bareYear = /^(?:\S+ ){0,3}\D{0,12}(?<!\d)(?:1[5-9]|20)\d\d(?!\d)(?: \S+){0,3}$/
/** A single word is somebody's name only where something right beside it says so. */
const oneWord = /^\p{Script=Latin}[\p{Script=Latin}\p{N}_.-]*$/u
const bareNumber = /^\W{0,3}(\d[\d.,]{0,9})\W{0,3}$/
const highestRating = 10
/** "7.8", "6/10", "3 out of 5". */
const score = /^\W{0,3}\d[\d.,]{0,5}(?:\s?(?:\/|out of|von|sur|de)\s?\d{1,3})?\W{0,3}$/i
const maxNumberWords = 3
/** "In stock", "Not yet available". */
const maxYes = 3
const maxRatingWords = 4
const maxCodeWords = 4
const maxCountWords = 6
const maxSpoken = 6
/** What is left of a sentence behind a word that stands out in it. */
const isFragment = (text: string): boolean =>
  /^\p{Ll}/u.test(text) && text.includes('. ') && text.split(' ').length > 8
/** A paragraph answers where a text was asked for. */
const maxOtherChars = 250
const zero = /^\D{0,4}0(?:[.,]0{1,2})?\D{0,4}$/
/** Of "by … and …" without the names. */
const joint = /^\W{0,3}(?:and|or|by|und|oder|von|et|ou|par|y|o|por)?\W{0,3}$/i
/** What one may choose from. */
const scale = /(?<!\d)1\D{1,12}2\D{1,12}3\D{1,12}4(?:\D{1,12}5)?(?!\d)/
const countOfRatings =
  /^(?!\W{0,3}\d\.\d{1,2}\s)\W{0,3}\d[\d.,]{0,12}\s?(?:\p{L}{1,20} )?(?:ratings?|reviews?|votes?)\W{0,3}$/iu
const coupons = stemsOf('coupon promo voucher offer discount')
const maxNameWords = 4
/** What pages have parts of: "Critics' Reviews" is nobody. */
const sections = stemsOf(
  'review rating comment credit cast crew photo video trailer gallery news article calendar category product team staff',
)
/** With a letter, and neither a question nor a tab's title. */
const isNameLike = /^(?!.*[?|]).*\p{L}/u
const numbered = new Set<Intent>(['money', 'date', 'duration', 'percent', 'address'])
const likeAbove = placeOf(candidateColumns, 'likeAbove')
const ownText = placeOf(candidateColumns, 'ownText')
const shapeFit = placeOf(candidateColumns, 'shapeFit')
const before = placeOf(candidateColumns, 'beforeName')
const aboveName = placeOf(candidateColumns, 'aboveName')
const inFront = ['inlineName', 'termName', 'rowName', 'columnName'].map(name =>
  placeOf(candidateColumns, name),
)
const nearby = [
  ...inFront,
  before,
  ...['ownName', 'parentName', 'grandName'].map(name => placeOf(candidateColumns, name)),
]
const spoken =
  /^(?:daily|closed|open|24\/7|by appointment|free|gratis|kostenlos|gratuit|negotiable|competitive|to be announced|tb[ad]|today|yesterday|just now|heute|gestern|hoy|ayer|hier|aujourd)/i

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

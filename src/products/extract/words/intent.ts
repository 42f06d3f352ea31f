import { memoizeObjects } from '../../../kit/memoize.ts'
import { fold, stemOf, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { phrasesIn } from './phrases.ts'

/** What sort of thing a field asks for, by its type, format, name and description. */
export type Intent =
  | 'title'
  | 'money'
  | 'date'
  | 'duration'
  | 'phone'
  | 'email'
  | 'url'
  | 'image'
  | 'address'
  | 'place'
  | 'person'
  | 'organization'
  | 'rating'
  | 'count'
  | 'measure'
  | 'code'
  | 'percent'
  | 'prose'
  | 'other'

/** Asked of one field for every text of a page: worked out once. */
export const intentOf = memoizeObjects((field: Field) => readIntent(field))

const readIntent = (field: Field): Intent => {
  const byFormat = formats[field.format ?? '']
  const name = tokens(field.name)
  if (byFormat === 'url' && name.some(word => imageWords.has(word))) return 'image'
  if (byFormat) return byFormat
  if (field.kind === 'string' && isGrade(field)) return 'other'
  if (name.length > 1 && aspects.has(name.at(-1) ?? '')) return 'other'
  // `post_title` asks for no day, and `author_job_title` for nobody.
  if (name.length > 1 && name.at(-1) === titleWord && field.kind === 'string')
    return name.some(word => someone.has(word)) ? 'other' : 'title'
  // `authorPostCount` asks for no day.
  const isFigure = field.kind === 'integer' || field.kind === 'number'
  if (isFigure && name.length > 1 && name.at(-1) === countWord) return 'count'
  const described = tokens(field.description)
  const meant = phrasesIn(field.name).concat(phrasesIn(field.title)).map(stemOf)
  for (const words of [meant, name, tokens(field.title)]) {
    const found = ending(words, field) ?? intentIn(words, field, direct)
    if (found) return found
  }
  // `camera` beside `price`, `role` beside `company`: what the page is about, by its kind.
  if (name.length === 1 && name.every(word => kindsOfThings.has(word)) && fits('title', field))
    return 'title'
  const told =
    intentIn(name, field, related) ??
    intentIn(phrasesIn(field.description.slice(0, maxHintChars)).map(stemOf), field, direct) ??
    intentIn(described.slice(0, 5), field, direct)
  // "Kind of picture, such as comedy": an image is asked for by one of its own names.
  return told === undefined || told === 'image' ? 'other' : told
}

const maxHintChars = 80
const titleWord = stemOf('title')
const countWord = stemOf('count')
const someone = new Set(['author', 'writer', 'reviewer', 'speaker', 'contact'].map(stemOf))

/** Ratings that are words or letters: for whom a film is, how well a fridge does. */
export const isGrade = memoizeObjects(({ name, title, description }: Field): boolean => {
  const said = tokens(`${name} ${title} ${description.slice(0, maxHintChars)}`)
  return said.some(word => gradeWords.has(word)) && said.some(word => ratingWords.has(word))
})

/** `postedOn`, `created_at`: how programmers say that it is a date; `posted_by`, a person. */
const ending = (words: string[], field: Field): Intent | undefined => {
  const last = words.length > 1 ? words.at(-1) : undefined
  // `lastUpdatedBy`: whose doing it was.
  if (last === 'by') return fits('person', field) ? 'person' : undefined
  return (last === 'on' || last === 'at') && fits('date', field) ? 'date' : undefined
}

type Judge = (word: string, words: Set<string>) => boolean
const direct: Judge = (word, words) => words.has(word)
/** By another word for the same thing, of whatever language. */
const related: Judge = (word, words) =>
  wordsOf(word).some(
    ({ stem, concepts }) =>
      !sayingLittle.has(stem) && concepts.some(concept => conceptsOf(words).has(concept)),
  )

const conceptsOf = memoizeObjects(
  (words: Set<string>) =>
    new Set([...words].flatMap(word => wordsOf(word).flatMap(one => one.concepts))),
)

const intentIn = (words: string[], field: Field, judge: Judge): Intent | undefined => {
  for (const [intent, pattern] of intents) {
    // `nombre` is a number in French, and a name in Spanish.
    if (intent === 'count' && judge === related && field.kind === 'string') continue
    if (words.some(word => judge(word, pattern)) && fits(intent, field)) return intent
  }
  return undefined
}

/**
 * Fields that ask for a judgement rather than for words of the page. An embedded extractor must
 * leave them to a model, and a quote cannot prove them.
 */
export const isJudgement = (field: Field): boolean => {
  if (field.kind === 'object') return false
  const name = tokens(field.name)
  if (name.some(word => judgementNames.has(word))) return true
  return asksJudgement(`${field.title} ${field.description}`)
}

/** The summary of an entry in a list is what stands below its title. */
export const isJudgementOfEntry = (field: Field): boolean => {
  const isTeaser = tokens(field.name).every(word => word === summaryWord)
  return isJudgement(field) && !(isTeaser && !asksJudgement(`${field.title} ${field.description}`))
}

const summaryWord = stemOf('summary')

/** Words of a caller that want an opinion or a retelling. */
export const asksJudgement = (text: string): boolean => judgementPhrases.test(fold(text))

const tokens = (text: string): string[] =>
  text
    // A mailing address is no e-mail address.
    .replace(/mailing/gi, 'postal')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(stemOf)

const formats: Record<string, Intent> = {
  date: 'date',
  'date-time': 'date',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  iri: 'url',
  'uri-reference': 'url',
  duration: 'duration',
}

const set = (words: string) => new Set(words.split(' ').map(stemOf))

const gradeWords = set(
  'mpaa esrb pegi fsk bbfc age content parental maturity energy efficiency credit ip bbb weatherproof waterproof',
)
const ratingWords = set('rating rated')

/** Beside another word they say nothing of what it is: `engineType` is no make, `bookNumber` no phone. */
const sayingLittle = set(
  'type kind number value text label version issue open change age cast condition education department office rate',
)
/** `school_type` asks for neither a school nor its name. */
const aspects = set('type kind status role job occupation caption')

/** Nouns that stand for the whole thing a page describes. */
const kindsOfThings = set(
  'item product article recipe dish book novel job position role vacancy movie film show series car vehicle motorcycle camera phone laptop device event concert course lecture song track album game app software hotel restaurant property apartment paper thesis patent podcast episode player athlete',
)

const imageWords = set(
  'image photo picture thumbnail logo icon avatar img poster cover bild foto imagen immagine afbeelding',
)

/** Order matters: `price_currency_date` is a date, `author_email` an e-mail address. */
const intents: [Intent, Set<string>][] = [
  ['email', set('email mail')],
  ['phone', set('phone telephone tel fax mobile hotline')],
  ['image', imageWords],
  ['url', set('url link href website homepage uri permalink')],
  [
    'date',
    set(
      'date datetime published updated created modified deadline birthday birthdate born posted released expires expiry year dob pubdate when founded established',
    ),
  ],
  [
    'money',
    set('price cost salary fee msrp rrp amount wage budget tuition rent pay revenue usd eur gbp'),
  ],
  ['duration', set('duration time runtime minutes hours')],
  ['count', set('yield serving portion count quantity number total num qty votes')],
  ['percent', set('percent percentage discount')],
  ['rating', set('rating score stars ratings')],
  ['address', set('address addr street headquarters hq')],
  [
    'place',
    set(
      'location city place country region state town venue locality workplace where birthplace hometown',
    ),
  ],
  [
    'measure',
    set(
      'height weight width depth length dimension dimensions size mileage volume capacity resolution',
    ),
  ],
  ['code', set('isbn issn ean gtin upc barcode sku mpn asin code identifier id version')],
  [
    'person',
    set(
      'author writer director filmmaker actor person artist editor creator speaker founder ceo instructor illustrator translator composer coach byline who',
    ),
  ],
  [
    'organization',
    set(
      'company employer publisher imprint organization organisation org manufacturer mfr brand team club agency seller vendor maker site store shop organizer studio university college school institution',
    ),
  ],
  ['title', set('title name headline heading model')],
  [
    'prose',
    set(
      'description desc summary abstract overview about bio body text content intro synopsis plot answer reply message excerpt snippet teaser blurb',
    ),
  ],
]

const fits = (intent: Intent, field: Field): boolean => {
  if (field.kind === 'boolean') return false
  if (field.kind === 'number' || field.kind === 'integer')
    return ['money', 'count', 'duration', 'percent', 'rating', 'measure', 'date', 'code'].includes(
      intent,
    )
  return true
}

const judgementNames = set(
  'summary summarize sentiment tone mood pros cons opinion verdict takeaway insight conclusion translation rationale reasoning explanation recommendation',
)

const judgementPhrases =
  /\b(?:summar(?:y|ise|ize|ising|izing)|sentiment|in your own words|overall (?:tone|mood|impression)|classify|categori[sz]e|translat(?:e|ed|ion)|rewrite|rephrase|paraphrase|infer(?:red)?|estimate(?:d by)?|judge|assess|key (?:points|takeaways|insights)|pros and cons|target audience|why (?:the|this|it)|explain|how (?:positive|negative|likely|suitable|good))\b/

import type { Field } from '../schema/fields.ts'
import { fold, stemOf } from './words.ts'

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

export const intentOf = (field: Field): Intent => {
  const byFormat = formats[field.format ?? '']
  const name = tokens(field.name)
  if (byFormat === 'url' && name.some(word => imageWords.has(word))) return 'image'
  if (byFormat) return byFormat
  for (const words of [name, tokens(field.title), tokens(field.description).slice(0, 5)])
    for (const [intent, pattern] of intents) {
      if (!words.some(word => pattern.has(word))) continue
      if (fits(intent, field)) return intent
    }
  return 'other'
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

/** Words of a caller that want an opinion or a retelling. */
export const asksJudgement = (text: string): boolean => judgementPhrases.test(fold(text))

const tokens = (text: string): string[] =>
  text
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

const imageWords = set('image photo picture thumbnail logo icon avatar img poster cover')

/** Order matters: `price_currency_date` is a date, `author_email` an e-mail address. */
const intents: [Intent, Set<string>][] = [
  ['email', set('email mail')],
  ['phone', set('phone telephone tel fax mobile')],
  ['image', imageWords],
  ['url', set('url link href website homepage uri permalink')],
  [
    'date',
    set(
      'date datetime published updated created deadline birthday birthdate born posted expires year',
    ),
  ],
  ['money', set('price cost salary fee msrp amount wage budget tuition rent pay revenue')],
  ['duration', set('duration time runtime minutes hours')],
  ['count', set('count quantity number total num qty')],
  ['percent', set('percent percentage discount')],
  ['rating', set('rating score stars ratings')],
  ['address', set('address street')],
  ['place', set('location city place country region state town venue locality')],
  [
    'measure',
    set(
      'height weight width depth length dimension dimensions size mileage volume capacity resolution',
    ),
  ],
  ['code', set('isbn ean gtin upc sku mpn asin code identifier id')],
  [
    'person',
    set('author writer director actor person artist editor creator speaker founder ceo instructor'),
  ],
  [
    'organization',
    set(
      'company employer publisher organization manufacturer brand team club agency seller vendor maker site store shop',
    ),
  ],
  ['title', set('title name headline model')],
  ['prose', set('description summary abstract overview about bio body text content')],
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

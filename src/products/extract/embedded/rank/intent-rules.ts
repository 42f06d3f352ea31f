import { placeOf } from '../../../../page/learned/columns.ts'
import type { Intent } from '../../words/intent.ts'
import type { Candidate } from './candidates.ts'
import { candidateColumns } from './features.ts'
import { countOfRatings, isFronted, isNamedNearby, type Pairing, wordCount } from './refusals.ts'

type IntentRule = {
  /** The form of values that need no label; without one, any text has it. */
  accepts?: (text: string, shape: Candidate['shape']) => boolean
  /** Texts that are no values whatever their form is. */
  refuses?: (pairing: Pairing) => boolean
}

/**
 * Whether a text cannot be what a field asks for: something refuses it, or it has not the form of
 * such values and no label in front says that this is it.
 */
export const contradictsIntent = (pairing: Pairing): boolean => {
  const { query, candidate, row } = pairing
  const { accepts, refuses } = rules[query.intent] ?? {}
  if (refuses?.(pairing)) return true
  if (accepts?.(candidate.text, candidate.shape) ?? true) return false
  // Words before it in its line are a label only with a colon.
  const isCalled = /[:：]\s*$/.test(candidate.labels.before) && (row[before] ?? 0) >= 0.99
  return !isCalled && !isFronted(row, query.intent === 'address' ? likeLabel : undefined)
}

/** "HQ" is as good as "Headquarters". */
const likeLabel = 0.8

const before = placeOf(candidateColumns, 'beforeName')

/** A name has a letter, and is neither a question nor a tab's title. */
const isNameLike = (text: string, { name }: Candidate['shape']): boolean =>
  /^(?!.*[?|]).*\p{L}/u.test(text) && (name > 0.3 || wordCount(text) <= maxNameWords)
const maxNameWords = 4

/** "free", "by appointment", "yesterday": what is said in words where others have a number. */
const isSpoken = (text: string): boolean => spoken.test(text)
const spoken =
  /^(?:daily|closed|open|24\/7|by appointment|free|gratis|kostenlos|gratuit|negotiable|competitive|to be announced|tb[ad]|today|yesterday|just now|heute|gestern|hoy|ayer|hier|aujourd)/i

/** "$$" is how guides say what a place costs. */
const hasNumber = (text: string): boolean => /\p{N}|^\p{Sc}{1,5}$/u.test(text)

/** "© 2024" is no day, and counts nothing. */
const isCopyright = ({ candidate: { node } }: Pairing) => /©|\bcopyright\b/i.test(node.text)

const rules: Partial<Record<Intent, IntentRule>> = {
  email: { refuses: ({ candidate: { text } }) => !text.includes('@') },
  person: {
    accepts: isNameLike,
    // One word is somebody only where something beside it says so.
    refuses: ({ candidate: { text }, row }) =>
      /^\p{Script=Latin}[\p{Script=Latin}\p{N}_.-]*$/u.test(text) && !isNamedNearby(row, 0.6),
  },
  organization: { accepts: isNameLike },
  rating: {
    // Nobody gives 137 stars, and "ships in 24 hours" says nothing of how good it is.
    accepts: text =>
      /[\p{N}★]/u.test(text) &&
      !(
        Number(/^\W{0,3}(\d[\d.,]{0,9})\W{0,3}$/.exec(text)?.[1]?.replaceAll(',', '')) >
        highestRating
      ) &&
      (wordCount(text) <= 4 || /^\W{0,3}\p{N}/u.test(text)),
    // "54 ratings" says how many, not how good.
    refuses: ({ candidate: { text } }) => countOfRatings.test(text),
  },
  code: {
    // A code is one word, or has a digit.
    accepts: text => (/\p{N}/u.test(text) || !/\s/.test(text.trim())) && wordCount(text) <= 4,
  },
  // A paragraph answers where a text was asked for.
  other: { accepts: text => text.length <= 250 },
  count: {
    // A headline with a number in it is no count: "Best lamps of 2025, I tried 11".
    accepts: text =>
      /^\W{0,3}(?:\p{N}|no\b|none\b|zero\b)/iu.test(text) ||
      (/(?<![\p{L}-])\p{N}/u.test(text) && wordCount(text) <= 6),
    refuses: isCopyright,
  },
  phone: {
    // A year is no telephone number, and "1-800-FLOWERS" is one.
    accepts: (text, { phone }) =>
      phone > 0 || /^\W{0,3}\d[\d\s().-]{2,12}[A-Z][A-Z-]{2,}/.test(text),
    // Its label says that it is a fax, or does not where one is asked for.
    refuses: ({ query: { name }, candidate: { labels } }) =>
      [labels.inline, labels.term, labels.row, labels.before, labels.above].some(label =>
        /\bfax\b/i.test(label),
      ) !== name.some(({ stem }) => stem === 'fax'),
  },
  date: {
    accepts: (text, { date, duration }) =>
      isSpoken(text) || date > 0 || duration > 0 || bareYear.test(text),
    // "8,197" is no year.
    refuses: pairing =>
      /^(?!(?:1[5-9]|20)\d\d$)[\d,]{1,8}$/.test(pairing.candidate.text) || isCopyright(pairing),
  },
  money: {
    // "Ships in 3 to 5 days" and "396 miles" have digits too, and an empty cart costs nothing.
    accepts: (text, { money, measure }) =>
      isSpoken(text) ||
      (hasNumber(text) &&
        !/^\D{0,4}0(?:[.,]0{1,2})?\D{0,4}$/.test(text) &&
        (money > 0 || (measure === 0 && wordCount(text) <= 3))),
    // "and this item ships for free within the country" stands in the place of a price.
    refuses: ({ candidate: { text } }) => !/\p{N}/u.test(text) && wordCount(text) > 6,
  },
  duration: { accepts: text => isSpoken(text) || hasNumber(text) },
  percent: { accepts: text => isSpoken(text) || hasNumber(text) },
  address: { accepts: (text, { place }) => isSpoken(text) || hasNumber(text) || place > 0 },
}

const highestRating = 10
/** A year, with few words beside it: a title may have one too. */
const bareYear = /^(?:\S+ ){0,3}\D{0,12}(?<!\d)(?:1[5-9]|20)\d\d(?!\d)(?: \S+){0,3}$/

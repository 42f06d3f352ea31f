import { stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { type Intent, intentOf } from '../../words/intent.ts'
import { phrasesIn } from '../../words/phrases.ts'
import { maxChars } from './lengths.ts'

/** A field as the page is asked for it: words, and what sort of thing is wanted. */
export type Query = {
  field: Field
  name: Word[]
  /** Every way in which the caller says what is meant, the name first. */
  names: Way[]
  /** What else the caller says of it. */
  context: Word[]
  intent: Intent
}

/** `weight`: how far a page that says it so may be believed to mean the field. */
type Way = { words: Word[]; weight: number }

/** `parents` are the names of the objects around the field, outermost first. */
export const toQuery = (field: Field, parents: string[] = []): Query => {
  const own = ownWords(field)
  const generic = own.every(word => genericNames.has(word.stem))
  const name = generic && parents.length > 0 ? [...wordsOf(parents.at(-1) ?? ''), ...own] : own
  const context = wordsOf(`${field.title} ${field.description}`).filter(
    word => !name.some(other => other.stem === word.stem),
  )
  return {
    field,
    name,
    names: [{ words: name, weight: 1 }, ...waysOf(field, name)],
    context: [...context, ...parents.flatMap(wordsOf)],
    intent: intentOf(field),
  }
}

/** `mpaa_rating` is not "MPAA", nor an engine "Standard engine": a text of the field's own words is its label. */
export const isItsName = ({ field, intent, name }: Query, text: string): boolean => {
  // "In stock" answers whether it is in stock.
  if (field.kind !== 'string' || field.values || intent === 'title') return false
  const isOwn = ({ stem }: Word) => name.some(one => one.stem === stem)
  const words = text.length > maxChars.label ? [] : wordsOf(text)
  return words.some(isOwn) && words.every(word => isOwn(word) || ornaments.has(word.stem))
}

const waysOf = (field: Field, name: Word[]): Way[] => {
  const { title, description } = field
  const thing = /\bof (?:the|this|an?) (?!site|website)(\p{L}+)/u.exec(description)?.[1]
  const meant = name.filter(({ stem }) => !things.has(stem) && !qualifiers.has(stem))
  const without = meant.filter(({ stem }) => stem !== stemOf(thing ?? ''))
  // "Type of the engine": there the thing is what is asked for.
  const plain = without.every(({ stem }) => genericNames.has(stem)) ? meant : without
  // Where the name says nothing, the description is the name.
  const told = opaque.test(field.name) ? 1 : undefined
  const ways: Way[] = [
    ...phrasesIn(field.name).map(said => ({ words: wordsOf(said), weight: 1 })),
    { words: wordsOf(title), weight: 1 },
    { words: plain, weight: 0.95 },
    { words: plain.filter(({ stem }) => !genericNames.has(stem)), weight: 0.92 },
    ...phrasesIn(description.slice(0, maxChars.title)).map(said => ({
      words: wordsOf(said),
      weight: told ?? 0.9,
    })),
    { words: headOf(description), weight: told ?? 0.85 },
  ]
  const seen = new Set([keyOf(name)])
  return ways.filter(({ words }) => {
    const key = keyOf(words)
    const isNew = words.length > 0 && words.length <= 5 && !seen.has(key)
    seen.add(key)
    return isNew
  })
}

const keyOf = (words: Word[]) => words.map(({ stem }) => stem).join(' ')

/** "Company that offers the job" names a company; of "Date of publication" both words count. */
const headOf = (description: string): Word[] => {
  const text = description.slice(0, maxChars.title).replace(/^\s*(?:the|an?)\s/i, '')
  const [start = ''] = text.split(headEnd)
  const head = wordsOf(start)
  if (head.length > 0 && !head.every(({ stem }) => genericNames.has(stem))) return head.slice(0, 4)
  return wordsOf(text.split(/[,;:.(]/)[0] ?? '')
    .filter(({ stem }) => !things.has(stem))
    .slice(0, 3)
}

const headEnd =
  /[,;:.(]|\s(?:that|which|who|whom|where|when|of|for|in|on|at|as|with|from|to|by|the|this|an?|is|was|it)\s/i

/** `p1`, `field_3`, `val`: numbered by a program, not named by a person. */
const opaque = /^(?:[a-z]{0,2}|field|col|column|val|attr|prop|param|var)[\d_-]*$/i

/** `runtime_minutes` asks for the runtime; `p1` says nothing, and its title or description does. */
const ownWords = (field: Field): Word[] => {
  const said = opaque.test(field.name)
    ? field.title || field.description.slice(0, maxChars.title)
    : ''
  const words = wordsOf(said || field.name)
  const meant = words.filter(word => !units.has(word.stem))
  return meant.length > 0 ? meant : words
}

const stems = (words: string) =>
  new Set(words.split(' ').flatMap(word => wordsOf(word).map(({ stem }) => stem)))

const units = stems(
  'minute minutes min hour hours second seconds sec km kg g cm mm kmh mph usd eur gbp chf percent pct celsius lb lbs oz grams',
)

export const genericNames = stems(
  'name value text title id amount content label date number type kind count total quantity',
)

/** What callers put in front of a name to say which thing it belongs to. */
export const things = stems(
  'item product article page recipe book job movie film car vehicle camera player athlete team event company person people restaurant hotel property house school university college institution course song album game app software listing offer post entry record thing object business place dish',
)

/** What pages put in front of a label: "Listed height", "Standard engine", "Starting price". */
export const ornaments = stems(
  'listed standard starting available current official main primary full base actual general basic exact',
)

/** What callers add to a name without expecting the page to say it. */
export const qualifiers = stems(
  'current main primary full official exact actual final selling asking latest newest listed displayed shown overall default my user customer',
)

import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { intentOf } from '../../words/intent.ts'

/** What sort of page a schema has in mind, by what it asks for. */
export type SchemaHints = {
  /** The schema asks for records once: at its root, or in one of its properties. */
  isOnlyList: boolean
  /** It asks for lists of things. */
  asksMany: boolean
  /** It asks for what vacancies and events have: their company is not the site's. */
  isOfJob: boolean
  /** It asks for what goods have: their brand is not the shop's. */
  isOfGoods: boolean
}

export const hintsOf = (root: Field): SchemaHints => ({
  isOnlyList: countLists(root) === 1,
  asksMany: root.properties.some(({ item }) => item?.kind === 'object'),
  isOfJob: asksSomeOf(root, ofJobs) || isOfPosting(root),
  isOfGoods: asksSomeOf(root, ofGoods),
})

/** A title with a place, or with the day when it was posted: somebody offers or announces it. */
const isOfPosting = ({ properties }: Field): boolean => {
  const asked = new Set(properties.map(intentOf))
  const isPosted = properties.some(
    field => intentOf(field) === 'date' && sayAny(wordsOf(field.name), posted),
  )
  return asked.has('title') && (asked.has('place') || isPosted)
}

const posted = stemsOf('post posted listed opened closing deadline start event')

const asksSomeOf = ({ properties }: Field, words: ReadonlySet<string>): boolean =>
  properties.some(({ kind, name }) => kind !== 'array' && sayAny(wordsOf(name), words))

const ofGoods = stemsOf(
  'price sku model color colour size weight material product gtin isbn edition availability stock',
)
const ofJobs = stemsOf('job salary position vacancy role employment applicant employer')

const countLists = ({ item, properties }: Field): number =>
  Number(item?.kind === 'object') +
  properties.reduce((sum, property) => sum + countLists(property), 0)

import { stemsOf } from '../../../../page/words/stems.ts'
import { type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { type Intent, intentOf } from '../../words/intent.ts'
import { phrasesIn } from '../../words/phrases.ts'
import { genericNames, ornaments, type Query, qualifiers, things } from './query.ts'

/**
 * The words of a field's name that say which of all dates, numbers or names is meant: "check" of
 * `check_in_date`, "hospital" of `hospital_name`. A page that says none of them does not answer the
 * field, and a text that is labelled as something else is not its value.
 */
export const ownWords = (query: Query): Word[] => {
  const known = found.get(query)
  if (known) return known
  const { field, name } = query
  // `asked_by` is who wrote it, whether or not the page says "asked"; `number_of` says nothing yet.
  const isPhrase = phrasesIn(field.name).some(meaning => meaning !== 'count')
  // Where the name says nothing, the words are those of a description.
  const said = isPhrase ? [] : wordsOf(field.name).map(({ stem }) => stem)
  const own = name.filter(
    ({ stem }) =>
      said.includes(stem) && stem.length > 2 && !/\d/.test(stem) && !isPlain(field, stem),
  )
  found.set(query, own)
  return own
}

const found = new WeakMap<Query, Word[]>()

/** Says what sort of value it is, or to which thing of the page it belongs. */
const isPlain = (field: Field, stem: string): boolean =>
  [genericNames, things, qualifiers, ornaments, plainWords].some(words => words.has(stem)) ||
  !particular.has(intentOf({ ...field, name: stem, title: '', description: '', format: undefined }))

/** Values of the other sorts show by their form or their place what they are. */
const particular = new Set<Intent>(['other', 'measure', 'count', 'code'])

/** What pages have without saying it. */
const plainWords = stemsOf(
  'first last next previous average overall short final original number text list info detail data field item user customer general other additional local unit format level status currency language category section tag keyword breadcrumb question answer topic thread forum board canonical old new max min lowest highest',
)

import { stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { escapePointer } from '../../schema/limits.ts'
import { normalise } from '../../values/normalise.ts'
import { type ListPart, partsOfPage } from '../lists/page-lists.ts'
import { confidence } from '../rank/confidence.ts'
import type { State } from '../state/state.ts'
import type { AlignedRow } from './align.ts'

/** `images` with their addresses and captions, `links` with their words: as objects. */
export const rowsOfParts = ({ page }: State, field: Field, item: Field): AlignedRow[] => {
  const found = partsOfPage(page, field)
  const known = item.properties.filter(one => sayOf(one, { text: '', node: undefined }) !== none)
  if (!found || known.length === 0 || known.length < item.properties.length / 2) return []
  return found.parts.slice(0, maxParts).flatMap(part => {
    const row: AlignedRow = { value: {}, sources: [] }
    for (const property of known) {
      const said = sayOf(property, part)
      const value = said && said !== none ? normalise(property, said) : undefined
      if (!value) continue
      row.value[property.name] = value.value
      const fact = part.node === undefined ? 'breadcrumbs' : undefined
      row.sources.push([
        `/${escapePointer(property.name)}`,
        { quote: value.quote, node: part.node, fact, confidence: confidence.stated },
      ])
    }
    return row.sources.length > 0 ? row : []
  })
}

const maxParts = 5000
const none = Symbol('none')

/** What a part has to say to a field; `none` where it is not known what is asked. */
const sayOf = ({ name }: Field, part: ListPart): string | undefined | typeof none => {
  const says = (words: ReadonlySet<string>) => wordsOf(name).some(({ stem }) => words.has(stem))
  if (says(addressWords)) return part.url
  if (says(captionWords)) return part.caption ?? part.text
  if (says(levelWords)) return part.level === undefined ? undefined : String(part.level)
  return says(textWords) ? part.text : none
}

const addressWords = stemsOf('url src href link address image uri')
const captionWords = stemsOf('caption')
const levelWords = stemsOf('level depth tag')
const textWords = stemsOf(
  'text alt title name label description anchor heading content network platform',
)

import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { type ListPart, partsOfPage } from '../lists/page-lists.ts'
import { confidence } from '../rank/confidence.ts'
import type { State } from '../state/state.ts'
import { type AlignedRow, addText, emptyRow } from './row.ts'

/** `images` with their addresses and captions, `links` with their words: as objects. */
export const rowsOfParts = ({ page }: State, field: Field, item: Field): AlignedRow[] => {
  const found = partsOfPage(page, field)
  const known = item.properties.filter(one => sayOf(one, { text: '', node: undefined }) !== none)
  if (!found || known.length === 0 || known.length < item.properties.length / 2) return []
  return found.parts.slice(0, maxParts).flatMap(part => {
    const row = emptyRow()
    const fact = part.node === undefined ? 'breadcrumbs' : undefined
    const place = { node: part.node, fact, confidence: confidence.stated }
    for (const property of known) {
      const said = sayOf(property, part)
      if (said !== none) addText(row, property, said, place)
    }
    return row.sources.length > 0 ? row : []
  })
}

const maxParts = 5000
const none = Symbol('none')

/** What a part has to say to a field; `none` where it is not known what is asked. */
const sayOf = ({ name }: Field, part: ListPart): string | undefined | typeof none => {
  const says = (words: ReadonlySet<string>) => sayAny(wordsOf(name), words)
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

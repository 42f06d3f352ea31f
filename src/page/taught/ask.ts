import type { Atom } from './atoms.ts'
import type { PageIndex } from './index-page.ts'
import type { Cut, FieldKind, Pick } from './reader.ts'

/** What one atom says of a field. The key of "nothing stands here" is empty. */
export type Said = {
  key: string
  value: unknown
  quote: string
  atom: Atom
  /** A part of its text: a sign of its shape may stand beside it. */
  isPart?: boolean
}

/** All that stands at a view, read as the field wants it. */
export const sayings = (
  page: PageIndex,
  kind: FieldKind,
  { view, cut }: { view: string; cut?: Cut | undefined },
): Said[] => {
  const said: Said[] = []
  for (const atom of page.atomsAt(view) ?? []) {
    if (atom.kind === 'empty') {
      said.push({ key: '', value: null, quote: '', atom })
      continue
    }
    const whole = view[0] === 'I' ? afterColon(atom.text) : atom.text
    const quote = cut ? cutOut(whole, cut) : whole
    const read = quote ? kind.read(quote, page.url) : undefined
    if (read) said.push({ ...read, quote: quote ?? '', atom, ...(cut && { isPart: true }) })
  }
  return said
}

export const pickOne = (said: readonly Said[], pick: Pick): Said | undefined => {
  if (pick === 'first') return said[0]
  if (pick === 'last') return said.at(-1)
  const [first] = said
  return said.every(({ key }) => key === first?.key) ? first : undefined
}

export const afterColon = (text: string): string => text.slice(text.indexOf(':') + 1).trim()

/** Undefined where the words around the value are not there. */
const cutOut = (text: string, [before, after]: Cut): string | undefined => {
  const start = before ? text.indexOf(before) : 0
  if (start < 0) return undefined
  const from = start + before.length
  const end = after ? text.indexOf(after, from + 1) : text.length
  return end < 0 ? undefined : text.slice(from, end).trim()
}

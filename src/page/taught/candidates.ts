import { afterColon } from './ask.ts'
import type { Atom } from './atoms.ts'
import { maxView, type PageIndex } from './index-page.ts'
import type { Cut, FieldKind } from './reader.ts'
import { viewsOf } from './views.ts'

/** A rule before its pick is decided. */
export type Candidate = {
  view: string
  cut?: Cut
  /** The value is a text of its own elsewhere on the page: that it is a part of this one is chance. */
  isChance?: boolean
}

type ValuePlace = { atom: Atom; cuts: (Cut | undefined)[]; isInline: boolean }

/** Where a value stands on a page, as a whole text or in one. */
export function* placesOf(page: PageIndex, kind: FieldKind, key: string): Generator<ValuePlace> {
  for (const atom of page.found.atoms) {
    if (atom.kind === 'empty') continue
    if (addressParts.has(atom.part) && !kind.isAddress) continue
    const cuts = cutsFor(page, kind, key, atom)
    const isInline = kind.read(afterColon(atom.text), page.url)?.key === key
    if (cuts.length > 0 || isInline) yield { atom, cuts, isInline }
  }
}

/** Every way to say where a value stands on a page. */
export const addCandidates = (
  page: PageIndex,
  kind: FieldKind,
  key: string,
  into: Map<string, Candidate>,
  isCommon: (text: string) => boolean,
  mark?: number,
): void => {
  const isMeant = ({ atom }: ValuePlace) =>
    mark === undefined || atom.kind !== 'text' || atom.at === mark
  const all = placesOf(page, kind, key).filter(isMeant).take(maxPlaces).toArray()
  // A text that every page has is the value's only where the value is nowhere else.
  const own = all.filter(({ atom }) => atom.kind !== 'text' || !isCommon(atom.text))
  const places = own.some(({ atom }) => atom.kind === 'text') ? own : all
  const isWhole = places.some(({ cuts, isInline }) => isInline || cuts.includes(undefined))
  const add = (view: string, cut: Cut | undefined) => {
    const name = `${view}\n${cut ?? ''}`
    const isChance = isWhole && cut !== undefined && (into.get(name)?.isChance ?? true)
    if (isChance && isPageWords(cut)) return
    into.set(name, { view, ...(cut && { cut }), ...(isChance && { isChance }) })
  }
  for (const { atom, cuts, isInline } of places)
    viewsOf(atom, page.found, view => {
      if (view.length > maxView) return
      if (view[0] === 'I') {
        if (isInline) add(view, undefined)
      } else for (const cut of cuts) add(view, cut)
    })
}

/** Words that are likely of this page alone, which a file need not repeat. */
const isPageWords = (cut: Cut): boolean => cut.join('').length > 12

const addressParts = new Set(['@href', '@src', '@data-src'])

/** A value that stands in more places than this is a word of the page, and no place is its own. */
const maxPlaces = 60

/** None for a text that does not hold the value; `undefined` among them is the text as a whole. */
const cutsFor = (
  page: PageIndex,
  kind: FieldKind,
  key: string,
  { text, kind: atomKind }: Atom,
): (Cut | undefined)[] => {
  if (kind.read(text, page.url)?.key === key) return [undefined]
  if (atomKind === 'json' || text.length > maxCutChars) return []
  const found = kind.find(text, key, page.url)
  if (!found) return []
  const [before, after] = [text.slice(0, found.start), text.slice(found.end)]
  const short: Cut = [lastWord(before), firstWord(after)]
  const whole: Cut = [before, after]
  if (before.length > maxWords || after.length > maxWords) return [short]
  return `${whole}` === `${short}` ? [short] : [short, whole]
}

const maxCutChars = 2_000
const maxWords = 60

/** With the white space between it and the value. */
const lastWord = (text: string): string => {
  const near = text.slice(-maxWords)
  return near.slice(near.trimEnd().lastIndexOf(' ') + 1)
}
const firstWord = (text: string): string => {
  const near = text.slice(0, maxWords)
  const start = near.length - near.trimStart().length
  const end = near.indexOf(' ', start)
  return end < 0 ? near : near.slice(0, end)
}

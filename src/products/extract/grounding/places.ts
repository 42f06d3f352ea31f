import { type Word, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { asksForOld } from '../source/struck.ts'
import { intentOf } from '../words/intent.ts'
import { standsAlone } from './alone.ts'
import type { Box } from './boxes.ts'
import { isDubious } from './doubt.ts'
import type { GroundLine } from './lines.ts'
import { isOneOfMany, labelledFor, support } from './named.ts'
import type { PageIndex } from './page-index.ts'
import type { QuotePosition } from './place.ts'

/** What is known of where a value was read. */
export type Where = {
  /** The numbers of the lines that a model says it read; wrong ones do no harm. */
  cited?: ReadonlySet<number> | undefined
  /** The lines of the list's entry that the value is part of: citing the entry cites them all. */
  area?: ReadonlySet<number> | undefined
  /** The lines of all entries of that list. */
  all?: Pick<ReadonlySet<number>, 'has'> | undefined
  /** Whether a line may speak for the record that the value is part of. */
  isOwn?: ((line: Pick<GroundLine, 'node'>) => boolean) | undefined
  /** The fields that are asked for beside it. */
  beside?: readonly Field[] | undefined
}

export type Chosen<T extends QuotePosition> = {
  place: T
  /** A reader sees it somewhere by itself, not only inside of a longer text or in a menu. */
  isAlone: boolean
  /** And there under a label that speaks of the field, or as a heading. */
  isNamed: boolean
  /** In a line that the model says it read. */
  isCited: boolean
  /** Under a label of another field of the form, and nowhere by itself. */
  isOthers: boolean
}

/**
 * Among the cited places, else among all, the one whose surroundings speak most of the field. A
 * weak value that nothing around it explains needs a citation, and one that says where: who cites
 * half of the page cites nothing.
 */
export const choose = <T extends QuotePosition>(
  ground: PageIndex,
  field: Field,
  all: readonly T[],
  where: Where,
  isWeak: boolean,
): Chosen<T> | undefined => {
  const places = admissible(field, all, where)
  if (places.length === 0) return undefined
  const { cited } = where
  const isVague = isWeak && (cited?.size ?? 0) > maxCitedLines
  const near = places.filter(({ line }) => isCited(line, isVague ? { area: where.area } : where))
  const counts = near.length > 0
  const words = [...wordsOf(field.name), ...wordsOf(field.title)]
  const context = wordsOf(field.description)
  let best: T | undefined
  const least = isWeak && !counts ? 0.3 : -1
  let top = least
  for (const place of counts ? near : places) {
    const score = support(place, words, context)
    if (score <= least) continue
    // What a reader sees is better evidence than what only machines are told.
    const rank =
      score +
      (isInSight(place.line) ? 2 : 0) -
      (isDubious(ground.stream, place.line) ? 1 : 0) +
      (standsAlone(place, words) ? 0.1 : 0)
    if (rank > top) {
      top = rank
      best = place
    }
  }
  if (!best) return undefined
  const alone = places.filter(place => isPlain(ground, place, words))
  // Headings and links name things; what they say of them stands elsewhere.
  const isTitle = intentOf(field) === 'title'
  const isNamed = alone.some(
    place =>
      (isTitle && place.line.isHeading) ||
      (support(place, words, []) >= 0.5 && !isOneOfMany(ground.stream, place.line)),
  )
  const isOthers = where.beside ? labelledFor(field, where.beside) : () => false
  return {
    place: best,
    isCited: counts,
    isAlone: alone.length > 0,
    isNamed,
    isOthers:
      places.some(({ line }) => isOthers(line)) &&
      !places.some(
        place =>
          !isOthers(place.line) && (alone.includes(place) || support(place, words, []) >= 0.8),
      ),
  }
}

const maxCitedLines = 24

/** The first of many places, and all in the lines of the record, however far down it stands. */
export const fewOf = <T extends { line: GroundLine }>(
  places: readonly T[] = [],
  { area }: Pick<Where, 'area'>,
): T[] => [
  ...places.slice(0, maxPlaces),
  ...places.slice(maxPlaces).filter(({ line }) => area?.has(line.node ?? -1)),
]

export const maxPlaces = 50

export const isCited = (
  { node = -1, shown = -1 }: GroundLine,
  { cited, area }: Pick<Where, 'cited' | 'area'>,
): boolean => (cited?.has(node) || cited?.has(shown) || area?.has(node)) ?? false

/** Without what is crossed out, and without the lines of other records. */
export const admissible = <T extends QuotePosition>(
  field: Field,
  places: readonly T[],
  { isOwn }: Where,
): T[] => {
  const standing = asksForOld(field) ? [...places] : places.filter(place => !isStruckOut(place))
  if (!isOwn) return standing
  const shown = standing.filter(({ line }) => line.node !== undefined)
  const own = shown.filter(({ line }) => isOwn(line))
  // Markup does not say which record it is about: where the page shows the value only for others,
  // it is theirs.
  return shown.length > 0 && own.length === 0
    ? []
    : standing.filter(({ line }) => line.node === undefined || isOwn(line))
}

/** Whether something in these lines, or around them, may speak for the record. */
export const isOfRecord = (
  { first, last }: Pick<Box, 'first' | 'last'>,
  { isOwn, area }: Pick<Where, 'isOwn' | 'area'>,
): boolean => {
  const [start = 0] = area ?? []
  return (
    isOwn === undefined ||
    (first <= start && start <= last) ||
    [first, last].some(node => isOwn({ node }))
  )
}

const isStruckOut = ({ line, start, end }: QuotePosition): boolean =>
  line.struck.some(span => span.start <= start && end <= span.end)

const isInSight = ({ unseen, faint }: GroundLine): boolean => !unseen && !faint

const isPlain = (ground: PageIndex, place: QuotePosition, words: readonly Word[]): boolean =>
  isInSight(place.line) &&
  !place.line.isMenu &&
  !isDubious(ground.stream, place.line) &&
  standsAlone(place, words)

import type { FieldKind } from './reader.ts'

/**
 * What may become of a text on its way to a value: a closed list, in the order in which it is said.
 * Some of them also decide how a text is read that says two things, such as 3/4/2011 or 1.299.
 */
export const conversions = [
  ...(['number', 'whole number', 'length of time', 'unit converted', 'factor in words'] as const),
  ...(['comma as decimal', 'dot as decimal'] as const),
  ...(['comma as thousands', 'dot as thousands', 'space as thousands'] as const),
  'sign or brackets as minus',
  ...(['date', 'month in words', 'day before month', 'month before day', 'date and time'] as const),
  ...(['phrase for true', 'phrase for false', 'one of the choices'] as const),
  ...(['mail address', 'web address', 'part of the text'] as const),
] as const
export type Conversion = (typeof conversions)[number]

/** As a person reads them; undefined where the value is the text. */
export const sayConversions = (done: readonly Conversion[] | undefined): string | undefined =>
  done?.length ? done.join(', ') : undefined

export const inOrder = (done: Iterable<Conversion>): Conversion[] => {
  const all = new Set(done)
  return conversions.filter(one => all.has(one))
}

/** The kind as it reads texts where these conversions were seen. */
export const readingAs = (kind: FieldKind, done: readonly Conversion[] | undefined): FieldKind =>
  (done && kind.as?.(done)) ?? kind

/** Every way in which it may read a text, the usual one first. */
export const waysOf = (kind: FieldKind): FieldKind[] => [
  kind,
  ...(kind.ways ?? []).map(done => readingAs(kind, done)),
]

/** What a text surely shows of how its site writes: it says the same in every way of reading it. */
export const shownBy = (kind: FieldKind, text: string, url: string): readonly Conversion[] => {
  const [usual, ...others] = waysOf(kind).map(way => way.read(text, url)?.key)
  const isClear = usual !== undefined && others.every(key => key === usual)
  return isClear ? (kind.convert?.(text) ?? []) : []
}

import type { By, Series } from './usage-sums.ts'

/** Told apart without color by the table below the bars; these keep 3 : 1 on both backgrounds. */
const colors = [
  '#6366f1',
  '#0d9488',
  '#d97706',
  '#db2777',
  '#0284c7',
  '#65a30d',
  '#9333ea',
  '#dc2626',
  '#0891b2',
  '#b45309',
]
export const restColor = '#7a7f8e'

/** An outcome has the color that it means; every error is one. */
const outcomes: Record<string, string> = { ok: '#16a34a', none: '#7a7f8e', cached: '#0d9488' }
const errors = ['#dc2626', '#ea580c', '#be123c', '#c2410c', '#e11d48', '#9f1239']

/**
 * A color that stays: it comes from what a series is (a key's place among all keys, an endpoint's
 * name), not from its rank. Only two that would look alike side by side move apart.
 */
export const colorsOf = (
  series: readonly Series[],
  by: By,
  placeOf: (id: string) => number,
): Map<string, string> => {
  const taken = new Map<string, string>()
  const palette = by === 'outcome' ? errors : colors
  for (const id of series.map(({ id }) => id).sort((a, b) => placeOf(a) - placeOf(b))) {
    const fixed = by === 'outcome' ? outcomes[id] : undefined
    taken.set(id, fixed ?? freeColor(palette, [...taken.values()], placeOf(id)))
  }
  return taken
}

const freeColor = (palette: readonly string[], taken: readonly string[], place: number): string => {
  const from = palette.map((_, step) => palette[(place + step) % palette.length] ?? restColor)
  return from.find(color => !taken.includes(color)) ?? from[0] ?? restColor
}

/** For what has a name and no place. */
export const placeOfName = (name: string): number => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return sum
}

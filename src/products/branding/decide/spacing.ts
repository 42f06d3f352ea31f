import type { Count, Snapshot } from '../page/snapshot.ts'
import type { Spacing } from '../profile/profile.ts'
import { visibleShadow } from './shadow.ts'

export const decideSpacing = ({
  distances,
  radii,
  shadows,
  variables,
  roots,
}: Snapshot): Spacing => {
  const unit = fitUnit([...distances, ...declaredDistances(variables, roots.rootFontPx)])
  return {
    baseUnit: unit
      ? {
          ...unit,
          evidence: [
            {
              source: 'computed',
              detail: `${Math.round(unit.fit * 100)} % of the distances are multiples of ${unit.value} px`,
              count: distances.reduce((sum, { count }) => sum + count, 0),
            },
          ],
        }
      : null,
    scale: distances
      .filter(({ count }) => count >= 2)
      .sort((a, b) => b.count - a.count)
      .slice(0, 16)
      .map(({ px }) => px)
      .sort((a, b) => a - b),
    radii: radii.toSorted((a, b) => b.count - a.count).slice(0, 12),
    shadows: shadows
      .map(({ value, count }) => ({ value: visibleShadow(value), count }))
      .filter(({ value }) => value !== '')
      .slice(0, 12),
  }
}

/** `--space-4`, `--spacing-05`, `--base-size-16`: what the site says its distances are. */
const declaredDistances = (variables: Snapshot['variables'], rootFontPx: number): Count[] =>
  variables.flatMap(([name, value]) => {
    const [, number, unit] = /^([\d.]+)(px|rem)$/.exec(value) ?? []
    if (number === undefined || !/(?:^|-)(?:spac(?:e|er|ing)|base-size|gap)(?:-|$)/.test(name))
      return []
    const px = Number(number) * (unit === 'rem' ? rootFontPx : 1)
    return px > 0 ? [{ px: Math.round(px * 10) / 10, count: 1 }] : []
  })

const units = [3, 4, 5, 6, 7, 8, 10, 12, 16] as const
/** Below this share of multiples no unit is worth naming. */
const minFit = 0.72

/**
 * The unit whose multiples the distances are, beyond chance: half of all even numbers are multiples
 * of 4 anyway, so a small unit must fit better than a large one. Distances that are used often say
 * more, but not in proportion: a list of a hundred rows is one decision.
 */
const fitUnit = (
  distances: readonly Count[],
): { value: number; fit: number; confidence: number } | undefined => {
  const used = distances.filter(({ px }) => px >= 3 && px <= 128)
  const weightOf = ({ count }: Count) => Math.log2(1 + count)
  const total = used.reduce((sum, each) => sum + weightOf(each), 0)
  if (used.length < 4 || total < 8) return undefined
  const fits = units.map(unit => {
    const fit =
      used.reduce((sum, each) => sum + weightOf(each) * closeness(each.px, unit), 0) / total
    // Whole pixels within half a pixel of a multiple: one in `unit` by chance.
    const chance = 1 / unit
    return { value: unit as number, fit, lift: (fit - chance) / (1 - chance) }
  })
  const best = fits.toSorted((a, b) => b.lift - a.lift)[0]
  if (!best || best.fit < minFit) return undefined
  // A multiple that fits (nearly) as well says more.
  const larger = fits.findLast(
    ({ value, lift }) => value > best.value && value % best.value === 0 && lift > best.lift - 0.06,
  )
  const chosen = larger ?? best
  const rival = fits
    .filter(({ value }) => chosen.value % value !== 0 && value % chosen.value !== 0)
    .sort((a, b) => b.lift - a.lift)[0]
  const lead = chosen.lift - (rival?.lift ?? 0)
  const confidence = 0.4 + Math.min(0.3, lead) + Math.min(0.25, (chosen.fit - minFit) * 0.9)
  return {
    value: chosen.value,
    fit: Math.round(chosen.fit * 100) / 100,
    confidence: Math.round(confidence * 100) / 100,
  }
}

const closeness = (px: number, unit: number): number => {
  const off = Math.abs(px - Math.round(px / unit) * unit)
  return off <= 0.5 ? 1 - off : 0
}

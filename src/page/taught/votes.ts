import { pickOne, type Said, sayings } from './ask.ts'
import type { PageIndex } from './index-page.ts'
import { type Cut, type Family, type FieldKind, familyOf, type Rule, type Shape } from './reader.ts'
import { fitsShape } from './shape.ts'

export type Vote = { said: Said; score: number; by: Family[] }

/**
 * Each family has one vote, that of its best rule which says anything: many rules of one family do
 * not outvote two families. The best first.
 */
export const vote = (
  page: PageIndex,
  kind: FieldKind,
  rules: readonly Rule[],
  /** A value of another shape than the examples had comes after one of the same. */
  shape: Shape = {},
): Vote[] => {
  const byFamily = new Map<Family, { said: Said; weight: number }>()
  for (const rule of rules) {
    const family = familyOf(rule.view)
    const weight = weightOf(rule)
    if ((byFamily.get(family)?.weight ?? 0) >= weight) continue
    const said = pickOne(sayings(page, kind, rule), rule.pick)
    if (said) byFamily.set(family, { said, weight })
  }
  const byKey = new Map<string, Vote>()
  // The strongest first: of two spellings of one value, its words are shown.
  const strongest = [...byFamily].sort(([, a], [, b]) => b.weight - a.weight)
  for (const [family, { said, weight }] of strongest) {
    const known = byKey.get(said.key)
    if (!known) byKey.set(said.key, { said, score: weight, by: [family] })
    else {
      known.score += weight
      known.by.push(family)
    }
  }
  const rank = ({ said, score }: Vote) =>
    said.key === '' || fitsShape(said, shape) ? score : score * oddShare
  return [...byKey.values()].sort((a, b) => rank(b) - rank(a))
}

const oddShare = 0.5

/** The log-odds of its precision, and what is known of such views on all sites. */
export const weightOf = ({ view, pick, p, cut }: Rule): number =>
  Math.log(p / (1 - p)) +
  (viewBias[view.slice(0, 2)] ?? 0) +
  (partBias[view[view.lastIndexOf('|') + 1] ?? ''] ?? 0) +
  (pick === 'only' ? 0.2 : 0) +
  (cut ? cutBias(cut) : 0)

const viewBias: Record<string, number> = { L3: 0.4, M1: 0.5, P1: -0.6, L6: -0.6 }
/** Whole elements and attributes come after plain texts. */
const partBias: Record<string, number> = { e: -0.2, '@': -0.1 }

/** Long words around a value, or numbers, are more likely of the page than of the template. */
const cutBias = ([before, after]: Cut): number => {
  const around = before + after
  return -0.2 - (around.length > 25 ? 0.3 : 0) - (/\p{N}/u.test(around) ? 0.5 : 0)
}

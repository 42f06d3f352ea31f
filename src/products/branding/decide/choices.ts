import type { Colors } from '../profile/profile.ts'
import { claim } from '../profile/value.ts'

/** What a model chose among the measured, each by index; undefined leaves the measured order. */
export type Choices = {
  button?: number | undefined
  /** null: none of them is the logo. */
  logo?: number | null | undefined
  /** The color of the brand, as measured. */
  brand?: string | undefined
}

/** The chosen one first; everything else stays as it was. */
export const chooseFirst = <T>(ranked: readonly T[], index: number | undefined): T[] => {
  const chosen = index === undefined ? undefined : ranked[index]
  if (index === undefined || chosen === undefined) return [...ranked]
  return [chosen, ...ranked.filter((_, at) => at !== index)]
}

/** Below this more speaks against a picture than a choice could outweigh: it is passed over. */
const minChosenScore = 3

/** A choice is one more sign, not a new fact: a partner's logo stays what it is. */
export const chooseLogo = <T extends { score: number; reasons: string[] }>(
  ranked: readonly T[],
  index: number | null | undefined,
): T[] => {
  if (index === undefined || index === null) return [...ranked]
  const chosen = ranked[index]
  if (!chosen || chosen.score < minChosenScore) return [...ranked]
  const marked = {
    ...chosen,
    score: chosen.score + 2,
    reasons: [...chosen.reasons, 'chosen by the model'],
  }
  return [marked, ...ranked.filter((_, at) => at !== index)]
}

const agreed = 0.04
/** A model alone against what was measured. */
const overruled = 0.7

export const chooseBrand = (colors: Colors, { brand }: Choices): Colors => {
  if (brand === undefined) return colors
  const measured = colors.brand
  const evidence = { source: 'model', detail: 'chosen among the measured colors' } as const
  const chosen =
    measured?.value === brand
      ? claim(brand, measured.confidence + agreed, [...(measured.evidence ?? []), evidence])
      : claim(brand, overruled, [evidence])
  return { ...colors, brand: chosen, primary: colors.action ?? chosen }
}

import { type Color, chromaOf, difference, hexOf, isGrey } from '../../../page/css/color.ts'
import { type BrandEvidence, claim, type Value } from '../profile/value.ts'

/** Something that speaks for a color being the brand's. */
export type Vote = { color: Color; weight: number; evidence: BrandEvidence }

type Votes = { color: Color; weight: number; votes: Vote[] }

/**
 * The identity's color, by everything that points to one: declared tokens, `theme-color`, the
 * logo, the header, links, and the main button. Several weak signs beat a single strong one, which
 * is how a blue brand with green buttons is told from a green one.
 */
export const electBrand = (
  votes: readonly Vote[],
): { color: Color; claim: Value<string> } | null => {
  const counted: Votes[] = []
  for (const vote of votes) {
    const same = counted.find(({ color }) => difference(color, vote.color) < 6)
    if (!same) counted.push({ color: vote.color, weight: vote.weight, votes: [vote] })
    else {
      same.weight += vote.weight
      same.votes.push(vote)
      // The surest vote says how the color is written exactly.
      if (vote.weight > Math.max(...same.votes.slice(0, -1).map(({ weight }) => weight)))
        same.color = vote.color
    }
  }
  counted.sort((a, b) => strength(b) - strength(a))
  const [first, second] = counted
  if (!first) return null
  const lead = strength(first) - (second ? strength(second) : 0)
  const sources = new Set(first.votes.map(({ evidence }) => evidence.detail)).size
  const confidence = 0.45 + Math.min(0.3, lead * 0.1) + Math.min(0.2, (sources - 1) * 0.1)
  return {
    color: first.color,
    claim: claim(
      hexOf(first.color),
      confidence,
      first.votes.map(({ evidence }) => evidence),
    ),
  }
}

/** A grey can be a brand, but most greys that somebody declares are only greys. */
const strength = ({ weight, color }: Votes): number =>
  isGrey(color) ? weight * 0.6 : weight + Math.min(0.5, chromaOf(color) * 2)

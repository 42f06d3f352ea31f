import type { Snapshot, TextGroup } from '../page/snapshot.ts'
import { type Font, sizeNames, type TextStyle, type Typography } from '../profile/profile.ts'
import { claim, type Value } from '../profile/value.ts'
import { cleanFamily, firstFamily, isIconFont, splitStack } from './families.ts'

/** What was painted for a `font-family` list, where the browser was asked. */
export type PaintedFonts = Readonly<Record<string, { family: string; isCustom: boolean }>>

type Use = { family: string; stack: string; characters: number; byContext: Map<string, number> }

export const decideTypography = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  painted: PaintedFonts,
): Typography => {
  const texts = snapshot.texts.filter(
    ({ overlay, family }) =>
      (overlay === null || !aside.has(overlay)) && !isIconFont(splitStack(family)[0] ?? ''),
  )
  const uses = collectUses(texts, painted)
  const total = uses.reduce((sum, { characters }) => sum + characters, 0)
  const most = (contexts: readonly string[]): { use: Use; share: number } | undefined => {
    const weight = (use: Use) =>
      contexts.reduce((sum, context) => sum + (use.byContext.get(context) ?? 0), 0)
    const [use] = uses.toSorted((a, b) => weight(b) - weight(a))
    const all = uses.reduce((sum, each) => sum + weight(each), 0)
    return use && weight(use) > 0 ? { use, share: weight(use) / all } : undefined
  }
  const body = most(['body', 'small']) ?? most(['link', 'button'])
  const heading = most(['h1', 'h2', 'h3'])
  const code = most(['code'])
  const button = most(['button'])
  const fonts = uses.map((use): Font => {
    const { family, stack, characters } = use
    const role =
      use === body?.use
        ? 'body'
        : use === heading?.use
          ? 'heading'
          : use === code?.use
            ? 'code'
            : use === button?.use
              ? 'button'
              : 'other'
    return {
      family,
      role,
      share: Math.round((characters / total) * 1_000) / 1_000,
      stack: splitStack(stack),
      rendered: painted[stack] ?? null,
      confidence: 0.9,
      evidence: [{ source: 'computed', detail: stack, property: 'font-family', count: characters }],
    }
  })
  return {
    fonts: fonts.sort((a, b) => b.share - a.share).slice(0, 12),
    families: {
      primary: familyClaim(body, 'of the running text'),
      heading: familyClaim(heading, 'of the headings'),
      code: familyClaim(code, 'of the code'),
    },
    sizes: sizesOf(texts),
    weights: countBy(texts, ({ weight }) => weight).map(([weight, count]) => ({ weight, count })),
    lineHeights: countBy(texts, lineHeightOf).map(([lineHeight, count]) => ({ lineHeight, count })),
    styles: texts
      .toSorted((a, b) => b.characters - a.characters)
      .slice(0, 40)
      .map(group => styleOf(group, painted)),
  }
}

/** Where the declared name is only a hash, the font's own file knows its name. */
const nameOf = (stack: string, painted: PaintedFonts): string => {
  const [first = ''] = splitStack(stack)
  const seen = painted[stack]
  if (cleanFamily(first) === undefined && seen?.isCustom) return cleanFamily(seen.family) ?? first
  return firstFamily(stack) ?? seen?.family ?? first
}

const collectUses = (texts: readonly TextGroup[], painted: PaintedFonts): Use[] => {
  const uses = new Map<string, Use>()
  for (const { family: stack, characters, context } of texts) {
    const family = nameOf(stack, painted)
    const use = uses.get(family) ?? { family, stack, characters: 0, byContext: new Map() }
    use.characters += characters
    use.byContext.set(context, (use.byContext.get(context) ?? 0) + characters)
    uses.set(family, use)
  }
  return [...uses.values()]
}

const familyClaim = (
  most: { use: Use; share: number } | undefined,
  what: string,
): Value<string> | null =>
  most
    ? claim(most.use.family, 0.55 + 0.4 * most.share, [
        {
          source: 'computed',
          detail: `${Math.round(most.share * 100)} % ${what}`,
          property: 'font-family',
          count: most.use.characters,
        },
      ])
    : null

const sizesOf = (texts: readonly TextGroup[]): Typography['sizes'] => {
  const sizeOf = (name: string): Value<number> | null => {
    const groups = texts.filter(({ context }) => context === name)
    const [[size, characters] = []] = countBy(groups, ({ sizePx }) => sizePx)
    if (size === undefined || characters === undefined) return null
    const all = groups.reduce((sum, group) => sum + group.characters, 0)
    return claim(size, 0.6 + (0.35 * characters) / all, [
      {
        source: 'computed',
        detail: `${characters} characters`,
        property: 'font-size',
        count: groups.length,
      },
    ])
  }
  return Object.fromEntries(sizeNames.map(name => [name, sizeOf(name)])) as Typography['sizes']
}

/** Values with the characters set so, most first. */
const countBy = (
  texts: readonly TextGroup[],
  pick: (group: TextGroup) => number | null,
): [value: number, characters: number][] => {
  const counts = new Map<number, number>()
  for (const group of texts) {
    const value = pick(group)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.characters)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 12)
}

const lineHeightOf = ({ lineHeightPx, sizePx }: TextGroup): number | null =>
  lineHeightPx === null || sizePx === 0 ? null : Math.round((lineHeightPx / sizePx) * 100) / 100

const styleOf = (group: TextGroup, painted: PaintedFonts): TextStyle => ({
  context: group.context,
  family: nameOf(group.family, painted),
  sizePx: group.sizePx,
  weight: group.weight,
  lineHeight: lineHeightOf(group),
  letterSpacing: group.letterSpacingPx,
  transform: group.transform,
  count: group.characters,
})

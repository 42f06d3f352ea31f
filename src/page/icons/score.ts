import { tableOf, text } from '../../kit/data-shape.ts'
import type { Theme } from '../css/media.ts'
import type { ImageFacts } from '../pixels/facts.ts'
import { leastContrast } from '../pixels/tint.ts'
import type { DeclaredIcon } from './declared.ts'
import data from './default-icons.json' with { type: 'json' }

/** What the decoded file really is. */
export type IconFacts = Pick<
  ImageFacts,
  'width' | 'height' | 'squareness' | 'isVector' | 'isBlank' | 'isFlat' | 'contrast' | 'fit'
> & {
  /** SHA-256 of the file as it was served, in hexadecimal. */
  sha256: string
  /** An SVG that draws itself differently on dark surfaces. */
  adapts: boolean
  /** Width to height of what is seen; 0 where nothing is. */
  ratio: number
}

/** A candidate that was fetched, and what became of it. */
export type Considered = {
  icon: DeclaredIcon
  facts: IconFacts | undefined
  /** Why there are no facts: the answer's status, a fault of the file, no time left. */
  problem: string | undefined
  /** It may be there next time: the site was busy, or too slow. */
  isPassing?: boolean
}

export type Ranked<T extends Considered = Considered> = {
  considered: T
  /** Undefined: it may not be used at all. */
  score: number | undefined
  /** In words, the weightiest first; shown to whoever asks why. */
  reasons: string[]
}

/** A source is kept once for each theme, so it is judged for the default size on a retina screen. */
const wantedPx = 256

/** The candidates for one theme, best first; those that may not be used come last, with why. */
export const rankIcons = <T extends Considered>(
  candidates: readonly T[],
  theme: Theme,
): Ranked<T>[] =>
  candidates
    .map(considered => ({ considered, ...judge(considered, theme) }))
    .sort((a, b) => (b.score ?? Number.NEGATIVE_INFINITY) - (a.score ?? Number.NEGATIVE_INFINITY))

/** The best score a candidate can reach: files are larger than declared at times, seldom by much. */
export const bestPossible = (icon: DeclaredIcon, theme: Theme): number =>
  promise(icon, theme, 2 * (icon.declaredPx ?? Number.POSITIVE_INFINITY))

/** The score it would have if the declaration were true; decides what is fetched, and when. */
export const promised = (icon: DeclaredIcon, theme: Theme): number =>
  promise(icon, theme, icon.declaredPx ?? usualPx(icon))

const promise = (icon: DeclaredIcon, theme: Theme, px: number): number => {
  const isSvg = looksLikeSvg(icon)
  const points = resolutionPoints(isSvg ? Number.POSITIVE_INFINITY : px)
  return basePoints(icon, isSvg).points + points + themePoints(icon, theme)
}

const judge = (
  { icon, facts, problem }: Considered,
  theme: Theme,
): { score: number | undefined; reasons: string[] } => {
  if (!facts) return { score: undefined, reasons: [problem ?? 'not fetched'] }
  const flaw = flawOf(facts)
  if (flaw) return { score: undefined, reasons: [flaw] }
  const smallerPx = Math.min(facts.width, facts.height)
  const truePx = facts.isVector ? Number.POSITIVE_INFINITY : smallerPx
  const base = basePoints(icon, facts.isVector)
  const parts: [points: number, reason: string][] = [
    [base.points, base.reason],
    [
      resolutionPoints(truePx),
      facts.isVector ? 'sharp at every size' : `${facts.width}×${facts.height} px`,
    ],
    squarenessPoints(facts),
    [themePoints(icon, theme), icon.theme ? `declared for ${icon.theme} surfaces` : ''],
    contrastPoints(icon, facts, theme),
  ]
  const reasons = parts
    .filter(([, reason]) => reason !== '')
    .map(([points, reason]) => `${reason} (${points < 0 ? '' : '+'}${Math.round(points)})`)
  return { score: parts.reduce((sum, [points]) => sum + points, 0), reasons }
}

const leastPx = 8

/** What makes a file no icon, whoever declares it. */
const flawOf = (facts: IconFacts): string | undefined => {
  const whose = findDefaultIcon(facts.sha256)
  if (whose !== undefined) return `the default icon of ${whose}`
  if (!facts.isVector && Math.min(facts.width, facts.height) < leastPx)
    return `${facts.width}×${facts.height} px is too small for an icon`
  if (facts.isBlank) return 'nothing to see in it'
  return facts.isFlat ? 'a single color all over' : undefined
}

/** What a declaration is worth by itself: how surely it is meant as the site's icon. */
const basePoints = (icon: DeclaredIcon, isSvg: boolean): { points: number; reason: string } => {
  if (icon.origin === 'mask' || icon.purpose === 'monochrome')
    return { points: 18, reason: 'a one-color mask icon' }
  if (icon.purpose === 'maskable') return { points: 36, reason: 'a maskable icon of the manifest' }
  const { points, name } = origins[icon.origin]
  if (isSvg && drawnAsIcon.has(icon.origin)) return { points: 60, reason: `an SVG ${name}` }
  return { points, reason: `a ${name}` }
}

/**
 * What is meant as the icon differs by less than a twentieth in size: of a touch, a manifest and a
 * link icon the largest wins.
 */
const origins: Record<DeclaredIcon['origin'], { points: number; name: string }> = {
  touch: { points: 43, name: 'touch icon' },
  manifest: { points: 42.8, name: 'manifest icon' },
  link: { points: 42.4, name: 'link icon' },
  fluid: { points: 42.2, name: 'fluid icon' },
  'well-known': { points: 36, name: 'file at a well-known path' },
  tile: { points: 32, name: 'tile' },
  'json-ld': { points: 24, name: 'JSON-LD logo' },
  microdata: { points: 24, name: 'microdata logo' },
  // Handled before the table is asked.
  mask: { points: 18, name: 'mask icon' },
}

/** Logos may be SVG too, but a wordmark does not become an icon by being sharp. */
const drawnAsIcon = new Set<DeclaredIcon['origin']>(['link', 'touch', 'manifest', 'well-known'])

const mostResolutionPoints = 40

/** Each doubling counts the same, from 16 px up to what is wanted. More than that is no better. */
const resolutionPoints = (px: number): number => {
  const share = Math.log2(Math.max(px, 1) / 16) / Math.log2(wantedPx / 16)
  return mostResolutionPoints * Math.min(1, Math.max(-0.5, share))
}

/** Near-square is padded when drawn; a banner loses most of the icon's area. */
const squarenessPoints = ({ width, height, squareness }: IconFacts): [number, string] =>
  squareness >= 0.9
    ? [0, '']
    : [-60 * (1 - squareness), `not square, ${Math.round(width)}:${Math.round(height)}`]

/**
 * An icon declared for dark surfaces is used on them whatever else there is (docs/api.md, “How an icon is found”); one
 * declared for light ones is merely the usual icon.
 */
const themePoints = (icon: DeclaredIcon, theme: Theme): number => {
  if (icon.theme === undefined) return 0
  if (icon.theme !== theme) return -60
  return theme === 'dark' ? 70 : 2
}

/** The color that a mask icon is tinted from; empty where it names none, undefined for all others. */
export const maskColorOf = (icon: DeclaredIcon): string | undefined =>
  icon.origin === 'mask' || icon.purpose === 'monochrome' ? (icon.color ?? '') : undefined

/**
 * What must be tinted or set on a tile is not quite what the site drew: one that is seen as it is
 * wins at about the same size. A tile is the last resort, the more so the less is seen without it.
 */
const contrastPoints = (icon: DeclaredIcon, facts: IconFacts, theme: Theme): [number, string] => {
  if (maskColorOf(icon) !== undefined) return [0, '']
  const fit = facts.fit[theme]
  const lacking = (leastContrast - facts.contrast[theme]) / (leastContrast - 1)
  const reason = `hard to see on a ${theme} surface as it is`
  if (fit === 'tint' || fit === 'ground') return [-10, reason]
  if (fit === 'plate' || lacking > 0) return [-Math.max(10, 50 * lacking), reason]
  return facts.adapts && theme === 'dark' ? [5, 'adapts to dark surfaces'] : [0, '']
}

const looksLikeSvg = (icon: DeclaredIcon): boolean =>
  icon.origin === 'mask' ||
  /svg/.test(icon.type ?? '') ||
  /^data:image\/svg/i.test(icon.url) ||
  /\.svgz?(?:[?#]|$)/i.test(icon.url)

/** What an icon without `sizes` usually is: it may be more, so nothing is lost by asking late. */
const usualPx = (icon: DeclaredIcon): number =>
  icon.origin === 'touch' ? 180 : icon.origin === 'manifest' ? 192 : 256

/**
 * Icons that say nothing about a site: what frameworks and tools put there until somebody changes
 * it. SHA-256 of the files in the packages named (npm), so that each line can be checked.
 */
const defaultIcons = tableOf(text)(data, 'default-icons.json')

/** Whose default icon these bytes are, if anybody's. */
const findDefaultIcon = (sha256: string): string | undefined => defaultIcons[sha256]

import { type CssSource, readStylesheets } from '../../page/css/stylesheet.ts'
import { vocabularyOf } from '../../page/css/tree.ts'
import { type PackedHtml, unpackHtml } from '../../page/html/packed.ts'
import { readManifestIcons } from '../../page/icons/manifest.ts'
import { decodeImage } from '../../page/pixels/decode.ts'
import { decideProfile } from './decide/decide.ts'
import type { BrandFacts } from './decide/facts.ts'
import { type SpriteFile, withSprites } from './decide/sprites.ts'
import { doubtProfile, type SheetGaps } from './profile/doubt.ts'
import type { BrandingProfile, ProfilePart } from './profile/profile.ts'
import type { BrandEvidence } from './profile/value.ts'
import { withFonts } from './sketch/families.ts'
import { darkClasses, sketchOther } from './sketch/other-scheme.ts'
import { sketchPage } from './sketch/sketch.ts'

/** A page that was surveyed, and the files that came. */
type SketchTask = {
  packed: PackedHtml
  facts: BrandFacts
  url: string
  include: readonly ProfilePart[]
  sources: readonly CssSource[]
  gaps: SheetGaps
  manifest: { url: string; text: string } | undefined
  logo: { url: string; bytes: Uint8Array } | undefined
  sprites: readonly SpriteFile[]
}

/** Runs in a thread: what the page looks like, once its files are there. */
export const sketchProfile = async (task: SketchTask): Promise<BrandingProfile> => {
  const { url, sources, gaps, include } = task
  const document = unpackHtml(task.packed)
  const read = include.includes('typography') ? withFonts(sources) : sources
  const sheets = readStylesheets(read, vocabularyOf(document.root, darkClasses))
  const seen = sketchPage({ document, url, sheets, preference: 'light' })
  const snapshot = { ...seen, logos: withSprites(seen.logos, task.sprites) }
  const other = sketchOther({ document, url, sheets }, snapshot)
  const logoPaints = task.logo ? await paintsOf(task.logo.bytes) : []
  for (const logo of snapshot.logos)
    if (logo.url !== '' && logo.url === task.logo?.url) logo.paints.push(...logoPaints)
  const facts = withManifest(task.facts, task.manifest)
  const decided = decideProfile({ facts, url, snapshot, other, painted: {} }, include)
  return doubtProfile(qualifyProfile(decided.profile, snapshot.isCut), gaps)
}

const leastShare = 0.08

/** What a logo is painted in, by its pixels. */
const paintsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const image = await decodeImage(bytes)
  if (!image.ok) return []
  return image.facts.colors.filter(({ share }) => share >= leastShare).map(({ hex }) => hex)
}

/** Icons and colors of the manifest stand behind the page's own, those of mask icons behind both. */
const withManifest = (facts: BrandFacts, manifest: SketchTask['manifest']): BrandFacts => {
  const icons = [...facts.icons]
  const themeColors = [...facts.themeColors]
  if (manifest) {
    icons.push(...readManifestIcons(manifest.text, manifest.url))
    themeColors.push(...manifestColors(manifest.text))
  }
  for (const { color } of icons) if (color) themeColors.push({ value: color, from: 'mask-icon' })
  return { ...facts, icons, themeColors }
}

const manifestColors = (text: string): BrandFacts['themeColors'] => {
  const [, value] = /"theme_color"\s*:\s*"([^"]{3,40})"/.exec(text) ?? []
  return value ? [{ value, from: 'manifest' }] : []
}

/** A profile that was sketched, said as such: what a browser would have computed was read from CSS. */
const qualifyProfile = (profile: BrandingProfile, isCut: boolean): BrandingProfile => {
  const { warning: _, ...rest } = profile
  const warning = 'The page or its CSS is very large: its end was left out.'
  return { ...qualify(rest), ...(isCut && { warning }) }
}

const qualify = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(qualify) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'source' && inner === ('computed' satisfies BrandEvidence['source'])
        ? ('css' satisfies BrandEvidence['source'])
        : qualify(inner),
    ]),
  ) as T
}

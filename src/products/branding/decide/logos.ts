import type { DeclaredIcon, IconOrigin } from '../../../page/icons/declared.ts'
import { sanitizeSvg } from '../../../page/pixels/svg/sanitize.ts'
import type { LogoSight } from '../page/snapshot.ts'
import type { Images, Logo } from '../profile/profile.ts'
import { claim } from '../profile/value.ts'
import type { BrandFacts } from './facts.ts'

export type RankedLogo = Logo & {
  /** Colors of its own, where its drawing tells. */
  paints: string[]
}

/** Every picture that may be the logo, the best first, with what speaks for and against it. */
export const rankLogos = (
  sights: readonly LogoSight[],
  facts: BrandFacts,
  aside: ReadonlySet<number>,
): RankedLogo[] => {
  const name = (facts.siteName ?? facts.organisation ?? '').toLowerCase()
  const seen = sights.map(sight => readSight(sight, name, aside))
  markRepeated(seen)
  const declared = facts.icons.flatMap(readDeclared)
  const byUrl = new Map<string, RankedLogo>()
  for (const logo of [...seen, ...declared]) {
    if (!logo || logo.url === '') continue
    const known = byUrl.get(logo.url)
    // Seen and declared: the same picture twice is surer.
    if (known) {
      known.score = Math.max(known.score, logo.score) + 1
      known.reasons.push(...logo.reasons.filter(reason => !known.reasons.includes(reason)))
    } else byUrl.set(logo.url, logo)
  }
  return [...byUrl.values()].sort((a, b) => b.score - a.score).slice(0, maxLogos)
}

/** Header, menu and footer may each show a logo; what comes more often adorns something. */
const mostOften = 3

const markRepeated = (seen: readonly (RankedLogo | undefined)[]): void => {
  for (const same of Map.groupBy(seen, logo => logo?.url).values()) {
    if (same.length <= mostOften) continue
    for (const logo of same) {
      if (!logo) continue
      logo.score = round(logo.score - 8)
      logo.reasons.push(`not: ${same.length} times on the page`)
    }
  }
}

const maxLogos = 20
/** Below this a picture is a guess, and no logo beats a wrong one. */
const minScore = 5

export const decideImages = (
  logos: readonly RankedLogo[],
  facts: BrandFacts,
  /** null: a model saw them all and took none. */
  choice?: number | null,
): Images => {
  const [best] = logos
  const isLogo = best !== undefined && best.score >= minScore && choice !== null
  const icon = facts.icons.find(({ origin }) => origin === 'link') ?? facts.icons[0]
  return {
    logo: isLogo
      ? claim(best.url, Math.min(0.95, 0.3 + best.score * 0.06), [
          { source: 'logo', detail: best.reasons.join('; ') },
        ])
      : null,
    logos: logos.map(({ paints: _, ...logo }) => logo),
    favicon: icon
      ? claim(icon.url, icon.origin === 'link' ? 0.95 : 0.7, [
          { source: 'meta', detail: `declared (${icon.origin})` },
        ])
      : null,
    ogImage: facts.ogImage
      ? claim(facts.ogImage, 0.95, [{ source: 'meta', detail: 'declared for sharing' }])
      : null,
  }
}

type Sign = [points: number, reason: string]

const strangers =
  /partner|client|customer|sponsor|trusted|testimonial|press|as-?seen|award|badge|payment|integration|compatib|app-?store|google-?play|certif/i
const controls =
  /menu|hamburger|burger|close|search|cart|basket|chevron|arrow|caret|toggle|icon-|\bicon\b|avatar|flag|globe|lang|user|account|login|play|check|tick|star|phone|mail/i
/** Where the whole link says so, it leads back, whatever else is there. */
const ways =
  /(?:^|[\s_/-])(?:arrow|chevron|caret|angle)s?(?:$|[\s_.-])|^\s*(?:[←→‹›«»<>]|(?:go )?(?:back|home)\b|return to|zurück|retour|volver)/i
const socials =
  /facebook|twitter|x-logo|instagram|linkedin|youtube|tiktok|github|mastodon|discord|pinterest|whatsapp|telegram|bluesky/i

const readSight = (
  sight: LogoSight,
  brand: string,
  aside: ReadonlySet<number>,
): RankedLogo | undefined => {
  const { names, alt, box } = sight
  const isNamed = /logo|wordmark|brand/i.test(names) || /\blogo\b/i.test(alt)
  const isOut = sight.href !== '' && !sight.leadsHome
  const isIconSized = box.width <= 28 && box.height <= 28
  const signs: (Sign | false)[] = [
    sight.region === 'header' && [2.5, 'in the header'],
    sight.leadsHome && [3.5, 'leads to the home page'],
    isNamed && [2.5, 'named as a logo'],
    brand !== '' && alt.toLowerCase().includes(brand) && [2, 'its text is the brand’s name'],
    box.y < 140 && box.x < 640 && [1, 'at the top left'],
    // Not every page has a header, but what leads home from its top is the logo.
    sight.leadsHome &&
      sight.region === 'main' &&
      box.y < 240 &&
      !isIconSized && [1.5, 'at the top of the page'],
    sight.kind === 'svg' && !isIconSized && [0.3, 'a drawing'],
    sight.region === 'footer' && [-1, 'in the footer'],
    sight.neighbours >= 3 && !sight.leadsHome && [-5, `one of ${sight.neighbours + 1} in a row`],
    strangers.test(names) && !sight.leadsHome && [-6, 'among partners or badges'],
    sight.inButton && !sight.leadsHome && [-4, 'in a button'],
    socials.test(`${names} ${alt} ${sight.href}`) && isOut && [-7, 'leads to a social network'],
    isOut && isExternal(sight) && [-3, 'leads to another site'],
    controls.test(`${names} ${alt}`) && !isNamed && !sight.leadsHome && [-4, 'named as a control'],
    isIconSized && !isNamed && !sight.leadsHome && [-2.5, 'the size of a control'],
    sight.overlay !== null && aside.has(sight.overlay) && [-12, 'floats over the page'],
    sight.kind === 'img' && sight.naturalPx.width === 0 && [-8, 'did not load'],
    isBlankFile(sight) && [-12, 'nothing to see in it'],
    !isNamed && isWay(sight) && [-8, 'shows a way'],
    !isNamed && alt === '' && isGlyph(sight) && [-8, 'a glyph of lines'],
  ]
  const drawing = sight.kind === 'svg' ? cleanDrawing(sight.svg) : undefined
  if (sight.kind === 'svg' && !drawing) return undefined
  const held = signs.filter(sign => sign !== false)
  return {
    url: drawing ? drawing.url : sight.url,
    kind: sight.kind === 'svg' ? 'svg' : 'img',
    source: sight.region,
    alt: alt === '' ? null : alt,
    href: sight.href === '' ? null : sight.href,
    width: box.width,
    height: box.height,
    score: round(held.reduce((sum, [points]) => sum + points, 0)),
    reasons: held.map(([points, reason]) => (points < 0 ? `not: ${reason}` : reason)),
    ...(drawing ? { svg: drawing.svg } : {}),
    paints: sight.paints,
  }
}

const round = (value: number) => Math.round(value * 10) / 10

const isWay = ({ names, alt, linkText }: LogoSight): boolean =>
  [names, alt, linkText].some(text => ways.test(text))

/** Spacers, and what stands in a lazy picture's place. */
const isBlankFile = ({ kind, url, naturalPx }: LogoSight): boolean =>
  kind !== 'svg' &&
  ((naturalPx.width > 0 && Math.min(naturalPx.width, naturalPx.height) <= 2) ||
    (/^data:image\/(?:gif|png|webp)/.test(url) && url.length < 200))

const glyphPx = 40

/** A few straight or open lines without a name, as arrows, crosses and menus are drawn. */
const isGlyph = ({ kind, svg, box }: LogoSight): boolean => {
  if (kind !== 'svg' || Math.max(box.width, box.height) > glyphPx) return false
  const shapes = svg.match(/<(?:path|line|polyline|polygon|rect|circle|ellipse|text|use|image)\b/g)
  const paths = [...svg.matchAll(/\sd="([^"]*)"/g)].map(([, d = '']) => d)
  const isShort = (shapes?.length ?? 0) <= 3 && paths.join('').length <= 120
  const isStroked = /\sfill="none"/.test(svg) && /\sstroke="(?!none)/.test(svg)
  const isStraight = paths.length > 0 && paths.every(d => /^[\sMLHVZ\d.,+-]*$/i.test(d))
  return (
    isShort && (isStroked || (isStraight && !/<(?:rect|circle|ellipse|text|use|image)\b/.test(svg)))
  )
}

const isExternal = ({ href, url }: LogoSight): boolean => {
  const target = URL.parse(href)
  return target !== null && url !== '' && target.origin !== URL.parse(url)?.origin
}

const cleanDrawing = (svg: string) => {
  if (svg === '') return undefined
  const clean = sanitizeSvg(svg)
  // Where nothing has a color, nothing is seen.
  if (!clean.ok || (clean.colors.length === 0 && !clean.hasImages)) return undefined
  const url = `data:image/svg+xml;base64,${Buffer.from(clean.svg).toString('base64')}`
  return { url, svg: clean.svg }
}

const declaredScores: Partial<Record<IconOrigin, [points: number, reason: string]>> = {
  'json-ld': [6.5, 'declared as the organisation’s logo'],
  microdata: [6, 'declared as the logo'],
  touch: [4, 'the touch icon'],
  mask: [3, 'the mask icon'],
  link: [2, 'the page’s icon'],
  manifest: [2.5, 'an icon of the manifest'],
}

const readDeclared = (icon: DeclaredIcon): RankedLogo[] => {
  const known = declaredScores[icon.origin]
  if (!known) return []
  const [points, reason] = known
  const side =
    icon.declaredPx !== undefined && Number.isFinite(icon.declaredPx) ? icon.declaredPx : null
  return [
    {
      url: icon.url,
      kind: icon.origin === 'json-ld' || icon.origin === 'microdata' ? 'img' : 'icon',
      source: icon.origin,
      alt: null,
      href: null,
      width: side,
      height: side,
      ...(icon.theme ? { theme: icon.theme } : {}),
      score: points,
      reasons: [reason],
      paints: icon.color ? [icon.color] : [],
    },
  ]
}

import { cssOf, type Painter } from '../../../page/css/paint.ts'
import { firstUrl } from '../../../page/css/references.ts'
import { parentOf } from '../../../page/css/tree.ts'
import { documentBase, pictureUrl, webUrl } from '../../../page/html/addresses.ts'
import { descendants, type HtmlElement } from '../../../page/html/html.ts'
import { imageSource } from '../../../page/html/image-source.ts'
import type { LogoSight } from '../page/snapshot.ts'
import { type Desk, drawSvg } from './drawing.ts'
import { textOf } from './text.ts'
import { namesOf, type Sight } from './walk.ts'

type Page = Desk & { url: string }

const maxSights = 40

/** Every picture that may be the site's logo, with what speaks for it. */
export const findLogos = (sights: readonly Sight[], page: Page): LogoSight[] => {
  const base = documentBase(page.document.root, page.url)
  const found: LogoSight[] = []
  for (const sight of sights) {
    if (found.length === maxSights) break
    const kind = kindOf(sight, base, page)
    if (!kind) continue
    const logo = describe(sight, kind, base, page)
    const isLikely =
      logo.region === 'header' || logo.leadsHome || /logo|brand|wordmark/i.test(logo.names)
    if (!isLikely || (logo.kind !== 'svg' && logo.url === '')) continue
    // Drawn only when it may be one: pages have hundreds of little drawings.
    const drawing = logo.kind === 'svg' ? drawSvg(sight, page, base) : {}
    found.push({ ...logo, neighbours: countNeighbours(sight.element), ...drawing })
  }
  return found
}

const kindOf = (
  { element, link }: Sight,
  base: string,
  { url }: Page,
): LogoSight['kind'] | undefined => {
  if (element.name === 'img' || element.name === 'svg') return element.name
  const mayBe =
    /logo|brand/i.test(namesOf(element)) ||
    leadsHome(webUrl(link?.attributes.href, base) ?? '', url)
  return mayBe ? 'background' : undefined
}

const describe = (
  sight: Sight,
  kind: LogoSight['kind'],
  base: string,
  { url: pageUrl, painter }: Page,
): LogoSight => {
  const { element, link, region, overlay } = sight
  const { attributes } = element
  const isDrawing = kind === 'svg'
  const painted = kind === 'background' ? paintedPicture(sight.style, base, painter) : undefined
  const url = painted?.url ?? (kind === 'img' ? (sourceOf(element, base) ?? '') : '')
  const href = webUrl(link?.attributes.href, base) ?? ''
  const size = sizeOf(element)
  return {
    kind,
    url,
    svg: '',
    sprites: [],
    paints: painted?.paints ?? [],
    alt: (
      attributes.alt ||
      attributes['aria-label'] ||
      (isDrawing ? titleOf(element) : '') ||
      link?.attributes['aria-label'] ||
      ''
    )
      .trim()
      .slice(0, 200),
    names:
      `${namesOf(element)} ${/[^/]*$/.exec(url.slice(0, 300))?.[0] ?? ''} ${namesAbove(element)}`
        .trim()
        .slice(0, 500),
    href: href.slice(0, 1_000),
    leadsHome: leadsHome(href, pageUrl),
    box: { x: 40, y: sight.row * 20, ...size },
    naturalPx: kind === 'img' ? size : { width: 0, height: 0 },
    region,
    overlay,
    inButton: sight.inButton,
    neighbours: 0,
    linkText: link ? textOf(link, 100) : '',
  }
}

/** A picture that CSS paints: through a mask in the color of the background, or as it is. */
const paintedPicture = (
  style: Sight['style'],
  base: string,
  painter: Painter,
): { url: string; paints: string[] } | undefined => {
  for (const name of ['mask-image', '-webkit-mask-image', 'background-image']) {
    const url = pictureUrl(firstUrl(style.own(name) ?? ''), base)
    if (!url) continue
    const ink = name === 'background-image' ? undefined : painter.fill(style)
    return { url, paints: ink ? [cssOf(ink)] : [] }
  }
  return undefined
}

/** An address on the web first: what `src` holds itself is mostly a placeholder, and seldom a drawing. */
const sourceOf = (image: HtmlElement, base: string): string | undefined =>
  imageSource(image, base) ?? pictureUrl(image.attributes.src, base)

const titleOf = (svg: HtmlElement): string => {
  for (const element of descendants(svg)) if (element.name === 'title') return textOf(element, 200)
  return ''
}

const namesAbove = (element: HtmlElement): string => {
  const names: string[] = []
  let at = parentOf(element)
  for (let up = 0; at && up < 3; up++) {
    names.push(namesOf(at), at.attributes['aria-label'] ?? '')
    at = parentOf(at)
  }
  return names.join(' ')
}

const leadsHome = (href: string, pageUrl: string): boolean => {
  const target = href === '' ? null : URL.parse(href)
  return (
    target !== null &&
    target.origin === new URL(pageUrl).origin &&
    target.search === '' &&
    target.hash === '' &&
    /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+|home\/?)?$/i.test(target.pathname)
  )
}

/** What a logo in a header usually measures, where the page does not say. */
const usualPx = { width: 120, height: 32 }

const sizeOf = ({ attributes }: HtmlElement): { width: number; height: number } => {
  const px = (value: string | undefined) =>
    /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value ?? '') ? Number.parseFloat(value ?? '') : 0
  const [width, height] = [px(attributes.width), px(attributes.height)]
  if (width && height) return { width, height }
  const [, , boxWidth = 0, boxHeight = 0] = (attributes.viewbox ?? attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : undefined
  if (width && ratio) return { width, height: width / ratio }
  const tall = height || usualPx.height
  return ratio ? { width: tall * ratio, height: tall } : { ...usualPx }
}

/** A row of pictures is not made of more elements than this. */
const maxLooked = 200

/** Pictures in the same row or list: a wall of partners has many. */
const countNeighbours = (element: HtmlElement): number => {
  let group = parentOf(element)
  for (let up = 0; group && up < 3 && group.name !== 'body'; up++) {
    let count = -1
    let looked = 0
    for (const { name } of descendants(group)) {
      if (++looked > maxLooked) break
      if (name === 'img' || name === 'svg') count++
    }
    if (count >= 2) return count
    group = parentOf(group)
  }
  return 0
}

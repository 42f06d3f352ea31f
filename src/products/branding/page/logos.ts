/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { boxOf, closestOf, isClear, isShown, namesOf, parentOf, regionOf, textOf } from './look.ts'
import type { LogoSight } from './snapshot.ts'

/** Runs in the page: every picture that may be the site's logo, with what speaks for it. */
export const findLogos = (
  all: readonly Element[],
  overlayOf: (element: Element) => number | null,
): LogoSight[] => {
  const isPicture = (element: Element) =>
    element.tagName === 'IMG' ||
    (element.tagName === 'svg' && !element.parentElement?.closest('svg'))
  const pictures = all.filter(
    element =>
      (isPicture(element) || paintedPicture(element) !== undefined) &&
      isShown(element) &&
      !element.closest('[aria-hidden="true"] svg svg'),
  )
  const sights: LogoSight[] = []
  for (const element of pictures) {
    const { width, height } = element.getBoundingClientRect()
    if (width < 12 || height < 8 || width > 700 || height > 320) continue
    const sight = describeLogo(element, overlayOf(element))
    const isLikely =
      sight.region === 'header' || sight.leadsHome || /logo|brand|wordmark/i.test(sight.names)
    if (!isLikely) continue
    sight.neighbours = countNeighbours(element, pictures)
    sights.push(sight)
    if (sights.length === 40) break
  }
  return sights
}

/**
 * A picture that CSS paints on what is called a logo or leads home: as its background, through a
 * mask in the background's color, or as the content of a pseudo-element.
 */
export const paintedPicture = (element: Element): { url: string; paints: string[] } | undefined => {
  if (!/logo|brand/i.test(namesOf(element)) && !leadsHome(closestOf(element, 'a'))) return undefined
  for (const pseudo of [null, '::before', '::after']) {
    const style = getComputedStyle(element, pseudo)
    if (pseudo && (style.content === 'none' || style.display === 'none')) continue
    for (const [value, ink] of [
      [style.maskImage, style.backgroundColor],
      [style.backgroundImage, ''],
      [pseudo ? style.content : '', ''],
    ] as const) {
      const url = /^url\("((?:[^"\\]|\\.)+)"\)/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? ''
      // A mask may also be a part of the page, which is no picture by itself.
      if (/^(?:https?:|data:image\/)/.test(url) && !url.startsWith(`${location.href}#`))
        return { url, paints: ink && !isClear(ink) ? [ink] : [] }
    }
  }
  return undefined
}

export const leadsHome = (link: Element | null): boolean => {
  const href = link instanceof HTMLAnchorElement ? link.href : ''
  const target = href ? URL.parse(href) : null
  return (
    target !== null &&
    target.origin === location.origin &&
    /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+|home\/?)?$/i.test(target.pathname) &&
    target.search === '' &&
    // A place on the page is not the page.
    target.hash === ''
  )
}

export const describeLogo = (element: Element, overlay: number | null): LogoSight => {
  const found = closestOf(element, 'a')
  const link = found instanceof HTMLAnchorElement ? found : null
  const above: string[] = []
  for (let at = parentOf(element), up = 0; at && up < 3; at = parentOf(at), up++)
    above.push(namesOf(at), at.getAttribute('aria-label') ?? '')
  const image = element instanceof HTMLImageElement ? element : undefined
  const isDrawing = element instanceof SVGSVGElement
  const painted = image || isDrawing ? undefined : paintedPicture(element)
  const url = image ? image.currentSrc || image.src : (painted?.url ?? '')
  const drawn = isDrawing
    ? drawSvg(element)
    : { svg: '', paints: painted?.paints ?? [], sprites: [] }
  const title = isDrawing ? (element.querySelector('title')?.textContent ?? '') : ''
  return {
    kind: image ? 'img' : isDrawing ? 'svg' : 'background',
    url: url.startsWith('data:') && url.length > 100_000 ? '' : url,
    ...drawn,
    alt: (
      image?.alt ||
      element.getAttribute('aria-label') ||
      title ||
      link?.getAttribute('aria-label') ||
      ''
    )
      .trim()
      .slice(0, 200),
    names: `${namesOf(element)} ${/[^/]*$/.exec(url.slice(0, 300))?.[0] ?? ''} ${above.join(' ')}`
      .trim()
      .slice(0, 500),
    href: link?.href.slice(0, 1_000) ?? '',
    leadsHome: leadsHome(link),
    box: boxOf(element),
    naturalPx: { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 },
    region: regionOf(element),
    overlay,
    inButton: element.closest('button, [role="button"], summary') !== null,
    neighbours: 0,
    linkText: link ? textOf(link, 100) : '',
  }
}

/** Pictures of about the same height in the same row or list: a wall of partners has many. */
export const countNeighbours = (element: Element, pictures: readonly Element[]): number => {
  const box = element.getBoundingClientRect()
  let group = element.parentElement
  for (let up = 0; group && up < 3; up++) {
    const within = group
    const others = pictures.filter(other => {
      if (other === element || !within.contains(other)) return false
      const { height } = other.getBoundingClientRect()
      return height > box.height * 0.4 && height < box.height * 2.5
    })
    if (others.length >= 2) return others.length
    group = group.parentElement
  }
  return 0
}

/**
 * The drawing as it is painted: what stylesheets say about its shapes is written into it, symbols
 * from elsewhere in the document stand where they are used.
 */
export const drawSvg = (
  svg: SVGSVGElement,
): { svg: string; paints: string[]; sprites: string[] } => {
  const paints = new Set<string>()
  const copy = svg.cloneNode(true) as SVGSVGElement
  /** What a shape looks like, and what it is without a word about it. */
  const painted = [
    ['fill', ''],
    ['stroke', 'none'],
    ['opacity', '1'],
    ['stroke-width', '1px'],
    ['stroke-linecap', 'butt'],
    ['stroke-linejoin', 'miter'],
    ['stroke-dasharray', 'none'],
    ['fill-rule', 'nonzero'],
    ['clip-rule', 'nonzero'],
    ['fill-opacity', '1'],
    ['stroke-opacity', '1'],
    ['visibility', 'visible'],
  ] as const
  const inline = (from: Element, to: Element) => {
    const style = getComputedStyle(from)
    const shape = /^(path|rect|circle|ellipse|polygon|polyline|line|text|tspan|use|g)$/.test(
      from.tagName,
    )
    if (shape) {
      for (const [name, initial] of painted) {
        const value = style.getPropertyValue(name)
        if (value && value !== initial) to.setAttribute(name, value)
        // `currentcolor` is the text's color, not one of the drawing's own.
        const isOwn = /^(?:rgb|color|okl|lab|lch)/.test(value) && value !== style.color
        if (isOwn && /^(?:fill|stroke)$/.test(name) && !/^(?:g|use)$/.test(from.tagName))
          paints.add(value)
      }
      if (style.display === 'none') to.setAttribute('display', 'none')
    }
    if (from.tagName === 'stop') {
      to.setAttribute('stop-color', style.stopColor)
      to.setAttribute('stop-opacity', style.stopOpacity)
    }
    to.removeAttribute('style')
    to.removeAttribute('class')
  }
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  if (originals.length > 600) return { svg: '', paints: [], sprites: [] }
  originals.forEach((original, at) => {
    const twin = copies[at]
    if (twin) inline(original, twin)
  })
  const sprites = new Set<string>()
  for (const use of copy.querySelectorAll('use')) {
    const href = use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? ''
    const address = href.startsWith('#') ? null : URL.parse(href, document.baseURI)
    if (address && address.hash.length > 1) {
      // It is put into the drawing once its file is there.
      if (/^https?:/.test(address.href) && sprites.size < 8) sprites.add(address.href)
      use.setAttribute('href', decodeHash(address.hash))
      use.removeAttribute('xlink:href')
      continue
    }
    const id = href.replace(/^#/, '')
    const symbol = id ? document.getElementById(id) : null
    if (!symbol || copy.contains(symbol) || copy.querySelector(`#${CSS.escape(id)}`)) continue
    const definitions = document.createElementNS('http://www.w3.org/2000/svg', 'defs')
    definitions.append(symbol.cloneNode(true))
    copy.prepend(definitions)
    for (const shape of symbol.querySelectorAll('[fill]'))
      paints.add(shape.getAttribute('fill') ?? '')
  }
  const { width, height } = svg.getBoundingClientRect()
  if (!copy.getAttribute('viewBox'))
    copy.setAttribute('viewBox', `0 0 ${width.toFixed(2)} ${height.toFixed(2)}`)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', width.toFixed(0))
  copy.setAttribute('height', height.toFixed(0))
  copy.setAttribute('color', getComputedStyle(svg).color)
  const text = new XMLSerializer().serializeToString(copy)
  return {
    svg: text.length > 80_000 ? '' : text,
    paints: [...paints].slice(0, 20),
    sprites: [...sprites],
  }
}

export const decodeHash = (hash: string): string => {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

import { createCascade } from '../../../page/css/cascade.ts'
import type { Theme } from '../../../page/css/media.ts'
import { createPainter, cssOf, type Painter } from '../../../page/css/paint.ts'
import type { Stylesheets } from '../../../page/css/stylesheet.ts'
import { descendants, type HtmlDocument, type HtmlElement } from '../../../page/html/html.ts'
import type { Measured, Snapshot } from '../page/snapshot.ts'
import { createCounts } from './counts.ts'
import { describe, kindOf } from './elements.ts'
import { findLogos } from './logos.ts'
import { createOverlays } from './overlays.ts'
import { sketchRoots } from './roots.ts'
import { walk } from './walk.ts'

export type Sketched = {
  document: HtmlDocument
  url: string
  sheets: Stylesheets
  /** What the visitor prefers. */
  preference: Theme
}

/** A desktop window, as the browser of the full analysis has it. */
const viewport = { width: 1280, height: 900 }

const limits: Record<Measured['kind'], number> = {
  button: 120,
  link: 150,
  bar: 20,
  input: 0,
  panel: 0,
}

/**
 * What the browser would measure, as far as HTML and CSS tell it: colors are worked out exactly,
 * places only by the order of the page. The same decisions are then made on it as on a measured
 * page, so that both paths agree wherever this one sees enough.
 */
export const sketchPage = ({ document, url, sheets, preference }: Sketched): Snapshot => {
  const { html, body } = rootsOf(document)
  const cascade = createCascade(sheets, preference)
  const scheme = supportedScheme(document, cascade.styleOf(html).own('color-scheme'), preference)
  const painter = createPainter(scheme)
  const overlays = createOverlays(body)
  const { sights, isCut } = walk(body, { cascade, painter, overlays })
  const left = { ...limits }
  const elements: Measured[] = []
  const counts = createCounts(painter)
  for (const sight of sights) {
    const kind = kindOf(sight, painter)
    if (kind && left[kind]-- > 0) elements.push(describe(kind, sight, painter))
    counts.add(sight)
  }
  const variables = [html, body].flatMap(root => readVariables(root, cascade, painter))
  return {
    viewport,
    page: { width: viewport.width, height: sights.length * 20 },
    roots: sketchRoots({ html, body, cascade, painter, scheme }),
    elements,
    ...counts.result(),
    overlays: overlays.found,
    logos: findLogos(sights, { url, document, cascade, painter }),
    variables,
    distances: [],
    radii: [],
    shadows: [],
    marks: { classes: [], attributes: [], tags: [], files: [], generator: '', rootAttributes: [] },
    isCut: isCut || sheets.truncated || cascade.exhausted(),
  }
}

export const rootsOf = ({ root }: HtmlDocument): { html: HtmlElement; body: HtmlElement } => {
  let html = root
  for (const element of descendants(root)) {
    if (element.name === 'html') html = element
    if (element.name === 'body') return { html, body: element }
  }
  return { html, body: html }
}

/** A page without a word about schemes is light, whatever the visitor prefers. */
const supportedScheme = (
  { root }: HtmlDocument,
  declared: string | undefined,
  preference: Theme,
): Theme => {
  let words = declared ?? ''
  if (!words)
    for (const { name, attributes } of descendants(root)) {
      if (name === 'body') break
      if (name === 'meta' && attributes.name?.toLowerCase() === 'color-scheme')
        words = attributes.content ?? ''
    }
  if (!/\bdark\b/i.test(words)) return 'light'
  return /\blight\b/i.test(words) ? preference : 'dark'
}

const maxVariables = 1_500

const readVariables = (
  root: HtmlElement,
  cascade: ReturnType<typeof createCascade>,
  painter: Painter,
): [name: string, value: string][] => {
  const style = cascade.styleOf(root)
  return style.declared.slice(0, maxVariables).flatMap((name): [string, string][] => {
    const value = style.variable(name)
    if (!value || value.length > 300 || name.length > 120) return []
    const color = painter.read(value, style)
    return [[name, color ? cssOf(color) : value]]
  })
}

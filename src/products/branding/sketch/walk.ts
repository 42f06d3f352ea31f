import type { Cascade, ElementStyle } from '../../../page/css/cascade.ts'
import { isHidden } from '../../../page/css/hidden.ts'
import { cssOf, type Painter } from '../../../page/css/paint.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import { isElement } from '../../../page/html/html.ts'
import type { SnapshotRegion } from '../page/snapshot.ts'
import type { Overlays } from './overlays.ts'

/** An element that is shown, with all that it gets from where it stands. */
export type Sight = {
  element: HtmlElement
  style: ElementStyle
  region: SnapshotRegion
  /** Index into the overlays of what it floats in. */
  overlay: number | null
  /** Backgrounds below it, nearest first, up to one that is opaque. */
  backdrop: string[]
  /** The nearest ancestor that names what text is: a heading, a link, code. */
  context: string
  /** Running number of its parent in the page: what stands together has the same. */
  row: number
  /** Which child of its parent it is. */
  column: number
  /** Inside something that is pressed. */
  inButton: boolean
  link: HtmlElement | undefined
}

const maxElements = 4_000

type Deps = { cascade: Cascade; painter: Painter; overlays: Overlays }
type Step = { element: HtmlElement; above: Sight | undefined; row: number; column: number }

/** Everything a visitor may see of the page, in order; hidden parts are left out whole. */
export const walk = (body: HtmlElement, deps: Deps): { sights: Sight[]; isCut: boolean } => {
  const sights: Sight[] = []
  const stack: Step[] = [{ element: body, above: undefined, row: 0, column: 0 }]
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (sights.length >= maxElements) return { sights, isCut: true }
    const sight = look(step, deps)
    if (!sight) continue
    const row = sights.push(sight)
    // A drawing is one thing; its parts are no elements of the page.
    if (step.element.namespace) continue
    const children = step.element.children.filter(isElement)
    for (let column = children.length - 1; column >= 0; column--)
      stack.push({ element: children[column] as HtmlElement, above: sight, row, column })
  }
  return { sights, isCut: false }
}

const unseen = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'link',
  'meta',
  'br',
  'option',
  'source',
])

const look = ({ element, above, row, column }: Step, deps: Deps): Sight | undefined => {
  if (unseen.has(element.name) || (isHidden(element, 'markup') && !isLabelled(element)))
    return undefined
  const style = deps.cascade.styleOf(element)
  if (style.own('display') === 'none' || style.own('visibility') === 'hidden') return undefined
  const { attributes, name } = element
  const isPressed = name === 'button' || attributes.role === 'button' || name === 'summary'
  return {
    element,
    style,
    region: regionOf(element, above, row),
    overlay: above?.overlay ?? deps.overlays.enter(element, style),
    backdrop: above ? backdropOf(above, deps.painter) : [],
    context: contextOf(element) ?? above?.context ?? 'body',
    row,
    column,
    inButton: (above?.inButton ?? false) || isPressed,
    link: name === 'a' ? element : above?.link,
  }
}

/** Logos are drawings that are hidden from screen readers, beside a text for them. */
const isLabelled = ({ name }: HtmlElement): boolean => name === 'svg' || name === 'img'

/** Below this number of elements a navigation belongs to the top of the page. */
const topRows = 60

const regionOf = (
  { name, attributes }: HtmlElement,
  above: Sight | undefined,
  row: number,
): SnapshotRegion => {
  const inherited = above?.region ?? 'main'
  const { role } = attributes
  if (name === 'footer' || role === 'contentinfo') return 'footer'
  if ((name === 'header' || role === 'banner') && row < topRows) return 'header'
  if ((name === 'nav' || role === 'navigation') && row < topRows) return 'header'
  if (name === 'main' || name === 'article' || role === 'main') return 'main'
  return inherited
}

const backdropOf = ({ style, backdrop }: Sight, painter: Painter): string[] => {
  const fill = painter.fill(style)
  if (!fill) return backdrop
  return fill.alpha >= 1 ? [cssOf(fill)] : [cssOf(fill), ...backdrop].slice(0, 6)
}

const contextOf = ({ name, attributes }: HtmlElement): string | undefined => {
  if (/^(?:h[1-6]|small)$/.test(name)) return name
  if (name === 'button' || attributes.role === 'button') return 'button'
  if (name === 'a') return 'link'
  return /^(?:code|pre|kbd)$/.test(name) ? 'code' : undefined
}

/** Classes and id, for the names that people give their components. */
export const namesOf = ({ attributes }: HtmlElement): string =>
  `${attributes.id ?? ''} ${attributes.class ?? ''} ${attributes['data-testid'] ?? ''}`
    .trim()
    .slice(0, 300)

/** Short and for people. */
export const selectorOf = (element: HtmlElement): string => {
  const own = ({ name, attributes }: HtmlElement): string => {
    const { id } = attributes
    if (id && /^[A-Za-z][\w-]{0,40}$/.test(id)) return `#${id}`
    const classes = (attributes.class ?? '')
      .split(/\s+/)
      .filter(word => /^[A-Za-z][\w-]{0,40}$/.test(word))
    return (
      name +
      classes
        .slice(0, 3)
        .map(word => `.${word}`)
        .join('')
    )
  }
  const self = own(element)
  const { parent } = element
  return self.startsWith('#') || !parent || parent.name === '#document'
    ? self
    : `${own(parent)} > ${self}`
}

import { memoize } from '../../../kit/memoize.ts'
import { type Cascade, createCascade } from '../../../page/css/cascade.ts'
import { type Color, difference, over, readColor } from '../../../page/css/color.ts'
import { createPainter, type Painter } from '../../../page/css/paint.ts'
import { readStylesheets } from '../../../page/css/stylesheet.ts'
import { vocabularyOf } from '../../../page/css/tree.ts'
import { descendants, type HtmlElement, textContent } from '../../../page/html/html.ts'
import type { Page } from './page.ts'

/**
 * Lines that are made to be overlooked, by number: in the color of what is behind them, below
 * everything else, taken away by a variable, or with letters between letters that take no room.
 * What stylesheets elsewhere say is not known, so such lines are still read: a value that stands
 * only there is named.
 */
export const findFaint = ({ nodes, document }: Pick<Page, 'nodes' | 'document'>): Set<number> => {
  const isFaint = createSight(document.root)
  const isOverlooked = memoize((element: HtmlElement) => isFaint(element) || hasOddLetters(element))
  return new Set(
    nodes.flatMap(({ id, pieces }) =>
      pieces.some(({ element }) => isOverlooked(element)) ? id : [],
    ),
  )
}

/** Processor time for styles; what is not read by then is ignored. */
const maxCssCpuMs = 60
const maxCssChars = 400_000

type Look = {
  isFaint: boolean
  depth: number
  /** How far out the color of the text, and what is behind it, are said. */
  colored: number
  filled: number
  fill: Color | undefined
  /** The color that `<font>` says, as pages did before they had styles. */
  ink: Color | undefined
}

const outside: Look = {
  ...{ isFaint: false, depth: 0, colored: 0, filled: 0 },
  ...{ fill: undefined, ink: undefined },
}

const createSight = (root: HtmlElement): ((element: HtmlElement) => boolean) => {
  let budget = maxCssChars
  const sources: { css: string; media: string | undefined }[] = []
  let isStyled = false
  for (const element of descendants(root)) {
    isStyled ||= element.attributes.style !== undefined || element.name === 'font'
    if (element.name !== 'style' || budget <= 0) continue
    const css = textContent(element).slice(0, budget)
    budget -= css.length
    sources.push({ css, media: element.attributes.media })
  }
  if (sources.length === 0 && !isStyled) return () => false
  const sheets = readStylesheets(sources, vocabularyOf(root), maxCssCpuMs)
  const sight: Sight = {
    cascade: createCascade(sheets, 'light'),
    painter: createPainter('light'),
    varies: sheets.rules.some(({ declarations }) => declarations.some(isVariable)),
  }
  const looks = new Map<HtmlElement, Look>()
  return element => {
    const path: HtmlElement[] = []
    let at: HtmlElement | undefined = element
    for (; at && !looks.has(at); at = at.parent) path.push(at)
    let look = (at && looks.get(at)) ?? outside
    for (const one of path.reverse()) {
      look = look.isFaint ? look : lookAt(one, look, sight)
      looks.set(one, look)
    }
    return look.isFaint
  }
}

/** `varies`: what is shown hangs on variables, which tabs and menus do without. */
type Sight = { cascade: Cascade; painter: Painter; varies: boolean }

const isVariable = ({ name, value }: { name: string; value: string }) =>
  (name === 'display' || name === 'opacity' || name === 'visibility') && value.includes('var(')

const lookAt = (element: HtmlElement, around: Look, { cascade, painter, varies }: Sight): Look => {
  const depth = around.depth + 1
  if (element.name === '#document') return { ...around, depth }
  const style = cascade.styleOf(element)
  const isGone =
    style.own('display') === 'none' ||
    style.own('visibility') === 'hidden' ||
    Number(style.own('opacity') ?? 1) < 0.05
  const mayBeGone = varies || /var\(/.test(element.attributes.style ?? '')
  if ((isGone && mayBeGone) || /^-\d/.test(style.own('z-index') ?? ''))
    return { ...around, depth, isFaint: true }
  const look = { ...around, depth }
  const ink = element.name === 'font' ? readColor(element.attributes.color ?? '') : undefined
  if (style.own('color') !== undefined) Object.assign(look, { colored: depth, ink: undefined })
  else if (ink) Object.assign(look, { colored: depth, ink })
  const fill = painter.fill(style) ?? readColor(element.attributes.bgcolor ?? '')
  // What a picture looks like is not known.
  if (/(?:url|gradient|image)/i.test(style.own('background-image') ?? ''))
    Object.assign(look, { filled: depth, fill: undefined })
  else if (fill && fill.alpha > 0.5) Object.assign(look, { filled: depth, fill })
  // A color that is said further out than the ground was chosen for another one.
  if (look.fill && look.colored >= look.filled)
    look.isFaint = isSame(look.ink ?? painter.text(style), look.fill)
  return look
}

const isSame = (color: Color, fill: Color): boolean => difference(over(color, fill), fill) < 3

/** Twice in a text, so that one break inside a long word is none. */
const hasOddLetters = ({ children }: HtmlElement): boolean =>
  children.some(child => child.type === 'text' && (child.text.match(noRoom)?.length ?? 0) > 1)

const noRoom =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d])[\u034f\u180e\u200b-\u200d\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d])/gu

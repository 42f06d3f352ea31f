import { type Color, chromaOf, difference, hexOf } from '../../../page/css/color.ts'
import type { Measured, Snapshot } from '../page/snapshot.ts'
import { type Paint, paintOf } from './paint.ts'

type Button = {
  element: Measured
  paint: Paint
  /** Painted in a color that its surroundings do not have. */
  isFilled: boolean
  score: number
}

/** Buttons that look the same, best example first. */
export type ButtonGroup = { buttons: Button[]; best: Button; score: number }

/** Every look of button on the page, the likeliest main one first. */
export const rankButtons = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Color,
): ButtonGroup[] => {
  const candidates = snapshot.elements
    .filter(element => element.kind === 'button' && isCandidate(element, aside))
    .map(element => readButton(element, page))
    .filter(({ paint, isFilled, element }) => isFilled || paint.border || element.style.shadow)
  for (const button of candidates) button.score = scoreOf(button, candidates, snapshot)
  const groups: ButtonGroup[] = []
  for (const button of candidates.sort((a, b) => b.score - a.score)) {
    const group = groups.find(({ best }) => looksAlike(best, button))
    if (group) group.buttons.push(button)
    else groups.push({ buttons: [button], best: button, score: 0 })
  }
  for (const group of groups) group.score = groupScore(group)
  return groups.sort((a, b) => b.score - a.score)
}

/** Controls that move something, open a menu or label a thing; not what a page wants of you. */
const controlNames =
  /(?:^|[\s_-])(?:close|dismiss|hamburger|burger|menu|toggle|toggler|carousel|slick|swiper|slider|prev|previous|next|arrow|chevron|tabs?|accordion|collapse|dropdown|pagination|pager|page-link|chip|badge|tag|pill-nav|alert|toast|share|social|play|pause|lang|language|locale|theme-switch|breadcrumb|step|rating|star|copy|skip)(?:$|[\s_-])/i

const controlRoles = new Set([
  'tab',
  'menuitem',
  'switch',
  'option',
  'checkbox',
  'radio',
  'combobox',
])

const isCandidate = (element: Measured, aside: ReadonlySet<number>): boolean => {
  const { box, text, role, isDisabled } = element
  if (element.overlay !== null && aside.has(element.overlay)) return false
  if (isDisabled || controlRoles.has(role) || !/\p{L}/u.test(text)) return false
  if (text.length > 45 || element.size > 12) return false
  if (/^skip to/i.test(text)) return false
  return box.height >= 18 && box.height <= 110 && box.width >= 28 && box.width <= 640
}

const readButton = (element: Measured, page: Color): Button => {
  const paint = paintOf(element, page)
  const isFilled = paint.fill !== undefined && difference(paint.fill, paint.backdrop) > 1.5
  return { element, paint, isFilled, score: 0 }
}

const mainNames =
  /(?:^|[\s_-])(?:primary|cta|call-to-action|main|brand|accent|hero|filled|contained|solid|submit|start|is-primary)(?:$|[\s_-])/i
const otherNames =
  /(?:^|[\s_-])(?:secondary|outline|outlined|ghost|tertiary|link|text|plain|subtle|cancel|neutral|default|muted|quiet|inverse|contrast|light|white|minimal|clear)(?:$|[\s_-])/i
const statusNames =
  /(?:^|[\s_-])(?:danger|warning|destructive|error|delete|remove|info)(?:$|[\s_-])/i
const successNames = /(?:^|[\s_-])success(?:$|[\s_-])/i

const callWords =
  /^(?:get|start|try|sign ?up|join|buy|book|contact|request|download|subscribe|create|shop|order|donate|apply|register|see|view|learn|explore|discover|read|continue|send|jetzt|kostenlos|kaufen|anmelden|commencer|essayer|découvrir|acheter|empezar|comprar|probar|inizia|prova|begin)\b/i
const asideWords =
  /^(?:log ?in|sign ?in|anmelden|einloggen|connexion|iniciar|search|suche|more|cancel|back|next|previous|close|show|hide|filter|sort|edit)\b/i

const scoreOf = (button: Button, all: readonly Button[], { viewport }: Snapshot): number => {
  const { element, paint, isFilled } = button
  const { names, text, box, region } = element
  const fill = isFilled ? paint.fill : undefined
  let score = fill ? scoreOfFill(fill, paint.backdrop) : 0
  if (mainNames.test(names)) score += 3
  if (otherNames.test(names)) score -= 2.5
  if (statusNames.test(names)) score -= 4
  if (successNames.test(names)) score -= 1
  if (controlNames.test(names)) score -= 3.5
  if (callWords.test(text)) score += 1
  if (asideWords.test(text)) score -= 0.7
  if (element.type === 'submit') score += 0.7
  if (region === 'main' && box.y < viewport.height) score += 1.5
  if (region === 'header') score += 0.5
  if (region === 'footer') score -= 1.5
  score += Math.min(1.2, (box.width * box.height) / 9_000)
  if (isFirstInRow(button, all)) score += 0.8
  return score
}

/** A color calls louder than a grey, and what is far from its surroundings louder than a tint. */
const scoreOfFill = (fill: Color, backdrop: Color): number => {
  const contrast = difference(fill, backdrop)
  const least = contrast < faintContrast ? 1.5 : 3
  return least + (Math.min(2, chromaOf(fill) * 12) + Math.min(2, contrast / 25))
}

/** ΔE2000 to the surroundings: a light grey on white, as repeated controls have it. */
const faintContrast = 5

/** Of two buttons side by side the first is the main one, in most designs and languages. */
const isFirstInRow = ({ element }: Button, all: readonly Button[]): boolean => {
  const row = all.filter(
    ({ element: { box, region } }) =>
      region === element.region && Math.abs(box.y - element.box.y) < 12,
  )
  return row.length > 1 && row.every(({ element: { box } }) => box.x >= element.box.x)
}

const looksAlike = (a: Button, b: Button): boolean => {
  if (a.isFilled !== b.isFilled) return false
  if (a.isFilled && a.paint.fill && b.paint.fill) return difference(a.paint.fill, b.paint.fill) < 3
  const [first, second] = [a.paint.border ?? a.paint.text, b.paint.border ?? b.paint.text]
  return difference(first, second) < 5
}

/** Repetition counts, but a list of fifty grey "Add" buttons is not fifty times as important. */
const groupScore = ({ buttons }: ButtonGroup): number =>
  buttons.slice(0, 4).reduce((sum, { score }, at) => sum + Math.max(0, score) * 0.3 ** at, 0)

/** For people and the model: `Get started (#0d6efd, 4 times)` */
export const describeButton = ({ best, buttons }: ButtonGroup): string => {
  const color = best.isFilled && best.paint.fill ? hexOf(best.paint.fill) : 'outlined'
  return `“${best.element.text || best.element.label}” (${color}, ${buttons.length} times)`
}

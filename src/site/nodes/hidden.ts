import { descendants, type HtmlElement, textContent } from '../html.ts'

/**
 * What a page keeps from its readers is not what the page says: text planted where only machines
 * look is the usual way to give orders to a model. Inline styles, attributes and the simple rules
 * of the page's own `<style>` blocks are judged; a rendering browser may judge more.
 */
export type HiddenRules = { classes: Set<string>; ids: Set<string> }

export const readHiddenRules = (root: HtmlElement): HiddenRules => {
  const rules: HiddenRules = { classes: new Set(), ids: new Set() }
  const shown = new Set<string>()
  let budget = maxCssChars
  for (const element of descendants(root)) {
    if (element.name !== 'style' || /print/i.test(element.attributes.media ?? '')) continue
    const css = textContent(element).slice(0, budget)
    budget -= css.length
    collectRules(css, rules, shown)
    if (budget <= 0) break
  }
  // A class that another rule shows is a tab or a menu, not a hiding place.
  for (const selector of shown) {
    rules.classes.delete(selector.slice(1))
    rules.ids.delete(selector.slice(1))
  }
  return rules
}

export const isHidden = (element: HtmlElement, rules: HiddenRules): boolean => {
  const { attributes, name } = element
  if (unseenElements.has(name)) return true
  const isWhole = wholePage.has(name)
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true
  if (name === 'dialog' && attributes.open === undefined) return true
  if (name === 'input' && attributes.type === 'hidden') return true
  // A sighted reader sees aria-hidden text; pages set it on everything while a dialog is open.
  if (attributes['aria-hidden'] === 'true' && !isWhole && !holdsMain(element)) return true
  // Whole pages are faded in by script: that is no hiding place.
  if (attributes.style !== undefined && !isWhole && hidesByStyle(attributes.style)) return true
  if (attributes.id !== undefined && rules.ids.has(attributes.id)) return !isWhole
  if (rules.classes.size > 0 && attributes.class !== undefined && !isWhole)
    for (const name of attributes.class.split(/\s+/)) if (rules.classes.has(name)) return true
  return false
}

/** Declarations that take text out of a reader's sight. */
export const hidesByStyle = (style: string): boolean => {
  if (!style) return false
  const declared = declarations(style)
  const get = (name: string) => declared.get(name) ?? ''
  if (get('display') === 'none') return true
  if (/^(hidden|collapse)$/.test(get('visibility')) || get('content-visibility') === 'hidden')
    return true
  if (isNumberAtMost(get('opacity'), 0.05) || /opacity\(0?\.?0*%?\)/.test(get('filter')))
    return true
  if (isPxAtMost(get('font-size'), 1) || /^0?\.?0*[1-9]?px\b/.test(get('font'))) return true
  if (isPxAtMost(get('text-indent'), -400)) return true
  if (/^(absolute|fixed)$/.test(get('position')))
    for (const side of ['left', 'top', 'right', 'bottom'])
      if (isPxAtMost(get(side), -400)) return true
  for (const side of ['margin-left', 'margin-top']) if (isPxAtMost(get(side), -900)) return true
  if (/scale[xy]?\(0(?:\.0+)?[,)]|translate[xy3d]*\([^)]*-\d{3,}/.test(get('transform')))
    return true
  if (/rect\((?:[01](?:px)?[,\s]*){4}\)/.test(get('clip'))) return true
  if (/inset\((?:50|100)%|circle\(0/.test(get('clip-path'))) return true
  const tiny = ['width', 'height', 'max-width', 'max-height'].some(side => isPxAtMost(get(side), 1))
  if (tiny && /hidden|clip/.test(`${get('overflow')} ${get('overflow-x')} ${get('overflow-y')}`))
    return true
  const color = get('color')
  if (/^(transparent|rgba\([^)]*,\s*0(?:\.0+)?\)|#[0-9a-f]{6}00)$/.test(color)) return true
  const background = get('background-color') || get('background')
  return color !== '' && sameColor(color, background)
}

const maxCssChars = 400_000

const unseenElements = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'iframe',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'textarea',
  'select',
  'datalist',
  'svg',
  'math',
  'noframes',
  'noembed',
  'link',
  'meta',
  'title',
  'base',
  'param',
  'rp',
])
const wholePage = new Set(['html', 'body', 'main'])

const holdsMain = (element: HtmlElement): boolean => {
  if (element.depth > 8) return false
  for (const below of descendants(element))
    if (below.name === 'main' || below.name === 'h1') return true
  return false
}

const collectRules = (css: string, rules: HiddenRules, shown: Set<string>) => {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    const selector = css.slice(Math.max(at, open - 500), open).trim()
    if (selector.includes('@')) {
      at = skipBlock(css, open)
      continue
    }
    const close = css.indexOf('}', open)
    if (close < 0) return
    addRule(selector, css.slice(open + 1, close), rules, shown)
    at = close + 1
  }
}

const addRule = (selector: string, body: string, rules: HiddenRules, shown: Set<string>) => {
  const display = /(?:^|[;\s])(?:display|visibility|opacity)\s*:\s*([\w.]+)/i.exec(body)?.[1]
  const hides = body.length < 1000 && hidesByStyle(body)
  if (!hides && display === undefined) return
  for (const part of selector.split(',').slice(0, 50)) {
    const one = part.trim()
    // `.tab.active` or `.open .menu` shows what `.tab` or `.menu` hides.
    if (!hides) for (const name of one.match(/[.#][\w-]+/g) ?? []) shown.add(name)
    else if (/^\.[\w-]+$/.test(one)) rules.classes.add(one.slice(1))
    else if (/^#[\w-]+$/.test(one)) rules.ids.add(one.slice(1))
  }
}

const skipBlock = (css: string, open: number): number => {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const char = css.charCodeAt(at)
    if (char === 0x7b) depth++
    else if (char === 0x7d && --depth === 0) return at + 1
  }
  return css.length
}

const declarations = (style: string): Map<string, string> => {
  const map = new Map<string, string>()
  for (const part of style.slice(0, 4000).toLowerCase().split(';')) {
    const colon = part.indexOf(':')
    if (colon < 0) continue
    const value = part
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
    map.set(part.slice(0, colon).trim(), value)
  }
  return map
}

const isNumberAtMost = (value: string, limit: number) =>
  /^[+-]?[\d.]+%?$/.test(value) &&
  Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1) <= limit

/** `em`, `rem`, `vw` and `%` are at least as long as they look; 16 px stands for all of them. */
const isPxAtMost = (value: string, limit: number): boolean => {
  const match = /^([+-]?[\d.]+)(px|pt|em|rem|vw|vh|%)?$/.exec(value)
  if (!match) return false
  const amount = Number(match[1])
  if (amount === 0) return limit >= 0
  const unit = match[2] ?? 'px'
  const px = unit === 'px' || unit === 'pt' ? amount : amount * 16
  return px <= limit
}

const sameColor = (color: string, background: string): boolean => {
  const a = colorKey(color)
  return a !== undefined && a === colorKey(background)
}

const colorKey = (color: string): string | undefined => {
  const named = namedColors[color]
  if (named) return named
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(color)?.[1]
  if (hex) return hex.length === 6 ? hex : [...hex].map(digit => digit + digit).join('')
  const rgb = /^rgb\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})\)$/.exec(color)
  if (!rgb) return undefined
  return rgb
    .slice(1)
    .map(part => Number(part).toString(16).padStart(2, '0'))
    .join('')
}

const namedColors: Record<string, string> = { white: 'ffffff', black: '000000' }

import { parse } from 'css-tree'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { hasBackground, hidesByStyle, isWhiteText } from './hidden-style.ts'
import type { CompiledSelector } from './selector.ts'
import { classesOf, htmlSelectors } from './tree.ts'

/**
 * What a page keeps from its readers is not what the page says: text planted where only machines
 * look is the usual way to give orders to a model. Inline styles, attributes and the page's own
 * `<style>` blocks are judged; a rendering browser may judge more.
 */
type HiddenRules = {
  classes: Set<string>
  ids: Set<string>
  /** Of selectors with more than one part, by what the element must have at least. */
  others: Map<string, CompiledSelector<HtmlElement>[]>
  /** Nothing on the page has a background: what is white cannot be seen. */
  isWhite: boolean
}

export const readHiddenRules = (root: HtmlElement): HiddenRules => {
  const found: Found = { hiding: new Set(), shown: new Set() }
  let budget = maxCssChars
  let isWhite = true
  for (const element of descendants(root)) {
    if (hasOwnBackground(element)) isWhite = false
    if (element.name !== 'style' || /print/i.test(element.attributes.media ?? '')) continue
    const css = textContent(element).slice(0, budget)
    budget -= css.length
    if (hasBackground(css)) isWhite = false
    collectRules(css, found)
  }
  return { ...sortRules(found), isWhite }
}

const hasOwnBackground = ({ name, attributes }: HtmlElement): boolean =>
  (name === 'link' && /stylesheet/i.test(attributes.rel ?? '')) ||
  attributes.bgcolor !== undefined ||
  attributes.background !== undefined ||
  hasBackground(attributes.style ?? '')

/** Selectors that hide, and the classes and ids in selectors that show. */
type Found = { hiding: Set<string>; shown: Set<string> }

const sortRules = ({ hiding, shown }: Found): Omit<HiddenRules, 'isWhite'> => {
  const rules = { classes: new Set<string>(), ids: new Set<string>(), others: new Map() }
  for (const selector of [...hiding].slice(0, maxSelectors)) {
    // A class that another rule shows is a tab or a menu, not a hiding place.
    const names: string[] = selector.match(/[.#][\w-]+/g) ?? []
    if (names.some(name => shown.has(name))) continue
    if (/^\.[\w-]+$/.test(selector)) rules.classes.add(selector.slice(1))
    else if (/^#[\w-]+$/.test(selector)) rules.ids.add(selector.slice(1))
    else
      for (const compiled of compileOther(selector)) {
        const known = rules.others.get(compiled.subject)
        if (known) known.push(compiled)
        else rules.others.set(compiled.subject, [compiled])
      }
  }
  return rules
}

const compileOther = (selector: string): CompiledSelector<HtmlElement>[] => {
  try {
    const list = parse(selector, { context: 'selectorList' })
    return list.type === 'SelectorList' ? htmlSelectors.compileSelectors(list) : []
  } catch {
    return []
  }
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
  if (rules.isWhite && attributes.style !== undefined && !isWhole && isWhiteText(attributes.style))
    return true
  if (attributes.id !== undefined && rules.ids.has(attributes.id)) return !isWhole
  if (rules.classes.size > 0 && attributes.class !== undefined && !isWhole)
    for (const name of attributes.class.split(/\s+/)) if (rules.classes.has(name)) return true
  return rules.others.size > 0 && !isWhole && matchesOther(element, rules)
}

const matchesOther = (element: HtmlElement, { others }: HiddenRules): boolean => {
  const { id, class: classes } = element.attributes
  const subjects = [`#${id}`, ...classesOf(classes).map(one => `.${one}`), element.name, '*']
  let steps = maxSteps
  const budget = {
    spend: (spent: number) => {
      steps -= spent
      if (steps < 0) throw new RangeError('too many steps')
    },
  }
  try {
    return subjects.some(subject =>
      others.get(subject)?.some(one => htmlSelectors.matches(one, element, budget)),
    )
  } catch {
    return false
  }
}

const maxCssChars = 400_000
const maxSelectors = 2_000
const maxSteps = 2_000

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
  'meter',
  'progress',
])
const wholePage = new Set(['html', 'body', 'main'])

const holdsMain = (element: HtmlElement): boolean => {
  if (element.depth > 8) return false
  for (const below of descendants(element))
    if (below.name === 'main' || below.name === 'h1') return true
  return false
}

const collectRules = (css: string, found: Found) => {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    const selector = css
      .slice(Math.max(at, open - 500), open)
      .replace(/^[^@]*\}/, '')
      .replace(/\/\*.*?\*\//gs, '')
      .trim()
    if (selector.includes('@')) {
      at = holdsAlways.test(selector) ? open + 1 : skipBlock(css, open)
      continue
    }
    const close = css.indexOf('}', open)
    if (close < 0) return
    addRule(selector, css.slice(open + 1, close), found)
    at = close + 1
  }
}

/** What is inside counts for every reader. */
const holdsAlways = /@(?:supports|layer|container)\b|@media\s+(?:only\s+)?(?:all|screen)$/i

const addRule = (selector: string, body: string, { hiding, shown }: Found) => {
  const display = /(?:^|[;\s])(?:display|visibility|opacity)\s*:\s*([\w.]+)/i.exec(body)?.[1]
  const hides = body.length < 1000 && hidesByStyle(body)
  if (!hides && display === undefined) return
  for (const part of selector.split(',').slice(0, 50)) {
    const one = part.trim()
    if (hides) hiding.add(one)
    // `.tab.active` or `.open .menu` shows what `.tab` or `.menu` hides.
    else for (const name of one.match(/[.#][\w-]+/g) ?? []) shown.add(name)
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

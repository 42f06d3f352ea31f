import { decodeSafely } from '../../../kit/decode-safely.ts'
import type { Theme } from '../../css/media.ts'
import type { Budget } from '../../css/search.ts'
import { type AttributeKind, attributeKinds, cssOnly, propertyKinds } from './allow-list.ts'
import { dataImage } from './embedded.ts'
import { limits } from './limits.ts'
import { nameIds, prune } from './prune.ts'
import { SvgRefused } from './refused.ts'
import { cascade, readStylesheets, startSearch } from './stylesheet.ts'
import { elementsOf, isElement, type SvgElement } from './tree.ts'
import { cleanValue, missingId, type ValueContext, type Variables } from './value.ts'

type Rebuilt = { root: SvgElement; hasDarkRules: boolean }

/**
 * The raw tree to the clean one. `<style>` is dissolved: every rule that holds for the theme is
 * written to the elements it matches, so the result needs no selectors, no media queries and no
 * variables, and looks the same to every renderer.
 */
export const rebuild = (raw: SvgElement, screen: { theme: Theme; widthPx: number }): Rebuilt => {
  const sheet = readStylesheets(styleSources(raw), screen)
  const budget = cssBudget()
  const { root, sources } = prune(raw)
  const all = [...elementsOf(root)]
  const ids = nameIds(all)
  const context: ValueContext = {
    theme: screen.theme,
    budget,
    seen: new Map(),
    idOf: id => ids.get(id) ?? ids.get(decodeSafely(id)),
    onThemed: () => {
      sheet.hasDarkRules = true
    },
  }
  const search = startSearch(budget)
  const scopes = new Map<SvgElement, Variables>()
  for (const element of all) {
    // Selectors match the file as written, with its classes and before anything was left out.
    const declarations = cascade(sheet, sources.get(element) ?? element, search)
    const outer = element.parent && scopes.get(element.parent)
    const variables = variablesOf(declarations, outer)
    if (variables) scopes.set(element, variables)
    const background = setStyle(element, declarations, variables, context)
    element.attributes = cleanAttributes(element, variables, context, ids)
    if (background && !element.parent) paintBackground(element, background)
  }
  keepUsedIds(root)
  return { root, hasDarkRules: sheet.hasDarkRules }
}

const styleSources = (raw: SvgElement) =>
  [...elementsOf(raw)]
    .filter(({ name, attributes }) => {
      const type = attributes.get('type')?.trim().toLowerCase()
      return name === 'style' && (!type || type === 'text/css')
    })
    .map(({ children, attributes }) => ({
      css: children.filter(child => !isElement(child)).join(''),
      media: attributes.get('media'),
    }))

const cssBudget = (): Budget => {
  let left: number = limits.cssSteps
  return {
    spend: steps => {
      left -= steps
      if (left < 0) throw new SvgRefused('too_complex', 'The CSS takes too much work.')
    },
  }
}

const variablesOf = (
  declarations: ReturnType<typeof cascade>,
  outer: Variables | undefined,
): Variables | undefined => {
  const own = declarations.filter(({ name }) => name.startsWith('--'))
  if (own.length === 0) return outer
  return { own: new Map(own.map(({ name, value }) => [name, value])), outer }
}

/** Fills `style`; answers the background color, which only a root has use for. */
const setStyle = (
  element: SvgElement,
  declarations: ReturnType<typeof cascade>,
  variables: Variables | undefined,
  context: ValueContext,
): string | undefined => {
  let background: string | undefined
  for (const { name, value } of declarations) {
    if (name === 'background' || name === 'background-color')
      background = cleanValue(value, 'color', variables, context) ?? background
    const kind = propertyKinds.get(name)
    const clean = kind && cleanValue(value, kind, variables, context)
    if (clean === undefined) continue
    // Re-inserted, so that a shorthand and its parts keep the order in which they win.
    element.style.delete(name)
    element.style.set(name, clean)
  }
  return background
}

const cleanAttributes = (
  element: SvgElement,
  variables: Variables | undefined,
  context: ValueContext,
  ids: Map<string, string>,
): Map<string, string> => {
  const clean = new Map<string, string>()
  for (const [name, value] of element.attributes) {
    const attribute = attributeKinds.get(name)
    const property = cssOnly.has(name) ? undefined : propertyKinds.get(name)
    let kept: string | undefined
    if (name === 'id') kept = takeId(value, ids)
    else if (name === 'href') kept = cleanHref(element.name, value, context)
    else if (attribute) kept = cleaners[attribute](value)
    else if (property) kept = cleanValue(value, property, variables, context)
    if (kept !== undefined) clean.set(name, kept)
  }
  return clean
}

/** The first element takes the name; a later one of the same id goes without. */
const takeId = (id: string, ids: Map<string, string>): string | undefined => {
  const name = ids.get(id)
  if (name === undefined || taken.get(ids)?.has(id)) return undefined
  taken.set(ids, (taken.get(ids) ?? new Set()).add(id))
  return name
}
const taken = new WeakMap<Map<string, string>, Set<string>>()

const referring = new Set([
  'use',
  'linearGradient',
  'radialGradient',
  'pattern',
  'filter',
  'textPath',
])

const cleanHref = (name: string, value: string, context: ValueContext): string | undefined => {
  const href = value.trim()
  if (name === 'image') return dataImage(href)?.href
  if (!referring.has(name) || !href.startsWith('#')) return undefined
  return `#${context.idOf(href.slice(1)) ?? missingId}`
}

const collapsed = (value: string): string => value.replace(/\s+/g, ' ').trim()

const cleaners: Record<AttributeKind, (value: string) => string | undefined> = {
  numbers: value => {
    const text = collapsed(value)
    if (!/^[\d\s,.eE+%a-zA-Z-]+$/.test(text)) return undefined
    const numbers = text.match(/[\d.]+(e[+-]?\d+)?/gi) ?? []
    return numbers.every(number => Number(number) <= limits.coordinate) ? text : undefined
  },
  word: value => (/^[\w\s.:,-]{1,200}$/.test(value) ? collapsed(value) : undefined),
  // Renderers draw a path up to its first error; cutting there keeps that.
  path: value => collapsed(/^[MZLHVCSQTAmzlhvcsqta\d\s,.eE+-]*/.exec(value)?.[0] ?? ''),
  transform: value => {
    const text = collapsed(value)
    const known = /^((matrix|translate|scale|rotate|skewX|skewY)\s?\([\d\s,.eE+-]*\)[\s,]*)*$/
    return text.length <= 1000 && known.test(text) ? text : undefined
  },
  viewBox: value => (/^[\d\s,.eE+-]+$/.test(value) ? collapsed(value) : undefined),
}

/** A browser fills the canvas with it, librsvg does not; as a shape it is the same for both. */
const paintBackground = (root: SvgElement, fill: string): void => {
  if (/^(none|transparent|inherit|initial|unset)$/i.test(fill)) return
  const [x = '0', y = '0', width = '100%', height = '100%'] =
    root.attributes.get('viewBox')?.split(/[\s,]+/) ?? []
  const attributes = new Map(Object.entries({ x, y, width, height, fill }))
  const style = new Map<string, string>()
  root.children.unshift({ name: 'rect', attributes, style, children: [], parent: root })
}

const keepUsedIds = (root: SvgElement): void => {
  const used = new Set<string>()
  const all = [...elementsOf(root)]
  for (const { attributes, style } of all) {
    for (const [name, value] of [...attributes, ...style]) {
      if (name === 'href') used.add(value.slice(1))
      else for (const [, id = ''] of value.matchAll(/url\(#([\w.-]+)\)/g)) used.add(id)
    }
  }
  for (const { attributes } of all) {
    const id = attributes.get('id')
    if (id !== undefined && !used.has(id)) attributes.delete('id')
  }
}

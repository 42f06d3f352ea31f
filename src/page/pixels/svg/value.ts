import type { CssNode, List } from 'css-tree'
import { attempt } from '../../../kit/attempt.ts'
import { parse } from '../../css/css-tree.ts'
import type { Theme } from '../../css/media.ts'
import type { Budget } from '../../css/search.ts'
import type { PropertyKind } from './allow-list.ts'

export type ValueContext = {
  theme: Theme
  budget: Budget
  /** What values of this file came to, since the same few recur on every element. */
  seen: Map<string, string | undefined>
  /** The clean name of an id, if an element carries it. */
  idOf: (id: string) => string | undefined
  /** Told when `light-dark()` chose between two different values. */
  onThemed: () => void
}

/** Custom properties in scope; values as written, resolved when used. */
export type Variables = { own: Map<string, string>; outer: Variables | undefined }

/** Carried by no element, ever. */
export const missingId = 'missing'

const maxCharacters = 2000

/**
 * One CSS value, taken apart by a real tokenizer and written anew from the pieces that are known
 * to be harmless, or nothing. `var()` and `light-dark()` are resolved on the way; `url()` may only
 * point into the file.
 */
export const cleanValue = (
  text: string,
  kind: PropertyKind,
  variables: Variables | undefined,
  context: ValueContext,
): string | undefined => {
  const value = text.trim()
  // Nearly every value of an icon is one of these; the rest takes the long way.
  if (/^(#[\da-fA-F]{3,8}|-?(\d+(\.\d*)?|\.\d+)(px|%)?|none|currentColor)$/.test(value))
    return value
  if (value.includes('var(')) return cleanFresh(value, kind, variables, context)
  const key = `${kind} ${value}`
  const known = context.seen.get(key)
  if (known !== undefined || context.seen.has(key)) return known
  const clean = cleanFresh(value, kind, variables, context)
  context.seen.set(key, clean)
  return clean
}

const cleanFresh = (
  value: string,
  kind: PropertyKind,
  variables: Variables | undefined,
  context: ValueContext,
): string | undefined => {
  const clean = writeText(value, { kind, variables, context, depth: 0 })
  return clean !== undefined && clean !== '' && clean.length <= maxCharacters ? clean : undefined
}

type Place = {
  kind: PropertyKind
  variables: Variables | undefined
  context: ValueContext
  depth: number
}

/** Escapes have no use in an icon's values and are how filters get fooled. */
const writeText = (text: string, place: Place): string | undefined => {
  if (text.length > maxCharacters || text.includes('\\') || place.depth > 16) return undefined
  place.context.budget.spend(8 + text.length)
  return attempt(() => {
    const value = parse(text, { context: 'value' })
    return value.type === 'Value' ? writeList(value.children, place) : undefined
  })
}

const writeList = (nodes: List<CssNode>, place: Place): string | undefined => {
  const pieces: string[] = []
  for (const node of nodes.toArray()) {
    place.context.budget.spend(1)
    const piece = writeNode(node, place)
    if (piece === undefined) return undefined
    pieces.push(piece)
    if (pieces.length > maxCharacters / 2) return undefined
  }
  return pieces.join(' ').replaceAll(' ,', ',')
}

const writeNode = (node: CssNode, place: Place): string | undefined => {
  switch (node.type) {
    case 'Identifier':
      return /^[a-zA-Z-][\w-]*$/.test(node.name) ? node.name : undefined
    case 'Number':
      return number(node.value)
    case 'Percentage':
      return number(node.value) && `${node.value}%`
    case 'Dimension':
      return /^[a-zA-Z]{1,5}$/.test(node.unit)
        ? number(node.value) && node.value + node.unit
        : undefined
    case 'Hash':
      return /^[\da-fA-F]{3,8}$/.test(node.value) ? `#${node.value}` : undefined
    case 'Operator':
      return node.value === ',' || node.value === '/' ? node.value : undefined
    case 'String':
      return place.kind === 'font' && /^[\p{L}\p{N} _.,+-]*$/u.test(node.value)
        ? `'${node.value}'`
        : undefined
    case 'Url':
      return writeReference(node.value, place)
    case 'Function':
      return writeFunction(node.name.toLowerCase(), node.children, place)
    default:
      return undefined
  }
}

const number = (text: string): string | undefined =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i.test(text) ? text : undefined

const writeReference = (url: string, place: Place): string | undefined => {
  if ((place.kind !== 'paint' && place.kind !== 'reference') || !url.startsWith('#'))
    return undefined
  const id = place.context.idOf(url.slice(1))
  // A paint that points nowhere must still lead to its fallback color, so it is kept as such.
  return `url(#${id ?? missingId})`
}

const colorFunctions = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix'.split(' '),
)
const transformFunctions = new Set(
  'matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy'.split(' '),
)

const writeFunction = (name: string, children: List<CssNode>, place: Place) => {
  if (name === 'var') return writeVariable(children, place)
  if (name === 'light-dark') return writeThemed(children, place)
  const { kind } = place
  const known =
    kind === 'paint' || kind === 'color'
      ? colorFunctions.has(name)
      : kind === 'transform' && transformFunctions.has(name)
  if (!known) return undefined
  const inner = writeList(children, place)
  if (inner === undefined) return undefined
  return `${name.replace(/(?<=translate|scale|skew)[xy]$/, axis => axis.toUpperCase())}(${inner})`
}

const writeVariable = (children: List<CssNode>, place: Place): string | undefined => {
  const [name, , fallback] = children.toArray()
  if (name?.type !== 'Identifier') return undefined
  const deeper = { ...place, depth: place.depth + 1 }
  for (let scope = place.variables; scope; scope = scope.outer) {
    const text = scope.own.get(name.name)
    // A custom property sees what was in scope where it was set, never itself.
    if (text !== undefined) return writeText(text.trim(), { ...deeper, variables: scope })
  }
  return fallback?.type === 'Raw' ? writeText(fallback.value.trim(), deeper) : undefined
}

const writeThemed = (children: List<CssNode>, place: Place): string | undefined => {
  const sides: CssNode[][] = [[]]
  for (const node of children.toArray())
    if (node.type === 'Operator' && node.value === ',') sides.push([])
    else sides.at(-1)?.push(node)
  if (sides.length !== 2) return undefined
  const [light, dark] = sides.map(([node, ...more]) =>
    node && more.length === 0 ? writeNode(node, place) : undefined,
  )
  if (light !== dark) place.context.onThemed()
  return place.context.theme === 'dark' ? dark : light
}

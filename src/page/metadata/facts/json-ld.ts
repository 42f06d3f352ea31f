import { descendants, type HtmlElement, textContent } from '../../html/html.ts'
import { parseForgivingJson } from '../forgiving-json.ts'
import { isJsonLd, isObject, type JsonLdObject } from '../json-ld.ts'
import {
  addProperty,
  type FactItem,
  type FactValue,
  newItem,
  plainText,
  shortName,
} from './item.ts'

/**
 * JSON-LD as pages really write it: arrays, `@graph`, references by `@id` across blocks, HTML
 * comments and trailing commas inside the JSON. A block that cannot be read is left out alone.
 */
export const readJsonLd = (root: HtmlElement): FactItem[] => {
  const state: State = { items: [], byId: new Map(), references: [], budget: maxItems }
  for (const element of descendants(root)) {
    if (isJsonLd(element)) readTop(state, parseForgivingJson(textContent(element)))
  }
  for (const resolve of state.references) resolve()
  return state.items
}

type State = {
  items: FactItem[]
  byId: Map<string, FactItem>
  references: (() => void)[]
  budget: number
}

const maxItems = 20_000
const maxDepth = 24

const readTop = (state: State, value: unknown) => {
  for (const one of Array.isArray(value) ? value.flat(3) : [value]) {
    if (!isObject(one)) continue
    const graph = one['@graph']
    if (graph !== undefined) readTop(state, Array.isArray(graph) ? graph : [graph])
    if (graph === undefined || one['@type'] !== undefined) {
      const item = readItem(state, one, 0)
      if (item && item.types.length + item.properties.size > 0) state.items.push(item)
    }
  }
}

const readItem = (state: State, from: JsonLdObject, depth: number): FactItem | undefined => {
  if (depth > maxDepth || --state.budget < 0) return undefined
  const id = typeof from['@id'] === 'string' ? from['@id'] : undefined
  const item = newItem('json-ld', typesOf(from['@type']), id)
  for (const [name, value] of Object.entries(from)) {
    if (name.startsWith('@')) continue
    readValues(state, item, shortName(name), value, depth)
  }
  if (id && item.properties.size > 0 && !state.byId.has(id)) state.byId.set(id, item)
  return item
}

const typesOf = (type: unknown): string[] =>
  (Array.isArray(type) ? type : [type]).filter(one => typeof one === 'string').map(shortName)

const readValues = (state: State, item: FactItem, name: string, value: unknown, depth: number) => {
  const list = Array.isArray(value) ? value.flat(2) : [value]
  for (const one of list.slice(0, 2000)) {
    if (!isObject(one)) {
      const text = scalar(one)
      if (text) addProperty(item, name, text)
    } else if (typeof one['@value'] === 'string' || typeof one['@value'] === 'number') {
      addProperty(item, name, plainText(String(one['@value'])))
    } else if (Array.isArray(one['@list'])) {
      readValues(state, item, name, one['@list'], depth + 1)
    } else {
      const child = readItem(state, one, depth + 1)
      if (child) addChild(state, item, name, child)
    }
  }
}

/** A bare `{"@id": …}` stands for an item described elsewhere, perhaps in a later block. */
const addChild = (state: State, item: FactItem, name: string, child: FactItem) => {
  addProperty(item, name, child)
  const { id } = child
  if (!id || child.properties.size > 0) return
  const values = item.properties.get(name) as FactValue[]
  const at = values.lastIndexOf(child)
  state.references.push(() => {
    const target = state.byId.get(id)
    if (target && target !== item) values[at] = target
  })
}

const scalar = (value: unknown): string => {
  if (typeof value === 'string') return plainText(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

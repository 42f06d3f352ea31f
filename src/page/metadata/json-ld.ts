import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { parseForgivingJson } from './forgiving-json.ts'

export type JsonLdObject = { [key: string]: unknown }

export type JsonLd = {
  /** Every described thing of the page, nested ones in `@graph` and arrays included. */
  objects: JsonLdObject[]
  /** The thing itself where a value is only a reference to one. */
  resolve: (value: unknown) => unknown
}

/** The JSON-LD of a page, read with forgiveness: much of it is written by hand. */
export const readJsonLd = (root: HtmlElement): JsonLd => {
  const objects: JsonLdObject[] = []
  for (const element of descendants(root)) {
    if (!isJsonLd(element)) continue
    collect(parseForgivingJson(textContent(element)), objects)
    if (objects.length > maxObjects) break
  }
  const byId = new Map<string, JsonLdObject>()
  for (const object of objects) index(object, byId)
  return { objects, resolve: value => resolve(value, byId) }
}

export const isJsonLd = ({ name, attributes: { type = '' } }: HtmlElement): boolean =>
  name === 'script' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(type)

/** Whether a thing is of one of the types, whatever the vocabulary is called. */
export const isOfType = (object: JsonLdObject, types: RegExp): boolean =>
  listOf(object['@type']).some(
    type => typeof type === 'string' && types.test(type.replace(/^.*[/#:]/, '')),
  )

export const isObject = (value: unknown): value is JsonLdObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const maxObjects = 5_000

const collect = (value: unknown, into: JsonLdObject[]): void => {
  const waiting: unknown[] = [value]
  for (let at = 0; at < waiting.length && into.length <= maxObjects; at++) {
    const item = waiting[at]
    if (Array.isArray(item)) waiting.push(...item.slice(0, maxObjects))
    else if (isObject(item)) {
      if (item['@graph'] !== undefined) waiting.push(item['@graph'])
      if (item['@type'] !== undefined || item['@graph'] === undefined) into.push(item)
    }
  }
}

/** Things that are described inside others can be referred to as well. */
const index = (object: JsonLdObject, byId: Map<string, JsonLdObject>): void => {
  const waiting: unknown[] = [object]
  for (let at = 0; at < waiting.length && at < maxObjects; at++) {
    const item = waiting[at]
    if (Array.isArray(item)) waiting.push(...item.slice(0, maxObjects))
    if (!isObject(item)) continue
    const id = item['@id']
    if (typeof id === 'string' && Object.keys(item).length > 1 && !byId.has(id)) byId.set(id, item)
    for (const value of Object.values(item))
      if (typeof value === 'object' && value !== null) waiting.push(value)
  }
}

const resolve = (value: unknown, byId: ReadonlyMap<string, JsonLdObject>): unknown => {
  if (!isObject(value)) return value
  const id = value['@id']
  if (typeof id !== 'string' || Object.keys(value).length > 2) return value
  return byId.get(id) ?? value
}

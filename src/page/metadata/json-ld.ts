import { isObject } from '../../kit/is-object.ts'
import { headElements } from '../html/head-elements.ts'
import { type HtmlElement, textContent } from '../html/html.ts'
import { parseForgivingJson } from './forgiving-json.ts'
import { shortName } from './short-name.ts'

export type JsonLdObject = { [key: string]: unknown }

export type JsonLd = {
  /** What the page describes on its own: whole blocks, entries of lists and of `@graph`. */
  things: JsonLdObject[]
  /** The same and whatever is described inside them, in page order. */
  all: JsonLdObject[]
  /** The thing itself where a value is only a reference to one, also to one of another block. */
  resolve: (value: unknown) => unknown
}

/**
 * The JSON-LD of a page as pages really write it: by hand often, in lists, graphs and references.
 * A block that cannot be read is left out alone.
 */
export const readJsonLd = (root: HtmlElement): JsonLd => {
  const things: JsonLdObject[] = []
  for (const element of headElements(root)) {
    if (things.length >= maxThings) break
    if (isJsonLd(element)) addThings(parseForgivingJson(textContent(element)), things)
  }
  const all = everyObject(things)
  const byId = new Map<string, JsonLdObject>()
  // What is described on its own says more than what is described in passing.
  for (const object of [...things, ...all]) {
    const id = object['@id']
    if (typeof id === 'string' && saidOf(object).length > 0 && !byId.has(id)) byId.set(id, object)
  }
  return { things, all, resolve: value => resolve(value, byId) }
}

/** The types of a thing, whatever the vocabulary is called. */
export const typesOf = (object: JsonLdObject): string[] =>
  listOf(object['@type'])
    .filter(type => typeof type === 'string')
    .map(shortName)

export const isOfType = (object: JsonLdObject, types: RegExp): boolean =>
  typesOf(object).some(type => types.test(type))

export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const isJsonLd = ({ name, attributes: { type = '' } }: HtmlElement): boolean =>
  name === 'script' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(type)

const maxThings = 5_000
const maxObjects = 20_000

const addThings = (block: unknown, things: JsonLdObject[]): void => {
  const waiting: unknown[] = [block]
  while (waiting.length > 0 && things.length < maxThings) {
    const value = waiting.pop()
    if (Array.isArray(value)) pushReversed(waiting, value)
    else if (isObject(value)) {
      const graph = value['@graph']
      if (graph === undefined || value['@type'] !== undefined) things.push(value)
      if (graph !== undefined) waiting.push(graph)
    }
  }
}

/** `@graph` is passed over: what stands in it are things already. */
const everyObject = (things: JsonLdObject[]): JsonLdObject[] => {
  const all: JsonLdObject[] = []
  const waiting: unknown[] = []
  pushReversed(waiting, things)
  while (waiting.length > 0 && all.length < maxObjects) {
    const value = waiting.pop()
    if (Array.isArray(value)) pushReversed(waiting, value)
    else if (isObject(value)) {
      all.push(value)
      pushReversed(
        waiting,
        Object.keys(value).map(key => (key === '@graph' ? undefined : value[key])),
      )
    }
  }
  return all
}

const pushReversed = (stack: unknown[], values: unknown[]): void => {
  for (let i = values.length - 1; i >= 0; i--) stack.push(values[i])
}

/** What is said of a thing besides its address and its type. */
const saidOf = (object: JsonLdObject): string[] =>
  Object.keys(object).filter(key => !key.startsWith('@'))

/** A reference may repeat one thing of what it refers to, its name, but says nothing of its own. */
const resolve = (value: unknown, byId: ReadonlyMap<string, JsonLdObject>): unknown => {
  if (!isObject(value)) return value
  const id = value['@id']
  const said = saidOf(value)
  const target = typeof id === 'string' && said.length <= 1 ? byId.get(id) : undefined
  if (!target || said.some(key => target[key] === undefined)) return value
  return saidOf(target).length > said.length ? target : value
}

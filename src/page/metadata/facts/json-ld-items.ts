import { isObject } from '../../../kit/is-object.ts'
import { type JsonLd, type JsonLdObject, typesOf } from '../json-ld.ts'
import { shortName } from '../short-name.ts'
import { withoutMarkup } from '../text.ts'
import { addProperty, type FactItem, type FactValue, newItem } from './item.ts'

/** The things of a page's JSON-LD as items, references replaced by what they refer to. */
export const jsonLdItems = ({ things, resolve }: JsonLd): FactItem[] => {
  const state: State = { items: new Map(), references: [], resolve, budget: maxItems }
  const items = things.flatMap(thing => readItem(state, thing, 0) ?? [])
  for (const replace of state.references) replace()
  return items.filter(item => item.types.length + item.properties.size > 0)
}

type State = {
  items: Map<unknown, FactItem>
  references: (() => void)[]
  resolve: JsonLd['resolve']
  budget: number
}

const maxItems = 20_000
const maxDepth = 24

const readItem = (state: State, from: JsonLdObject, depth: number): FactItem | undefined => {
  if (depth > maxDepth || --state.budget < 0) return undefined
  const id = typeof from['@id'] === 'string' ? from['@id'] : undefined
  const item = newItem('json-ld', typesOf(from), id)
  state.items.set(from, item)
  for (const [name, value] of Object.entries(from)) {
    if (name.startsWith('@')) continue
    readValues(state, item, shortName(name), value, depth)
  }
  return item
}

const readValues = (state: State, item: FactItem, name: string, value: unknown, depth: number) => {
  // Lists in lists are no items, and would nest without end.
  if (depth > maxDepth) return
  const list = Array.isArray(value) ? value.flat(2) : [value]
  for (const one of list.slice(0, 2000)) {
    if (!isObject(one)) {
      const text = scalar(one)
      if (text) addProperty(item, name, text)
    } else if (typeof one['@value'] === 'string' || typeof one['@value'] === 'number') {
      addProperty(item, name, withoutMarkup(String(one['@value'])))
    } else if (Array.isArray(one['@list'])) {
      readValues(state, item, name, one['@list'], depth + 1)
    } else addChild(state, item, name, one, depth)
  }
}

/** What is meant may be read later only: a block may refer to the next. */
const addChild = (
  state: State,
  item: FactItem,
  name: string,
  value: JsonLdObject,
  depth: number,
) => {
  const child = readItem(state, value, depth + 1)
  if (!child) return
  addProperty(item, name, child)
  const meant = state.resolve(value)
  const values = item.properties.get(name) as FactValue[]
  const at = values.lastIndexOf(child)
  if (meant === value || at < 0) return
  state.references.push(() => {
    const target = state.items.get(meant)
    if (target && target !== item) values[at] = target
  })
}

const scalar = (value: unknown): string => {
  if (typeof value === 'string') return withoutMarkup(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A thing the page describes for machines: JSON-LD, microdata, RDFa or meta tags, all alike. */
export type FactItem = {
  source: FactSource
  /** `Recipe`, `Product`: without the vocabulary's address. */
  types: string[]
  id: string | undefined
  properties: Map<string, FactValue[]>
}
export type FactValue = string | FactItem
type FactSource = 'json-ld' | 'microdata' | 'rdfa' | 'meta'

export const newItem = (source: FactSource, types: string[], id?: string): FactItem => ({
  source,
  types,
  id,
  properties: new Map(),
})

export const addProperty = (item: FactItem, name: string, value: FactValue) => {
  const values = item.properties.get(name)
  if (!values) item.properties.set(name, [value])
  else if (values.length < maxValues) values.push(value)
}

const maxValues = 2000

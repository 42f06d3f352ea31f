import type { FactItem, FactValue } from '../../../../page/metadata/facts/item.ts'
import type { Intent } from '../../words/intent.ts'

/** What an item stands for where one value is wanted: an author's name, how many ratings there are. */
export const scalarOf = (value: FactValue, intent: Intent): string | undefined => {
  if (typeof value === 'string') return isAddress(intent) ? value : value.replace(termOf, '')
  for (const name of namesFor(intent)) {
    const inner = value.properties.get(name)?.[0]
    if (typeof inner === 'string' && inner) return inner
  }
  if (value.types[0] === 'PostalAddress' || intent === 'address' || intent === 'place')
    return addressOf(value)
  return isAddress(intent) && /^https?:/.test(value.id ?? '') ? value.id : undefined
}

const isAddress = (intent: Intent) => intent === 'url' || intent === 'image'

/** `https://schema.org/InStock` is a word with an address. */
const termOf = /^https?:\/\/schema\.org\/(?=[A-Z]\w{1,60}$)/

/** Every entry of a list, however it was written: strings, steps, sections of steps, one text. */
export const listOf = (values: FactValue[], intent: Intent): string[] => {
  const texts: string[] = []
  const stack = [...values].reverse()
  for (let value = stack.pop(); value !== undefined && texts.length < 2000; value = stack.pop()) {
    if (typeof value === 'string') {
      texts.push(value)
      continue
    }
    const inner = value.properties.get('itemListElement') ?? value.properties.get('step')
    if (inner) {
      for (let i = inner.length - 1; i >= 0; i--) stack.push(inner[i] as FactValue)
      continue
    }
    const text = scalarOf(value, intent)
    if (text) texts.push(text)
  }
  return (texts.length === 1 ? splitOne(texts[0] as string) : texts).filter(Boolean)
}

export const itemsIn = (values: FactValue[]): FactItem[] =>
  values.filter((value): value is FactItem => typeof value !== 'string')

const namesFor = (intent: Intent): string[] => {
  if (intent === 'url' || intent === 'image') return addressNames
  if (intent === 'address') return []
  return intent === 'count' ? countNames : wordNames
}

const countNames = [
  'ratingCount',
  'reviewCount',
  'userInteractionCount',
  'numberOfItems',
  'value',
  'text',
  'name',
]
const wordNames = [
  'text',
  'name',
  'headline',
  'title',
  'value',
  'ratingValue',
  'price',
  'description',
]
const addressNames = ['url', 'contentUrl', 'thumbnailUrl', 'image', '@id']

const addressOf = (item: FactItem): string | undefined => {
  const inner = item.properties.get('address')?.[0]
  if (typeof inner === 'string') return inner
  const from = inner ?? item
  const parts = [
    'streetAddress',
    'addressLocality',
    'addressRegion',
    'postalCode',
    'addressCountry',
  ].flatMap(name => {
    const value = from.properties.get(name)?.[0]
    return typeof value === 'string' ? [value] : []
  })
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** One string for a whole list: lines, or short parts between commas. */
const splitOne = (text: string): string[] => {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  if (lines.length > 1) return lines
  const parts = text.split(/(?:(?<!\s)\s+)?[,;|]\s*/).filter(Boolean)
  const isWords =
    parts.length > 1 && parts.every(part => part.length <= 50) && !/[.!?]\s/.test(text)
  return isWords ? parts : [text]
}

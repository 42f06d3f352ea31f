import type { AnnotatedItem, Annotation } from '../annotations.ts'
import { addProperty, type FactItem, newItem } from './item.ts'

/** The items of microdata or RDFa that are no part of another, those without a word left out. */
export const annotatedItems = (
  annotations: Annotation[],
  source: 'microdata' | 'rdfa',
): FactItem[] => {
  const items = new Map<AnnotatedItem, FactItem>()
  const top: FactItem[] = []
  for (const { names, about, opens, value } of annotations) {
    const holder = about && items.get(about)
    const item = opens && newItem(source, opens.types, opens.id)
    if (opens && item) items.set(opens, item)
    const said = item ?? value
    if (item && (!holder || names.length === 0)) top.push(item)
    else if (holder && said) for (const name of names) addProperty(holder, name, said)
  }
  return top.filter(item => item.properties.size > 0)
}

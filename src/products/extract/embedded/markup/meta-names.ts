import type { FactItem } from '../../../../page/metadata/facts/item.ts'
import names from './meta-names.json' with { type: 'json' }

/**
 * What a meta element is about, in words; nothing for those that speak to browsers, robots and
 * networks. Most names that sites make up are about the site, so only known ones count.
 */
export const metaWords = (item: FactItem, name: string): string | undefined => {
  const label = labelOf(item, name)
  if (label !== undefined) return label
  return known.get(name.toLowerCase()) ?? (families.test(name) ? name : undefined)
}

/** `twitter:label1` names `twitter:data1`. */
const labelOf = (item: FactItem, name: string): string | undefined => {
  const number = /^twitter:data(\d)$/.exec(name)?.[1]
  const label = number ? item.properties.get(`twitter:label${number}`)?.[0] : undefined
  return typeof label === 'string' ? label : undefined
}

const families =
  /^(?:og:(?!type$|locale:|image:)|twitter:(?!card|site|creator|label|data|app)|article:|book:|product:|music:|video:|dc\.|dcterms\.|citation_|parsely-|sailthru\.|link:)|^(?:title|description|keywords|news_keywords|author|inLanguage)$/i

const known = new Map(Object.entries(names))

import type { FactItem } from '../../../../page/metadata/facts/item.ts'

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

const known = new Map(
  Object.entries({
    'article:published_time': 'date published',
    'og:article:published_time': 'date published',
    'article:modified_time': 'date modified',
    'og:article:modified_time': 'date modified',
    'og:updated_time': 'date modified',
    datepublished: 'date published',
    date: 'date published',
    pubdate: 'date published',
    publishdate: 'date published',
    publish_date: 'date published',
    'publish-date': 'date published',
    publication_date: 'date published',
    'parsely-pub-date': 'date published',
    'sailthru.date': 'date published',
    citation_publication_date: 'date published',
    'dc.date': 'date published',
    'dc.date.issued': 'date published',
    'dcterms.issued': 'date published',
    'dcterms.created': 'date created',
    'dcterms.modified': 'date modified',
    'last-modified': 'date modified',
    datemodified: 'date modified',
    'dc.creator': 'author',
    'dcterms.creator': 'author',
    'parsely-author': 'author',
    'sailthru.author': 'author',
    'og:site_name': 'site name',
    'og:price:amount': 'price',
    'product:price:amount': 'price',
    'og:price:currency': 'price currency',
    'product:price:currency': 'price currency',
  }),
)

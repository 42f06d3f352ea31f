import type { HtmlElement } from '../../../site/html.ts'
import type { PageNode } from '../../../site/nodes/nodes.ts'
import type { Page } from '../page.ts'
import { spreadRecords } from './spread.ts'

/** Boxes that repeat: rows, cards, entries. */
export type PageRegion = {
  records: PageRecord[]
  features: Float32Array
}
export type PageRecord = { element: HtmlElement; nodes: PageNode[] }

/**
 * Every set of elements that stand at the same place of the tree under the same names. Records of
 * a grid have different parents (a row each), so the path counts, not the parent.
 */
export const findRegions = (page: Page): PageRegion[] => {
  const groups = new Map<string, Map<HtmlElement, PageNode[]>>()
  const below = new Map<HtmlElement, PageNode[]>()
  const paths = new Map<HtmlElement, string>()
  const add = (key: string, element: HtmlElement, node: PageNode) => {
    const members = groups.get(key) ?? new Map<HtmlElement, PageNode[]>()
    if (members.size === 0) groups.set(key, members)
    const nodes = members.get(element)
    if (nodes) nodes.push(node)
    else members.set(element, [node])
  }
  for (const node of page.nodes.slice(0, maxNodes)) {
    let element = node.pieces[0]?.element
    for (
      let up = 0;
      element && up < maxUp && element.name !== 'body';
      up++, element = element.parent
    ) {
      add(pathOf(element, paths), element, node)
      const lines = below.get(element)
      if (lines) lines.push(node)
      else below.set(element, [node])
      // Rows and items of one list may each have a class of their own.
      const above = element.parent ? pathOf(element.parent, paths) : ''
      if (element.attributes.class) add(`${above}/${element.name}`, element, node)
    }
  }
  const pageChars = page.nodes.reduce((sum, node) => sum + node.text.length, 0) || 1
  const links = linksInside(page)
  const images = imagesInside(page)
  const regions: PageRegion[] = []
  const seen = new Set<string>()
  for (const members of groups.values()) {
    if (members.size < 2) continue
    const first = members.keys().next().value
    const key = `${members.size} ${first ? paths.get(first) : ''}`
    if (seen.has(key)) continue
    seen.add(key)
    const records = [...members].map(([element, nodes]) => ({ element, nodes }))
    const sizes = familySizes(records, groups, paths)
    const about = [0, 0]
    regions.push({
      records,
      features: describe(records, pageChars, links, images, page, sizes, about),
    })
    for (const { records: wide, extra, leads } of spreadRecords(records, below))
      regions.push({
        records: wide,
        features: describe(wide, pageChars, links, images, page, sizes, [extra, Number(leads)]),
      })
  }
  return regions
}

export const regionFeatureNames = [
  'count',
  'lines',
  'linesSpread',
  'chars',
  'charsSpread',
  'coverage',
  'likeness',
  'links',
  'images',
  'parents',
  'perParent',
  'depth',
  'region',
  'tag',
  'distinct',
  'navWords',
  'itemWords',
  'headings',
  'digits',
  'position',
  'span',
  'density',
  'onlyLink',
  'siblingsShare',
  'innerLikeness',
  'parentTag',
  'childCount',
  'fanOut',
  'fanIn',
  'wrapper',
  'single',
  'boxLinks',
  'extra',
  'leads',
]

const maxNodes = 20_000
const maxUp = 16

/** Numbered and state classes (`post-17`, `odd`, `active`) differ between entries of one list. */
const classKey = (element: HtmlElement) =>
  (element.attributes.class ?? '')
    .split(/\s+/)
    .filter(
      name =>
        name && !/\d|^(odd|even|first|last|active|selected|current|clear|is-|has-)/i.test(name),
    )
    .slice(0, 3)
    .sort()
    .join('.')

const pathOf = (element: HtmlElement, paths: Map<HtmlElement, string>): string => {
  const known = paths.get(element)
  if (known !== undefined) return known
  const chain: HtmlElement[] = []
  for (
    let at: HtmlElement | undefined = element;
    at && !paths.has(at) && at.name !== 'body';
    at = at.parent
  )
    chain.push(at)
  for (let i = chain.length - 1; i >= 0; i--) {
    const one = chain[i] as HtmlElement
    const above = one.parent ? (paths.get(one.parent) ?? '') : ''
    // A long path is kept as a number, so that deep trees stay cheap.
    const key = `${above.length > 60 ? hash(above) : above}/${one.name}.${hash(classKey(one))}`
    paths.set(one, key)
  }
  return paths.get(element) ?? ''
}

const hash = (text: string): string => {
  if (!text) return ''
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
  return (value >>> 0).toString(36)
}

/** How many boxes hold these records, and how many equal boxes stand inside them: rows or cells? */
const familySizes = (
  records: PageRecord[],
  groups: Map<string, Map<HtmlElement, PageNode[]>>,
  paths: Map<HtmlElement, string>,
) => {
  const sizeOf = (element: HtmlElement | undefined) =>
    (element && groups.get(paths.get(element) ?? '')?.size) || 0
  let inner = 0
  for (const record of records.slice(0, 5))
    for (const child of record.element.children.slice(0, 50))
      if (child.type === 'element') inner = Math.max(inner, sizeOf(child))
  return { outer: sizeOf(records[0]?.element.parent), inner }
}

const linksInside = (page: Page): Set<HtmlElement> => new Set(page.links.map(link => link.element))

const imagesInside = (page: Page): Map<HtmlElement, number> => {
  const counts = new Map<HtmlElement, number>()
  for (const image of page.images) {
    let at: HtmlElement | undefined = image.element
    for (let up = 0; at && up < maxUp; up++, at = at.parent)
      counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return counts
}

const describe = (
  records: PageRecord[],
  pageChars: number,
  links: Set<HtmlElement>,
  images: Map<HtmlElement, number>,
  page: Page,
  sizes: { outer: number; inner: number },
  spreadOver: number[],
): Float32Array => {
  const count = records.length
  const lines = records.map(record => record.nodes.length)
  const chars = records.map(record => record.nodes.reduce((sum, node) => sum + node.text.length, 0))
  const parents = new Set(records.map(record => record.element.parent))
  const first = records[0] as PageRecord
  const last = records.at(-1) as PageRecord
  const start = first.nodes[0]?.id ?? 0
  const end = last.nodes.at(-1)?.id ?? 0
  const all = records.flatMap(record => record.nodes)
  const linked = all.filter(node => node.pieces.some(piece => piece.link)).length
  const text = records.slice(0, 50).map(record => record.nodes.map(node => node.text).join(' '))
  const around = `${wordsAround(first.element)} ${wordsAround(first.element.parent)} ${wordsAround(first.element.parent?.parent)}`
  const siblings = [...parents].reduce(
    (sum, parent) => sum + (parent?.children.filter(child => child.type === 'element').length ?? 0),
    0,
  )
  return Float32Array.from([
    Math.min(count, 300),
    mean(lines),
    spread(lines),
    Math.min(2000, mean(chars)),
    spread(chars),
    sum(chars) / pageChars,
    likeness(records),
    linked / Math.max(1, all.length),
    mean(records.map(record => images.get(record.element) ?? 0)),
    Math.min(100, parents.size),
    count / parents.size,
    first.element.depth,
    ['main', 'header', 'aside', 'nav', 'footer'].indexOf(first.nodes[0]?.region ?? 'main'),
    tags.indexOf(first.element.name),
    new Set(text).size / text.length,
    Number(
      /nav|menu|foot|breadcrumb|social|sidebar|widget|tab|pagination|pager|share|cookie|filter|facet|lang/i.test(
        around,
      ),
    ),
    Number(
      /item|product|card|result|post|entry|row|list|article|listing|record|job|story/i.test(around),
    ),
    mean(records.map(record => record.nodes.filter(node => node.level).length)),
    mean(text.map(one => (one.match(/\d/g)?.length ?? 0) / Math.max(1, one.length))),
    start / Math.max(1, page.nodes.length),
    (end - start) / Math.max(1, page.nodes.length),
    all.length / Math.max(1, end - start + 1),
    Number(links.has(first.element)),
    count / Math.max(1, siblings),
    first.element.parent
      ? Number(first.element.parent.children.filter(child => child.type === 'element').length === 1)
      : 0,
    tags.indexOf(first.element.parent?.name ?? ''),
    mean(
      records
        .slice(0, 50)
        .map(record => record.element.children.filter(child => child.type === 'element').length),
    ),
    count / Math.max(1, sizes.outer),
    sizes.inner / count,
    Number(sizes.outer === count),
    lines.filter(length => length === 1).length / count,
    mean(
      records
        .slice(0, 50)
        .map(
          record =>
            new Set(record.nodes.flatMap(node => node.pieces.map(piece => piece.link))).size,
        ),
    ),
    ...spreadOver,
  ])
}

const tags = [
  'div',
  'li',
  'tr',
  'article',
  'a',
  'section',
  'td',
  'p',
  'span',
  'ul',
  'table',
  'tbody',
  'dl',
  'option',
  'h2',
  'h3',
]

const wordsAround = (element: HtmlElement | undefined) =>
  element ? `${element.name} ${element.attributes.class ?? ''} ${element.attributes.id ?? ''}` : ''

/** How alike the records are: the share of inner tags that most of them have. */
const likeness = (records: PageRecord[]): number => {
  const sample = records.slice(0, 30)
  const counts = new Map<string, number>()
  const sets = sample.map(
    record =>
      new Set(record.nodes.slice(0, 40).map(node => relative(node.element, record.element))),
  )
  for (const set of sets) for (const key of set) counts.set(key, (counts.get(key) ?? 0) + 1)
  const common = new Set(
    [...counts].filter(([, times]) => times >= sample.length / 2).map(([key]) => key),
  )
  if (common.size === 0) return 0
  return mean(
    sets.map(
      set =>
        [...set].filter(key => common.has(key)).length /
        (set.size + common.size - [...set].filter(key => common.has(key)).length),
    ),
  )
}

/** Names of the elements between a record and a line in it. */
export const relative = (from: HtmlElement, to: HtmlElement): string => {
  const names: string[] = []
  for (let at: HtmlElement | undefined = from; at && at !== to && names.length < 12; at = at.parent)
    names.push(`${at.name}.${classKey(at)}`)
  return names.join('<')
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]) => sum(values) / Math.max(1, values.length)
const spread = (values: number[]) => {
  const middle = mean(values)
  return middle === 0 ? 0 : Math.sqrt(mean(values.map(value => (value - middle) ** 2))) / middle
}

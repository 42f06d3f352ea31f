import { around, isCalled } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageImage } from '../../../../page/text/page-nodes.ts'
import { sayAny, sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { itemsIn } from '../markup/markup-values.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import { type AlignedRow, addText, emptyRow } from '../state/row.ts'
import type { State } from '../state/state.ts'
import { profilesOf } from './networks.ts'

/** One entry of what a page is made of, and the line it stands in; no line of what is not shown. */
export type ListPart = {
  text: string
  node: number | undefined
  url?: string | undefined
  caption?: string | undefined
  level?: number | undefined
}

export type Parts = { kind: string; parts: ListPart[] }

/**
 * All headings, links or pictures of the page, or the trail that leads to it, where a list is called
 * just so: every page has them, and no label names them.
 */
export const partsOfPage = (page: Page, { name }: Field): Parts | undefined => {
  const words = wordsOf(name)
  const asked = kinds.find(({ names, beside = plain }) => sayOnly(words, names, beside))
  return asked && { kind: asked.kind, parts: asked.read(page, words) }
}

const plain = stemsOf('all page list article text main url urls product')

type Kind = {
  kind: string
  names: Set<string>
  beside?: Set<string>
  read: (page: Page, said: Word[]) => ListPart[]
}

const imageWords = stemsOf('images pictures photos')

const kinds: Kind[] = [
  {
    kind: 'headings',
    names: stemsOf('headings subheadings headers sections'),
    read: ({ nodes }, said) =>
      nodes
        .filter(({ level, region }) => level && region !== 'nav' && region !== 'footer')
        .filter(({ level }) => level !== 1 || !sayAny(said, subheadings))
        .map(({ id, text, level }) => ({ text: text.replace(permalink, ''), node: id, level })),
  },
  { kind: 'images', names: imageWords, read: page => images(page) },
  {
    kind: 'links',
    names: stemsOf('links hyperlinks hrefs'),
    read: ({ links }) =>
      links.map(({ url, text, after }) => ({ text, url, node: after || undefined })),
  },
  {
    kind: 'questions',
    names: stemsOf('faq faqs question questions frequently asked'),
    read: page => questions(page),
  },
  {
    kind: 'profiles',
    names: stemsOf('social'),
    beside: plain.union(stemsOf('network media profile account link channel')),
    read: page => profilesOf(page).map(({ network, url, node }) => ({ text: network, url, node })),
  },
  {
    kind: 'trail',
    names: stemsOf('breadcrumb breadcrumbs crumbs'),
    read: page => trailOf(page),
  },
]

const subheadings = stemsOf('subheadings')

/** "Quickstart¶": the mark of a link to the heading itself. */
const permalink = /(?<=\S) ?[¶§#]$/

/** As the page states them, else its headings and short lines that ask. */
const questions = ({ facts, nodes }: Page): ListPart[] => {
  const stated = facts.items.filter(({ types }) => types.includes('FAQPage'))
  const names = stated
    .flatMap(item => itemsIn(item.properties.get('mainEntity') ?? []))
    .flatMap(({ properties }) => properties.get('name')?.[0] ?? [])
  if (names.length > 0)
    return names.flatMap(text => (typeof text === 'string' ? { text, node: undefined } : []))
  const asked = nodes.filter(
    ({ text, region }) => region !== 'nav' && text.length <= maxChars.told && /[?？]$/.test(text),
  )
  const headed = asked.filter(({ level }) => level)
  const seen = new Set<string>()
  return (headed.length > 1 ? headed : asked).flatMap(({ text, id }) => {
    const question = text.replace(/^(?:Q(?:uestion)?\s?\d{0,2}[.:)]|\d{1,2}[.)])\s*/i, '')
    if (seen.has(question)) return []
    seen.add(question)
    return { text: question, node: id }
  })
}

/** Those of the content, each once; flags, logos and icons only where there are no others. */
const images = (page: Page): ListPart[] => {
  const own = page.images.filter(isOfContent)
  const seen = new Set<string>()
  return (own.length > 0 ? own : page.images).flatMap(({ url, alt, element, after }) => {
    if (seen.has(url)) return []
    seen.add(url)
    return { text: alt, url, caption: captionOf(page, element) ?? alt, node: after || undefined }
  })
}

const isOfContent = ({ url, element }: PageImage): boolean => {
  const { width = '', height = '' } = element.attributes
  if (!/^https?:/.test(url) || /\.svg(?:$|[?#])/i.test(url)) return false
  if ([width, height].some(size => /^\d+$/.test(size) && Number(size) <= iconSize)) return false
  let isHeader = false
  for (let at: HtmlElement | undefined = element; at; at = at.parent) {
    if (at.name === 'nav' || at.name === 'footer') return false
    if (at.name === 'article' || at.name === 'main') return true
    isHeader ||= at.name === 'header'
  }
  return !isHeader
}

const iconSize = 48

const captionOf = ({ nodes }: Page, image: HtmlElement): string | undefined => {
  const figure = around(image.parent, 6).find(({ name }) => name === 'figure')
  const caption = figure?.children.find(one => one.type === 'element' && one.name === 'figcaption')
  const isInside = (element: HtmlElement | undefined): boolean =>
    element !== undefined && (element === caption || isInside(element.parent))
  const lines = caption ? nodes.filter(({ element }) => isInside(element)) : []
  return lines.map(({ text }) => text).join(' ') || undefined
}

/** As the page states it, else the links in what it calls so. */
export const trailOf = (page: Page): ListPart[] => {
  const stated = page.facts.items.find(({ types }) => types.includes('BreadcrumbList'))
  const steps = itemsIn(stated?.properties.get('itemListElement') ?? []).flatMap(step => {
    const [inner] = itemsIn(step.properties.get('item') ?? [])
    const name = step.properties.get('name')?.[0] ?? inner?.properties.get('name')?.[0]
    const url = step.properties.get('item')?.[0]
    const address = typeof url === 'string' ? url : (inner?.id ?? undefined)
    return typeof name === 'string' ? { text: name, node: undefined, url: address } : []
  })
  return steps.length > 0 ? steps : shownTrail(page)
}

const shownTrail = ({ nodes }: Page): ListPart[] => {
  const first = nodes.findIndex(({ element }) => isTrail(element))
  const box = first < 0 ? undefined : nodes[first]
  const lines = nodes.slice(Math.max(0, first), first + maxSteps)
  return lines
    .filter(({ element }) => box && isTrail(element))
    .flatMap(({ pieces, id }) =>
      pieces
        .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
        .map(({ text, link }) => ({ text, node: id, url: link })),
    )
}

const isTrail = (element: HtmlElement): boolean => isCalled(element, /breadcrumb/i, 5)

const maxSteps = 12

/** `images` with their addresses and captions, `links` with their words: as objects. */
export const rowsOfParts = ({ page }: State, field: Field, item: Field): AlignedRow[] => {
  const found = partsOfPage(page, field)
  const known = item.properties.flatMap(property => {
    const words = wordsOf(property.name)
    // The address of anything else is no picture.
    if (found?.kind !== 'images' && sayAny(words, imageWords)) return []
    const member = members.find(([names]) => sayAny(words, names))
    return member ? [{ property, read: member[1] }] : []
  })
  if (!found || known.length === 0 || known.length < item.properties.length / 2) return []
  return found.parts.slice(0, maxParts).flatMap(part => {
    const row = emptyRow()
    const fact = part.node === undefined ? 'breadcrumbs' : undefined
    const place = { node: part.node, fact, confidence: confidence.stated }
    for (const { property, read } of known) addText(row, property, read(part), place)
    return row.sources.length > 0 ? row : []
  })
}

const maxParts = 5000

const members: [names: Set<string>, read: (part: ListPart) => string | undefined][] = [
  [stemsOf('url src href link address image uri'), ({ url }) => url],
  [stemsOf('caption'), ({ caption, text }) => caption ?? text],
  [stemsOf('level depth tag'), ({ level }) => level?.toString()],
  [
    stemsOf('text alt title name label description anchor heading content network platform'),
    ({ text }) => text,
  ],
]

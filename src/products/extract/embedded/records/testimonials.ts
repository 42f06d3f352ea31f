import { around } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import { isPersonName } from '../../../../page/metadata/names.ts'
import type { PageNode } from '../../../../page/text/nodes.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import { maySearch } from '../state/lines.ts'
import { type AlignedRow, addText, emptyRow } from '../state/row.ts'
import type { State } from '../state/state.ts'
import { maxRecords } from './record-slots.ts'

/** What somebody says of a firm, and who that is: "“…”", "Ann Reed", "Buyer, Lumen House". */
type Testimonial = Record<Member, Said | undefined>
type Member = 'quote' | 'person' | 'role' | 'company'
type Said = { text: string; node: PageNode }

/** `testimonials`, `customer_quotes`: each with the lines below it that say whose it is. */
export const rowsOfTestimonials = (state: State, field: Field, item: Field): AlignedRow[] => {
  const wanted = item.properties.map(property => ({ property, member: memberFor(property) }))
  if (!asksTestimonials(field) || wanted.every(({ member }) => member === undefined)) return []
  if (!maySearch(state)) return []
  const asksCompany = wanted.some(({ member }) => member === 'company')
  const rows = testimonialsIn(state.page, asksCompany).map(testimonial => {
    const row = emptyRow()
    for (const { property, member } of wanted) {
      const said = member && testimonial[member]
      addText(row, property, said?.text, { node: said?.node.id, confidence: confidence.guessed })
    }
    return row
  })
  const seen = new Set<string>()
  return rows.filter(({ value, sources }) => {
    const key = JSON.stringify(value)
    const isNew = sources.length > 0 && !seen.has(key)
    seen.add(key)
    return isNew
  })
}

const asksTestimonials = ({ name }: Field): boolean => sayAny(wordsOf(name), testimonialWords)

const memberFor = ({ name, kind, format }: Field): Member | undefined => {
  if (kind !== 'string' || format) return undefined
  const words = wordsOf(name)
  return members.find(([, own]) => sayAny(words, own))?.[0]
}

const testimonialWords = stemsOf(
  'testimonial quote zitat kundenzitat kundenstimme temoignage testimonio',
)
/** `job_title` is no name, nor is `company_name`. */
const members: [Member, ReadonlySet<string>][] = [
  ['company', stemsOf('company organization organisation employer firm business')],
  ['role', stemsOf('role job position title function occupation')],
  ['quote', stemsOf('quote text testimonial statement comment words content message zitat review')],
  ['person', stemsOf('name author person customer client reviewer speaker user by')],
]

const testimonialsIn = ({ nodes }: Page, asksCompany: boolean): Testimonial[] => {
  const quotes = quotesIn(nodes).slice(0, maxRecords)
  const isQuote = new Set(quotes)
  const boxOf = boxesOf(quotes)
  const found: Testimonial[] = []
  for (const node of quotes) {
    const at = node.id - 1
    const below = until(isQuote, nodes.slice(at + 1, at + 1 + maxBeside))
    const above = until(isQuote, nodes.slice(Math.max(0, at - maxBeside), at).reverse())
    const box = boxOf(node)
    const isIn = (one: PageNode) => around(one.element, 2 * maxUp).includes(box)
    const inBox = [...above.filter(isIn).reverse(), ...below.filter(isIn)]
    // Without a box of its own, whose words these are stands below them, or is their heading.
    const headed = above[0]?.level ? above.slice(0, 1) : []
    const who =
      inBox.length > 0
        ? whoIn(fromName(inBox), asksCompany)
        : (whoIn(headed, asksCompany) ?? whoIn(below, asksCompany))
    if (who) found.push({ quote: { text: unquoted(node.text), node }, ...who })
  }
  return found
}

const maxBeside = 3

/** Those in quotation marks or boxes of that name; where there are none, what stands below a title that says so. */
const quotesIn = (nodes: readonly PageNode[]): PageNode[] => {
  let isBelow = false
  const plain: PageNode[] = []
  const told = nodes.filter(node => {
    if (node.level && node.level <= 2) isBelow = false
    if (node.text.length <= maxChars.title && titles.test(node.text)) isBelow = true
    const { text, level, region, element } = node
    if (level || region !== 'main' || text.length < leastQuote || text.length > maxChars.text)
      return false
    if (isBelow && text.length >= leastPlain && /[.!]["”]?$/.test(text)) plain.push(node)
    return marked.test(text) || isBoxed(element)
  })
  return told.length > 0 ? told : plain
}

/** The largest box around a quote that holds no other. */
const boxesOf = (quotes: PageNode[]): ((quote: PageNode) => HtmlElement) => {
  const counts = new Map<HtmlElement, number>()
  for (const { element } of quotes)
    for (const box of around(element, maxUp)) counts.set(box, (counts.get(box) ?? 0) + 1)
  return ({ element }) => around(element, maxUp).findLast(box => counts.get(box) === 1) ?? element
}

const maxUp = 5

/** The lines up to the next quote, or to a text that is no name and no role. */
const until = (quotes: ReadonlySet<PageNode>, lines: PageNode[]): PageNode[] => {
  const end = lines.findIndex(one => one.text.length > maxChars.line || quotes.has(one))
  return end < 0 ? lines : lines.slice(0, end)
}

const fromName = (lines: PageNode[]): PageNode[] =>
  lines.slice(
    Math.max(
      0,
      lines.findIndex(({ text }) => isName(split(text)[0])),
    ),
  )

const nobody = { person: undefined, role: undefined, company: undefined }
const titles =
  /\btestimonials?\b|\b(?:what|see what|hear what|hear from)\b.{0,20}\b(?:customers?|clients?|people|users?|students?|patients?|they)\b|\b(?:customer|client) (?:stories|reviews|feedback)\b/i

const leastQuote = 30
const leastPlain = 80
const marked = /^["“„«][^"“”„«»]{20,}["”“»][.!]?$/u

const isBoxed = (element: HtmlElement): boolean =>
  around(element, 3).some(
    ({ name, attributes }) => name === 'blockquote' || boxes.test(attributes.class ?? ''),
  )

const boxes =
  /(?:^|[\s_-])(?:testimonial|quote)(?:s|[_-]*(?:text|body|content|copy|quote))?(?=$|\s)/i

const unquoted = (text: string): string => text.replace(/^["“„«]\s?|\s?["”“»]$/gu, '')

/** The first line is somebody's name, with or without what that person does; the next may say it. */
const whoIn = (lines: PageNode[], asksCompany: boolean): Omit<Testimonial, 'quote'> | undefined => {
  const [first, second] = lines
  const [name = '', behind = ''] = first ? split(first.text.replace(/^\s?[-–—~]\s?/, '')) : []
  if (!first || !isName(name)) return undefined
  const person = { text: name, node: first }
  const said = behind
    ? { text: behind, node: first }
    : second && { text: second.text, node: second }
  if (!said || said.text.length > maxChars.line) return { ...nobody, person }
  if (!asksCompany) return { ...nobody, person, role: said }
  const at = Math.max(said.text.lastIndexOf(', '), said.text.lastIndexOf(' at '))
  const part = (text: string): Said => ({ text: text.replace(/^(?:, | at )/, ''), node: said.node })
  if (at > 0)
    return { person, role: part(said.text.slice(0, at)), company: part(said.text.slice(at)) }
  const third = behind ? second : lines[2]
  const company = third && third.text.length <= maxFirm ? part(third.text) : undefined
  return { person, role: said, company: company && { ...company, node: third as PageNode } }
}

const maxFirm = 50

const split = (text: string): [string, string] => {
  const at = /,\s|\s[-–—|/]{1,2}(?:\s|$)/u.exec(text)
  return at ? [text.slice(0, at.index), text.slice(at.index + at[0].length)] : [text, '']
}

/** "Anne K.", "TARA" and "Cristina & Remo" say whose it is too. */
const isName = (text: string): boolean =>
  isPersonName(text) ||
  (text.length <= 30 && /^\p{Lu}[\p{L}.'’-]*(?: (?:&|and)? ?\p{Lu}[\p{L}.'’-]*){0,2}$/u.test(text))

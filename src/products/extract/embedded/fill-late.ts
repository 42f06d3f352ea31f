import { type PageSigns, readPageSigns } from '../../../page/metadata/signs.ts'
import { type Field, openField } from '../schema/fields.ts'
import { addressPartOf, cutAddress } from '../values/address-parts.ts'
import { shapeOf } from '../values/kinds.ts'
import { normalise } from '../values/normalise.ts'
import { stemOf, wordsOf } from '../words/words.ts'
import { fromMarkup } from './fill-markup.ts'
import { type Query, toQuery } from './query.ts'
import type { Found, State } from './state.ts'

type Late = { value: unknown; source: Found }

/** Where no text of the page is sure enough: part of an address, a byline, what the page states. */
export const fillLate = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
  addressLine: () => Found | undefined,
): unknown => {
  const query = toQuery(field, parents)
  const late =
    fromAddress(field, addressLine) ??
    fromSigns(state, field, query) ??
    fromHeading(state, field, query)
  if (!late) return fromMarkup(state, field, pointer, parents, undefined, true)
  state.sources.set(pointer, late.source)
  return late.value
}

/** What to ask for when a city or a code is wanted that stands only inside an address. */
export const addressField: Field = { ...openField('address', '/address'), kind: 'string' }

const fromAddress = (field: Field, addressLine: () => Found | undefined): Late | undefined => {
  const part = addressPartOf(field)
  const line = part ? addressLine() : undefined
  const cut = line && part ? cutAddress(line.quote, part) : undefined
  return line && cut ? { value: cut, source: { ...line, quote: cut } } : undefined
}

/** A byline, a `<time>`, a date in a class of that name: signs that need no label. */
const fromSigns = (state: State, field: Field, query: Query): Late | undefined => {
  const wanted = signFor(query)
  if (!wanted || !state.scope.isPage) return undefined
  state.signs ??= readPageSigns(state.page.document.root)
  for (const sign of wanted) {
    const text = state.signs[sign]
    const found = text ? normalise(field, text) : undefined
    if (!found || (query.intent === 'person' && !isName(found.quote))) continue
    const node = state.page.nodes.find(one => one.text.includes(found.quote))?.id
    const fact = node === undefined ? 'time' : undefined
    // Of other pages than articles it is said seldom, and often of somebody else.
    const confidence = state.signs.isArticle ? 0.7 : 0.6
    return { value: found.value, source: { quote: found.quote, node, fact, confidence } }
  }
  return undefined
}

/** "(Author)", "See all contributors", "Log in" and "by" stand where a name should. */
const isName = (text: string): boolean => {
  if (/^\(|\)$|^\W*(?:by|and|und|et|y)\W*$/i.test(text) || !/[\p{L}\p{N}]/u.test(text)) return false
  if (wordsOf(text).some(({ stem }) => notNames.has(stem))) return false
  // One word may be an account; several begin with capitals, where there are any.
  return !/\s/.test(text) || !/[\p{Lu}\p{Ll}]/u.test(text) || shapeOf(text).name >= 0.8
}

/** A title of nothing but the page is its main heading; that of a thing need not be. */
const fromHeading = (state: State, field: Field, { name, context }: Query): Late | undefined => {
  const isOfPage = context.every(({ stem }) => titleWords.has(stem) || pageWords.has(stem))
  if (!isOfPage || !name.every(({ stem }) => titleWords.has(stem))) return undefined
  const [heading, ...more] = state.page.nodes.filter(({ level }) => level === 1)
  const found = heading && more.length === 0 ? normalise(field, heading.text) : undefined
  if (!heading || !found) return undefined
  const source = { quote: found.quote, node: heading.id, fact: undefined, confidence: 0.6 }
  return { value: found.value, source }
}

/** Those that are words of the page. */
type Sign = Exclude<keyof PageSigns, 'isArticle'>

const signFor = ({ intent, names }: Query): Sign[] | undefined => {
  const says = (words: Set<string>) =>
    names.some(({ words: own }) => own.some(({ stem }) => words.has(stem)))
  if (intent === 'person')
    return says(authorWords) ? ['byLine', 'nearByLine', 'authorLink', 'poster'] : undefined
  if (intent !== 'date') return undefined
  if (says(changeWords)) return ['modifiedTime']
  return says(publishWords) ? ['publishedTime', 'publishedText', 'nearDate'] : undefined
}

const stems = (words: string) => new Set(words.split(' ').map(stemOf))
const titleWords = stems(
  'title heading headline h1 main titulo titre titel titolo tytul nadpis rubrik otsikko naslov baslik заголовок τιτλος عنوان 标题 標題 タイトル 제목 शीर्षक',
)
const pageWords = stems('page webpage article document post story')
const authorWords = stems('author writer byline')
const notNames = stems(
  'author contributor profile biography username log login sign signin register see view more email',
)
const changeWords = stems('modified updated changed revised')
const publishWords = stems('published publication publish posted date pubdate')

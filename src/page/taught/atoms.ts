import { cleanText } from '../html/clean-text.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'
import { jsonAtoms } from './json-atoms.ts'
import { openPlace, type Place } from './place.ts'

/**
 * What may be a value: a text, a small element as a whole, an attribute, a leaf of JSON in a script.
 * An element without text is one too: where a value always stands, it says that there is none.
 */
export type Atom = {
  kind: AtomKind
  text: string
  place: Place
  /** Which of its kind in its element: the second text after a <br>, the attribute's name. */
  part: string
  /** The same by the elements before it: where a text is gone, the next does not take its place. */
  slot?: string
  /** How many texts of the page come before it. */
  at: number
  /** Set for a value in JSON data. */
  path: string
}
export type AtomKind = 'text' | 'empty' | 'element' | 'attribute' | 'json'

/** All kinds are looked for when a reader learns; when it reads, only those that its rules name. */
export type AtomKinds = ReadonlySet<AtomKind>

export type Texts = { atoms: Atom[]; texts: Atom[]; headings: Heading[] }
/** The heading that a text stands under, and how many texts had come before that heading. */
export type Heading = { text: string; at: number } | undefined

export const readAtoms = (root: HtmlElement, kinds: AtomKinds): Texts => {
  const found: Texts = { atoms: [], texts: [], headings: [] }
  const stack: Step[] = [{ node: root, place: undefined }]
  let heading: Heading
  for (let step = stack.pop(); step && found.atoms.length < maxAtoms; step = stack.pop()) {
    const { node, place } = step
    if (step.leave) heading = leave(found, kinds, step.leave, heading)
    else if (node.type === 'text') addText(found, node.text, place, heading)
    else if (!silentElements.has(node.name)) enter(found, kinds, node, place, stack)
    else if (node.name === 'script' && kinds.has('json'))
      jsonAtoms(node, leaf => found.atoms.push({ ...leaf, at: found.texts.length }))
  }
  return found
}

type Step = { node: HtmlNode; place: Place | undefined; leave?: Left }
type Left = { place: Place; first: number }

const maxAtoms = 100_000
const maxChars = 20_000
const maxWholeTexts = 12

/** What stands in them is no text of the page. */
export const silentElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
])
/** Their being empty says nothing. */
const neverFull = new Set(
  'br hr img input link meta source wbr col area embed param track'.split(' '),
)

const enter = (
  found: Texts,
  kinds: AtomKinds,
  element: HtmlElement,
  parent: Place | undefined,
  stack: Step[],
): void => {
  const place = openPlace(element, parent, found.texts.length)
  if (parent) parent.elements++
  if (kinds.has('attribute')) addAttributes(found, element, place)
  const { children } = element
  stack.push({ node: element, place: parent, leave: { place, first: found.texts.length } })
  for (let i = children.length - 1; i >= 0; i--)
    stack.push({ node: children[i] as HtmlNode, place })
}

const addText = (found: Texts, raw: string, place: Place | undefined, heading: Heading): void => {
  const text = cleanText(raw)
  if (!text || !place) return
  const atom: Atom = {
    kind: 'text',
    text: text.slice(0, maxChars),
    place,
    part: `t${place.texts}`,
    slot: `t${place.elements}`,
    at: found.texts.length,
    path: '',
  }
  place.texts++
  found.texts.push(atom)
  found.headings.push(heading)
  found.atoms.push(atom)
}

const leave = (
  found: Texts,
  kinds: AtomKinds,
  { place, first }: Left,
  heading: Heading,
): Heading => {
  const count = found.texts.length - first
  const own = { place, at: first, path: '' }
  if (count === 0 && place.element.children.every(isBlank) && !neverFull.has(place.tag))
    found.atoms.push({ kind: 'empty', text: '', part: 't0', ...own })
  if (count >= 2 && count <= maxWholeTexts && kinds.has('element')) {
    const whole = found.texts.slice(first).map(({ text }) => text)
    found.atoms.push({
      kind: 'element',
      text: whole.join(' ').slice(0, maxChars),
      part: 'e',
      ...own,
    })
  }
  if (count === 0 || !/^h[1-6]$/.test(place.tag)) return heading
  return { text: found.texts[first]?.text ?? '', at: found.texts.length }
}

const isBlank = (node: HtmlNode): boolean => node.type === 'text' && node.text.trim() === ''

const attributeNames = [
  'content',
  'href',
  'src',
  'alt',
  'title',
  'datetime',
  'value',
  'data-src',
] as const

const addAttributes = (found: Texts, element: HtmlElement, place: Place): void => {
  for (const name of attributeNames) {
    const value = element.attributes[name]
    if (!value || value.length > maxChars) continue
    const text = cleanText(value)
    if (text)
      found.atoms.push({
        kind: 'attribute',
        text,
        place,
        part: `@${name}`,
        at: found.texts.length,
        path: '',
      })
  }
}

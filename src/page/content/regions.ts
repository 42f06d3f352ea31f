import { codeAt } from '../../kit/code-at.ts'
import { isHidden } from '../css/hidden.ts'
import type { Region } from './blocks.ts'
import { isCommentMark } from './comment-marks.ts'
import { hashNext, hashStart, hashWord } from './words.ts'

/** Facts a region hands down to everything in it, one bit each. */
export const flagNames = [
  'nav',
  'header',
  'footer',
  'aside',
  'main',
  'article',
  'section',
  'form',
  'table',
  'list',
  'item',
  'dl',
  'figure',
  'caption',
  'quote',
  'details',
  'dialog',
  'noscript',
  'button',
  'hidden',
  'ariaHidden',
  'link',
  'heading',
  'pre',
  'paragraph',
  'cell',
  'label',
  'emphasis',
  'articleBody',
  'microdata',
  'comments',
] as const

const tagFlags = new Map<string, (typeof flagNames)[number]>([
  ['nav', 'nav'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['aside', 'aside'],
  ['main', 'main'],
  ['article', 'article'],
  ['section', 'section'],
  ['form', 'form'],
  ['table', 'table'],
  ['ul', 'list'],
  ['ol', 'list'],
  ['menu', 'list'],
  ['li', 'item'],
  ['dl', 'dl'],
  ['figure', 'figure'],
  ['figcaption', 'caption'],
  ['caption', 'caption'],
  ['blockquote', 'quote'],
  ['details', 'details'],
  ['dialog', 'dialog'],
  ['noscript', 'noscript'],
  ['button', 'button'],
  ['a', 'link'],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['h4', 'heading'],
  ['h5', 'heading'],
  ['h6', 'heading'],
  ['pre', 'pre'],
  ['p', 'paragraph'],
  ['td', 'cell'],
  ['th', 'cell'],
  ['label', 'label'],
  ['strong', 'emphasis'],
  ['b', 'emphasis'],
  ['em', 'emphasis'],
])

const roleFlags = new Map<string, (typeof flagNames)[number]>([
  ['navigation', 'nav'],
  ['menu', 'nav'],
  ['menubar', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
  ['main', 'main'],
  ['article', 'article'],
  ['search', 'form'],
  ['dialog', 'dialog'],
  ['alertdialog', 'dialog'],
  ['button', 'button'],
  ['heading', 'heading'],
  ['table', 'table'],
  ['list', 'list'],
  ['listitem', 'item'],
])

const bits = new Map(flagNames.map((name, at) => [name, 1 << at]))
export const flagBit = (name: (typeof flagNames)[number]): number => bits.get(name) ?? 0

const bitsOf = (flags: ReadonlyMap<string, (typeof flagNames)[number]>) =>
  new Map([...flags].map(([name, flag]) => [name, flagBit(flag)]))
const tagBits = bitsOf(tagFlags)
const roleBits = bitsOf(roleFlags)

/** Each attribute that is there is looked at: to ask for those that are not takes longer. */
export const flagsOf = ({ element }: Region): number => {
  const { name, attributes } = element
  let flags = tagBits.get(name) ?? 0
  for (const attribute in attributes) {
    const value = attributes[attribute] ?? ''
    if (attribute === 'role') flags |= roleBits.get(value) ?? 0
    else if (attribute === 'hidden' || attribute === 'style') {
      if (isHidden(element, 'declared')) flags |= flagBit('hidden')
    } else if (attribute === 'aria-hidden') {
      if (value === 'true') flags |= flagBit('ariaHidden')
    } else if (attribute === 'itemprop')
      flags |= flagBit('microdata') | (value === 'articleBody' ? flagBit('articleBody') : 0)
    if (isCommentMark(attribute, value)) flags |= flagBit('comments')
  }
  return flags
}

const maxNameChars = 200
const maxTokens = 60

const seeds = { tag: 1, role: 2, name: 3, whole: 4, label: 5, prop: 6 }

/**
 * Hashes of the words an element's own markup uses for itself: tag, role, class and id (whole and
 * in parts), microdata, test ids. Cut at a fixed length, so an attribute storm costs nothing.
 */
export const markupTokens = (region: Region): Int32Array => {
  const { name, attributes } = region.element
  const tokens: number[] = []
  add(tokens, seeds.tag, hashWord(name))
  if (attributes.role !== undefined) add(tokens, seeds.role, hashWord(attributes.role.slice(0, 30)))
  if (attributes.itemprop !== undefined)
    add(tokens, seeds.prop, hashWord(attributes.itemprop.slice(0, 30).toLowerCase()))
  for (const key of nameAttributes) {
    const value = attributes[key]
    if (value !== undefined) addNames(tokens, value)
  }
  const label = attributes['aria-label']
  if (label !== undefined)
    for (const word of label.slice(0, 60).toLowerCase().split(' '))
      add(tokens, seeds.label, hashWord(word))
  return Int32Array.from(tokens)
}

const nameAttributes = [
  'class',
  'id',
  'data-testid',
  'data-test',
  'data-component',
  'data-component-type',
]

/** Equal keys, equal tokens. */
export const markupKey = ({ element: { name, attributes } }: Region): string => {
  let key = name
  for (const attribute in attributes) {
    const sign = signs.get(attribute)
    if (sign) key += `${sign}${attributes[attribute]?.slice(0, maxNameChars)}`
  }
  return key
}

/** What is read, each with a sign of its own: no page has a zero character left when it is parsed. */
const signs = new Map(
  ['role', 'itemprop', 'aria-label', ...nameAttributes].map((name, at) => [name, `\0${at}`]),
)

const add = (tokens: number[], seed: number, hash: number) => {
  const token = hash ^ Math.imul(seed, 0x9e3779b1)
  if (tokens.length < maxTokens && !tokens.includes(token)) tokens.push(token)
}

/** `relatedPosts related-posts__item` → related, posts, item and both names without digits. */
const addNames = (tokens: number[], value: string) => {
  const end = Math.min(value.length, maxNameChars)
  let whole = hashStart
  let wholeLength = 0
  let part = hashStart
  let partLength = 0
  let afterLower = false
  for (let i = 0; i <= end; i++) {
    const code = i < end ? codeAt(value, i) : 32
    const upper = code >= 65 && code <= 90
    const letter = upper || (code >= 97 && code <= 122)
    if (partLength > 0 && (!letter || (upper && afterLower))) {
      if (partLength > 1) add(tokens, seeds.name, part)
      part = hashStart
      partLength = 0
    }
    if (letter) {
      const lower = upper ? code + 32 : code
      part = hashNext(part, lower)
      partLength++
      whole = hashNext(whole, lower)
      wholeLength++
    } else if (code === 45 || code === 95) {
      whole = hashNext(whole, 45)
      wholeLength++
    } else if (code === 32 || code === 9 || code === 10) {
      if (wholeLength > 1) add(tokens, seeds.whole, whole)
      whole = hashStart
      wholeLength = 0
    }
    afterLower = letter && !upper
  }
}

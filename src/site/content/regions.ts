import type { Region } from './blocks.ts'
import { hashWord } from './words.ts'

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

export const flagsOf = (region: Region): number => {
  const { name, attributes } = region.element
  let flags = 0
  const tag = tagFlags.get(name)
  if (tag) flags |= flagBit(tag)
  const role = attributes.role
  const roleFlag = role === undefined ? undefined : roleFlags.get(role)
  if (roleFlag) flags |= flagBit(roleFlag)
  if (isHidden(attributes)) flags |= flagBit('hidden')
  if (attributes['aria-hidden'] === 'true') flags |= flagBit('ariaHidden')
  if (attributes.itemprop === 'articleBody') flags |= flagBit('articleBody')
  if (attributes.itemprop !== undefined) flags |= flagBit('microdata')
  return flags
}

/** Hidden by its own markup; style sheets are not looked at. */
export const isHidden = (attributes: Record<string, string>): boolean => {
  if (attributes.hidden !== undefined) return true
  const style = attributes.style
  if (style === undefined) return false
  const flat = style.slice(0, 400).toLowerCase().replaceAll(' ', '')
  return flat.includes('display:none') || flat.includes('visibility:hidden')
}

const maxClassChars = 200

const seeds = { tag: 1, role: 2, name: 3, whole: 4, label: 5, prop: 6 }

/**
 * Hashes of the words an element's own markup uses for itself: tag, role, class and id (whole and
 * in parts), microdata, test ids. Cut at a fixed length, so an attribute storm costs nothing.
 */
export const markupTokens = (region: Region): Uint32Array => {
  const { name, attributes } = region.element
  const tokens = new Set<number>()
  tokens.add(seeded(seeds.tag, name))
  if (attributes.role !== undefined) tokens.add(seeded(seeds.role, attributes.role.slice(0, 30)))
  if (attributes.itemprop !== undefined)
    tokens.add(seeded(seeds.prop, attributes.itemprop.slice(0, 30).toLowerCase()))
  if (attributes.class !== undefined) addNames(tokens, attributes.class)
  if (attributes.id !== undefined) addNames(tokens, attributes.id)
  for (const key of nameAttributes) {
    const value = attributes[key]
    if (value !== undefined) addNames(tokens, value)
  }
  const label = attributes['aria-label']
  if (label !== undefined)
    for (const word of label.slice(0, 60).toLowerCase().split(' '))
      tokens.add(seeded(seeds.label, word))
  return Uint32Array.from(tokens)
}

const nameAttributes = ['data-testid', 'data-test', 'data-component', 'data-component-type']

const seeded = (seed: number, word: string) => (hashWord(word) ^ Math.imul(seed, 0x9e3779b1)) >>> 0

const addNames = (tokens: Set<number>, value: string) => {
  const text = value.slice(0, maxClassChars)
  let whole = ''
  let part = ''
  const endPart = () => {
    if (part.length > 1) tokens.add(seeded(seeds.name, part))
    part = ''
  }
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32
    const upper = code >= 65 && code <= 90
    const lower = code >= 97 && code <= 122
    if (upper || lower) {
      const before = i > 0 ? text.charCodeAt(i - 1) : 32
      if (upper && before >= 97 && before <= 122) endPart()
      const char = String.fromCharCode(upper ? code + 32 : code)
      part += char
      whole += char
      continue
    }
    endPart()
    if (code === 32 || code === 9 || code === 10) {
      if (whole.length > 1) tokens.add(seeded(seeds.whole, whole))
      whole = ''
    } else if (code === 45 || code === 95) whole += '-'
  }
}

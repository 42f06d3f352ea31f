import { elements, textElements } from './allow-list.ts'
import { dataImage } from './embedded.ts'
import { limits } from './limits.ts'
import { SvgRefused } from './refused.ts'
import { isElement, type SvgElement, type SvgNode } from './tree.ts'
import { missingId } from './value.ts'

/**
 * The allowed elements only, as a fresh tree with the attributes still raw. Links and `switch`
 * become groups of what they would have shown. `sources` leads back to the file as written.
 */
export const prune = (
  root: SvgElement,
): { root: SvgElement; sources: Map<SvgElement, SvgElement> } => {
  const sources = new Map<SvgElement, SvgElement>()
  const characters = { left: limits.textCharacters }
  const copy = (source: SvgElement, parent: SvgElement | undefined): SvgElement | undefined => {
    const name = source.name === 'a' || source.name === 'switch' ? 'g' : source.name
    if (!elements.has(name) || !hasTarget(source)) return undefined
    const element: SvgElement = { ...source, name, style: new Map(), children: [], parent }
    sources.set(element, source)
    if (name === 'title' || name === 'desc') {
      const text = source.children.filter(child => !isElement(child)).join('')
      element.children = [text.replace(/\s+/g, ' ').trim().slice(0, 200)]
      return element
    }
    for (const child of source.name === 'switch' ? chosen(source) : source.children) {
      if (!isElement(child)) addText(element, child, characters)
      else {
        const kept = copy(child, element)
        if (kept) element.children.push(kept)
      }
    }
    return element
  }
  return { root: copy(root, undefined) ?? root, sources }
}

/** `use` and `image` are nothing without an allowed target. */
const hasTarget = ({ name, attributes }: SvgElement): boolean => {
  const href = attributes.get('href')?.trim() ?? ''
  if (name === 'use') return href.startsWith('#')
  return name !== 'image' || dataImage(href) !== undefined
}

/** The first child a viewer without extensions would draw (Illustrator hides its own in one). */
const chosen = (element: SvgElement): SvgNode[] => {
  const first = element.children.find(
    child =>
      isElement(child) &&
      child.name !== 'foreignObject' &&
      !child.attributes.get('requiredExtensions') &&
      /^$|\ben\b/.test(child.attributes.get('systemLanguage') ?? ''),
  )
  return first ? [first] : []
}

const addText = (element: SvgElement, raw: string, characters: { left: number }): void => {
  if (!textElements.has(element.name)) return
  // A carriage return would be read back as a line feed.
  const text = raw.replaceAll('\r', '\n')
  characters.left -= text.length
  if (characters.left < 0) throw new SvgRefused('too_complex', 'Too much text.')
  const last = element.children.at(-1)
  if (typeof last === 'string') element.children[element.children.length - 1] = last + text
  else element.children.push(text)
}

/** Clean names for the ids of a tree; where two elements share one, the first has it. */
export const nameIds = (all: readonly SvgElement[]): Map<string, string> => {
  const names = new Map<string, string>()
  const ids = all.map(element => element.attributes.get('id')).filter(id => id !== undefined)
  const taken = new Set([missingId, ...ids])
  let next = 1
  for (const id of ids) {
    if (names.has(id) || id === '') continue
    if (/^[A-Za-z_][\w.-]{0,63}$/.test(id) && id !== missingId) names.set(id, id)
    else {
      while (taken.has(`i${next}`)) next++
      names.set(id, `i${next++}`)
    }
  }
  return names
}

import { attempt } from '../../kit/attempt.ts'
import { type HtmlElement, textContent } from '../html/html.ts'
import { parseForgivingJson } from '../metadata/forgiving-json.ts'
import type { Atom } from './atoms.ts'
import { openPlace } from './place.ts'

/** The leaves of JSON in a script: JSON-LD, and what an application begins with. */
export const jsonAtoms = (script: HtmlElement, add: (leaf: Omit<Atom, 'at'>) => void): void => {
  const source = jsonIn(script)
  if (source === undefined) return
  const place = openPlace(script, undefined, 0)
  const stack: Leaf[] = [{ value: source.value, path: source.name }]
  let leaves = 0
  for (let step = stack.pop(); step && leaves < maxLeaves; step = stack.pop()) {
    const { value, path } = step
    if (path.length > maxPath) continue
    if (Array.isArray(value)) {
      for (let i = Math.min(value.length, maxItems) - 1; i >= 0; i--)
        stack.push({ value: value[i], path: `${path}*${typeOf(value[i])}` })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value).reverse())
        stack.push({ value: child, path: `${path}.${key.slice(0, 80)}${typeOf(child)}` })
    } else if (value !== null && value !== undefined && value !== '') {
      leaves++
      add({ kind: 'json', text: String(value).slice(0, maxChars), place, part: 'j', path })
    }
  }
}

type Leaf = { value: unknown; path: string }

const maxLeaves = 5_000
const maxItems = 500
const maxPath = 400
const maxChars = 20_000

/** Entries of a graph are told apart by what they are. */
const typeOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const type = (value as Record<string, unknown>)['@type']
  return typeof type === 'string' ? `(${type.slice(0, 60)})` : ''
}

const jsonIn = (script: HtmlElement): { value: unknown; name: string } | undefined => {
  const { type = '', id = '' } = script.attributes
  if (/json/i.test(type)) {
    const value = parseForgivingJson(textContent(script))
    const name = /ld\+json/i.test(type) ? 'ld' : id || 'json'
    return value === undefined ? undefined : { value, name: `${name}${typeOf(value)}` }
  }
  if (type !== '' && !/javascript|module/i.test(type)) return undefined
  const text = textContent(script)
  const start = assignment.exec(text.slice(0, 300))
  if (!start) return undefined
  const rest = text.slice(start[0].length - 1).trimEnd()
  const body = rest.endsWith(';') ? rest.slice(0, -1) : rest
  return attempt(() => ({ value: JSON.parse(body), name: start[1] ?? '' }))
}

/** `window.__STATE__ = {` and the like. */
const assignment =
  /^\s*(?:(?:var|let|const)\s+|window\.|self\.|globalThis\.)?([\w$.]{1,60})\s*=\s*[{[]/

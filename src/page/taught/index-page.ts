import { addTo } from '../../kit/add-to.ts'
import { documentBase } from '../html/addresses.ts'
import type { HtmlElement } from '../html/html.ts'
import { type Atom, type AtomKind, type AtomKinds, readAtoms, type Texts } from './atoms.ts'
import { allRules, type Rule, type TaughtField } from './reader.ts'
import { views, viewsOf } from './views.ts'

/** A page by its views, made once for all fields. */
export type PageIndex = {
  /** What relative addresses stand on. */
  url: string
  found: Texts
  atomsAt: (view: string) => readonly Atom[] | undefined
}

/** Everything, to learn from. */
export const indexPage = (root: HtmlElement, url: string): PageIndex =>
  indexAtoms(documentBase(root, url), readAtoms(root, everyKind), views, undefined)

/** Only what these fields ask for: the views that their rules name, of atoms that have such views. */
export const indexerFor = (fields: readonly TaughtField[]) => {
  const rules = fields.flatMap(allRules)
  const codes = new Set(rules.map(({ view }) => view.slice(0, 2)))
  const wanted = new Set(rules.map(({ view }) => view))
  const among = views.filter(({ code }) => codes.has(code))
  const kinds = kindsOf(rules)
  return (root: HtmlElement, url: string): PageIndex =>
    indexAtoms(documentBase(root, url), readAtoms(root, kinds), among, wanted)
}

const everyKind: AtomKinds = new Set(['text', 'empty', 'element', 'attribute', 'json'])

const kindsOf = (rules: readonly Rule[]): AtomKinds => {
  const kinds = new Set<AtomKind>(['text', 'empty'])
  for (const { view } of rules) {
    const part = view.slice(view.lastIndexOf('|') + 1)
    if (part === 'e') kinds.add('element')
    else if (part[0] === '@') kinds.add('attribute')
    else if (view.startsWith('M1')) kinds.add('json')
  }
  return kinds
}

const indexAtoms = (
  url: string,
  found: Texts,
  among: typeof views,
  wanted: ReadonlySet<string> | undefined,
): PageIndex => {
  const byView = new Map<string, Atom[]>()
  const add = (view: string, atom: Atom) => {
    if (view.length <= maxView && (!wanted || wanted.has(view))) addTo(byView, view, atom, maxAtoms)
  }
  for (const atom of found.atoms) viewsOf(atom, found, view => add(view, atom), among)
  return { url, found, atomsAt: view => byView.get(view) }
}

export const maxView = 1_000
/** A view that more share is nobody's place. */
const maxAtoms = 500

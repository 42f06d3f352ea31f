import { descendants, type HtmlElement, isElement } from '../html/html.ts'
import { createSelectors } from './selector.ts'

/** What HTML says is the same in capitals (HTML §4.16.2), as far as pages are searched by it. */
const foldedValues = new Set(
  'accept align charset checked color dir direction disabled face frame lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign vlink'.split(
    ' ',
  ),
)

export const htmlSelectors = createSelectors<HtmlElement>({
  nameOf: element => element.name,
  attribute: ({ attributes }, name) =>
    Object.hasOwn(attributes, name) ? attributes[name] : undefined,
  parentOf,
  childrenOf: element => element.children.filter(isElement),
  isEmpty: ({ children }) =>
    children.every(node => node.type === 'text' && /^[ \t\r\n]*$/.test(node.text)),
  fold: name => name.toLowerCase(),
  foldedValues,
})

/** The document is no element. */
export function parentOf({ parent }: HtmlElement): HtmlElement | undefined {
  return parent && parent.name !== '#document' ? parent : undefined
}

/** The words of a page that selectors may name. */
export type Vocabulary = { classes: ReadonlySet<string>; ids: ReadonlySet<string> }

export const vocabularyOf = (root: HtmlElement, extra: readonly string[] = []): Vocabulary => {
  const classes = new Set(extra)
  const ids = new Set<string>()
  for (const { attributes } of descendants(root)) {
    for (const name of classesOf(attributes.class)) classes.add(name)
    if (attributes.id) ids.add(attributes.id)
  }
  return { classes, ids }
}

export const classesOf = (value: string | undefined): string[] =>
  value ? value.split(/\s+/).filter(name => name !== '') : []

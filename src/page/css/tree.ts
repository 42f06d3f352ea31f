import { descendants, type HtmlElement } from '../html/html.ts'
import { createSelectors } from './selector.ts'

export const htmlSelectors = createSelectors<HtmlElement>({
  nameOf: element => element.name,
  attribute: (element, name) => element.attributes[name],
  parentOf,
  siblingsOf: element =>
    element.parent?.children.filter(node => node.type === 'element') ?? [element],
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

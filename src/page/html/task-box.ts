import type { HtmlElement } from './html.ts'

/** A box with a name of its own is there to choose a result, or to cross out an ingredient. */
export const isTaskBox = ({ attributes }: HtmlElement): boolean => {
  const { type, disabled, class: names = '', name, value, id, 'aria-label': label } = attributes
  if (type !== 'checkbox') return false
  if (disabled !== undefined || names.includes('task')) return true
  return !name && !value && !id && !label
}

/** The box of a task in a list, as people write it. */
export const taskSign = (element: HtmlElement): string | undefined => {
  if (element.name !== 'input' || !isTaskBox(element)) return undefined
  const { parent } = element
  if (parent?.name !== 'li' && parent?.parent?.name !== 'li') return undefined
  return element.attributes.checked === undefined ? '[ ] ' : '[x] '
}

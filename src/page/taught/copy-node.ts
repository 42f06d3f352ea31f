/**
 * A page as data, to be shown and pointed at: texts with their numbers, in elements of a short list.
 * No attribute of the page is among it but addresses, which are only ever shown as text.
 */
export type CopyNode =
  | { n: number; text: string }
  | { tag: CopyTag; nodes: CopyNode[]; href?: string; alt?: string }

export const copyTags = [
  ...(['block', 'inline', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li'] as const),
  ...(['table', 'tbody', 'tr', 'td', 'th', 'dl', 'dt', 'dd', 'a', 'img', 'pre', 'strong'] as const),
] as const
export type CopyTag = (typeof copyTags)[number]

import { styleValue } from '../css/inline-style.ts'
import type { HtmlElement } from '../html/html.ts'

/** Elements whose content is never text of the page. */
export const dropped: ReadonlySet<string> = new Set(
  (
    'script style template head title meta link base noframes svg canvas map area param track ' +
    'source datalist optgroup option frame frameset ' +
    'applet portal rp'
  ).split(' '),
)

const blocks: ReadonlySet<string> = new Set(
  (
    '#document html body div p section article main header footer nav aside hgroup address ' +
    'figure figcaption form fieldset legend center search dialog details summary blockquote pre ' +
    'xmp listing plaintext ul ol menu dir li dl dt dd table caption thead tbody tfoot tr td th ' +
    'h1 h2 h3 h4 h5 h6 hr video audio iframe noscript object'
  ).split(' '),
)

/** Whether the element starts and ends a line of its own, an inline style respected. */
export const isBlock = (element: HtmlElement): boolean => {
  const style = element.attributes.style
  if (style?.includes('display')) {
    const display = styleValue(style, 'display') ?? ''
    if (blockDisplay.has(display)) return true
    if (display.startsWith('inline') && (element.name === 'div' || element.name === 'p'))
      return false
  }
  return blocks.has(element.name) && !isLastWord(element)
}

/** `<li><span>2</span> <span>cups</span> <span><p>milk</p></span>`: the end of the item's line. */
const isLastWord = ({ name, parent: span }: HtmlElement): boolean => {
  if (name !== 'p' || span?.name !== 'span' || span.parent?.name !== 'li') return false
  const parts = span.parent.children.filter(child => child.type === 'element')
  return (
    parts.length > 1 &&
    parts.every(part => part.name === 'span' && isText(part) !== (part === span))
  )
}

const isText = ({ children }: HtmlElement): boolean => children.every(({ type }) => type === 'text')

const blockDisplay = new Set(['block', 'flex', 'grid', 'table', 'list-item', 'flow-root'])

/** 1 to 6 for a heading, also one made by role, and the title of Doxygen; 0 for everything else. */
export const headingLevel = (element: HtmlElement): number => {
  const { name, attributes, parent } = element
  if (name.length === 2 && name[0] === 'h') {
    const level = name.charCodeAt(1) - 48
    return level >= 1 && level <= 6 ? level : 0
  }
  if (attributes.class === 'title' && parent?.attributes.class === 'headertitle') return 1
  if (attributes.role !== 'heading') return 0
  const level = Number.parseInt(attributes['aria-level'] ?? '2', 10)
  return level >= 1 && level <= 6 ? level : 2
}

export const hasClass = (element: HtmlElement, name: string): boolean => {
  const value = element.attributes.class
  return value?.includes(name) ? value.split(/\s+/).includes(name) : false
}

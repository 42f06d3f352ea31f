import { descendants, type HtmlElement } from '../html/html.ts'
import { opensSomething } from './opener.ts'

/**
 * Whether a click would show a hidden element: a tab's panel, a folded answer, the rest behind
 * "read more", the next slide. Readers get at such text, so it is part of the page.
 */
export type Openable = (element: HtmlElement) => boolean

export const findOpenable = (root: HtmlElement): Openable => {
  let controlled: Set<string> | undefined
  const before = createElementBefore()
  return element => {
    controlled ??= findControlled(root)
    const { id, role } = element.attributes
    if (id !== undefined && (controlled.has(id) || streamedPart.test(id))) return true
    if (role === 'tabpanel' || hasOpenableName(element) || hasPanelMark(element)) return true
    return (
      isUnfolded(before(element)) ||
      (element.parent !== undefined && hasOpenableName(element.parent))
    )
  }
}

/** React puts what is ready late at the end of the page, hidden, and moves it into place by script. */
const streamedPart = /^S:[\da-f]+$/

/** Ids that a button, tab or link of the page says it shows. */
const findControlled = (root: HtmlElement): Set<string> => {
  const ids = new Set<string>()
  for (const { name, attributes } of descendants(root)) {
    for (const key in attributes) {
      const value = attributes[key] ?? ''
      if (key === 'href' && name === 'a' && value.startsWith('#')) ids.add(value.slice(1))
      if (!controlling.has(key) || value.length > maxIdsChars) continue
      for (const id of value.split(/\s+/)) ids.add(id.replace(/^#/, ''))
    }
  }
  ids.delete('')
  return ids
}

const maxIdsChars = 500
const controlling = new Set([
  'aria-controls',
  'data-target',
  'data-bs-target',
  'data-toggle-target',
  'data-tab',
  'data-tab-target',
  'data-panel',
  'data-content',
  'popovertarget',
])

/** What programs call parts that open, in parts of class names: `faq-answer`, `tabPanel`, `js-more`. */
const hasOpenableName = ({ attributes }: HtmlElement): boolean => {
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, maxNameChars)
  return names.length > 3 && openableName.test(names)
}
const maxNameChars = 200
const openableName =
  /(?<![a-zA-Z])(?:tab-?(?:pane|panel|content|body|item)?s?|pane|accordion|accordeon|collaps(?:e|ed|ible)|expand(?:ed|able|er)?|fold(?:ed|able)?|toggle|spoiler|answer|faq|read-?more|show-?more|more-?(?:text|content|less)?|less|details?|slider|(?:full|long|rest|remaining)-?(?:text|content|description|review)|truncated|slide|carousel|swiper|step|panel)(?![a-z])|(?<=[a-z])(?:Tab(?:Pane|Panel|Content)?|Accordion|Collapse|Expand(?:ed|able)?|Panel|Slide|Answer|Toggle|More)(?![a-z])/

/** `data-tab-content`, `data-accordion-panel`: by what a script finds it. */
const hasPanelMark = ({ attributes }: HtmlElement): boolean =>
  Object.keys(attributes).some(name => panelMark.test(name))
const panelMark =
  /^data-(?:[a-z]{1,20}-)?(?:(?:tabs?|accordion|collapse|toggle|faq|spoiler)-?(?:content|panel|pane|body|item|answer))$/

/**
 * Where nothing names it, what stands before it may: a button, a box to tick, an open title. A
 * summary opens what it is in, and nothing that is hidden there.
 */
const isUnfolded = (before: HtmlElement | undefined): boolean =>
  before !== undefined && before.name !== 'summary' && (isHandle(before) || isCheckedBox(before))

/** Looks through the children of an element once, however many of them are asked about. */
const createElementBefore = () => {
  const known = new Set<HtmlElement>()
  const befores = new Map<HtmlElement, HtmlElement | undefined>()
  return (element: HtmlElement): HtmlElement | undefined => {
    const { parent } = element
    if (parent && !known.has(parent)) {
      known.add(parent)
      let before: HtmlElement | undefined
      for (const node of parent.children) {
        if (node.type === 'text') continue
        befores.set(node, before)
        if (node.name !== 'script' && node.name !== 'style') before = node
      }
    }
    return befores.get(element)
  }
}

/** A button, a summary or what says of itself that it opens something. */
const isHandle = (element: HtmlElement): boolean =>
  opensSomething(element) || descendants(element).take(maxHandleElements).some(opensSomething)
const maxHandleElements = 12

const isCheckedBox = ({ name, attributes }: HtmlElement): boolean =>
  name === 'label' ||
  (name === 'input' && (attributes.type === 'checkbox' || attributes.type === 'radio'))

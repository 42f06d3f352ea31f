import { cleanText } from '../../../../page/html/clean-text.ts'
import { descendants, type HtmlElement, textContent } from '../../../../page/html/html.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import type { Query } from '../rank/query.ts'

/** What a form lets a reader choose from: the options of a list, the labels of radio buttons. */
type Choice = { names: string[]; options: string[] }

/** The sizes, colors or countries that a page offers to choose from, where it calls them as the field does. */
export const choicesFor = (page: Page, query: Query, least = leastAlike): string[] | undefined => {
  let best: Choice | undefined
  let top = least
  for (const choice of choicesOf(page)) {
    const score = Math.max(...choice.names.map(name => likeness(query, name)))
    if (score > top) {
      top = score
      best = choice
    }
  }
  return best?.options
}

const leastAlike = 0.6
const leastWeight = 0.9

const likeness = (query: Query, name: string): number => {
  const given = wordsOf(name).filter(({ stem }) => !ofForms.test(stem))
  return Math.max(
    ...query.names.map(({ words, weight }) => {
      // What a description begins with is too little to go by.
      if (weight < leastWeight) return 0
      const asked = words.filter(({ stem }) => !ofChoice.has(stem))
      const { recall, precision } = overlap(asked.length > 0 ? asked : words, given)
      return recall < 0.8 ? 0 : weight * (recall * 0.7 + precision * 0.3)
    }),
  )
}

/** `sort_options`, `available_sizes` */
const ofChoice = stemsOf('option choice available')

/** Words and numbers of a form's own names: `attribute_pa_size`, `product_configure_option_size`. */
const ofForms =
  /^(?:attribut|option|product|configur|matrix|select|selector|variant|variation|choos|pa|swatch|input|form|radio|id|\d+)$/

const known = new WeakMap<Page, Choice[]>()

const choicesOf = (page: Page): Choice[] => {
  const before = known.get(page)
  if (before) return before
  const elements = [...descendants(page.document.root)]
  const labels = new Map<string, HtmlElement>()
  for (const one of elements)
    if (one.name === 'label' && one.attributes.for) labels.set(one.attributes.for, one)
  const found = [...listsIn(elements, labels), ...radiosIn(elements, labels)].filter(
    ({ options }) => options.length > 1 && options.length <= maxOptions,
  )
  known.set(page, found)
  return found
}

const maxOptions = 400

const listsIn = (elements: HtmlElement[], labels: Map<string, HtmlElement>): Choice[] =>
  elements
    .filter(({ name }) => name === 'select')
    .map(select => {
      const { id = '', name = '', 'aria-label': said = '' } = select.attributes
      const options = [...descendants(select)].filter(one => one.name === 'option')
      const first = options[0]
      const shown = first && isPrompt(first) ? options.slice(1) : options
      return {
        names: [labelText(labels.get(id)), said, id, name].filter(Boolean),
        options: unique(shown.map(textOf)),
      }
    })

/** "Choose an option", "Size": what stands there before anything is chosen. */
const isPrompt = (option: HtmlElement): boolean =>
  option.attributes.value === '' ||
  option.attributes.disabled !== undefined ||
  /^\W{0,3}(?:choose|select|please|pick|wählen|bitte|choisi|elegir|seleccion|scegli)|^\W{0,5}$/i.test(
    textOf(option),
  )

const radiosIn = (elements: HtmlElement[], labels: Map<string, HtmlElement>): Choice[] => {
  const radios = elements.filter(
    ({ name, attributes }) => name === 'input' && attributes.type === 'radio',
  )
  const groups = Map.groupBy(radios, ({ attributes, parent }) => attributes.name ?? parent)
  return [...groups].map(([name, inputs]) => ({
    names: [typeof name === 'string' ? name : '', ...groupNames(inputs)].filter(Boolean),
    options: unique(inputs.map(input => optionOf(input, labels))),
  }))
}

const optionOf = (input: HtmlElement, labels: Map<string, HtmlElement>): string => {
  const label = labels.get(input.attributes.id ?? '') ?? wrapping(input, 'label')
  const said = label ? textOf(label) : ''
  return said || (input.attributes['aria-label'] ?? '')
}

/** What the group is called: by its legend, by what stands in front of it, by the names of its buttons. */
const groupNames = (inputs: HtmlElement[]): string[] => {
  const [input] = inputs
  const legend = wrapping(input, 'fieldset')?.children.find(
    one => one.type === 'element' && one.name === 'legend',
  )
  const said = legend?.type === 'element' ? textOf(legend) : textBefore(inputs)
  const id = input?.attributes.id?.replace(/\d+/g, ' ') ?? ''
  return [said.split(':')[0] ?? '', id]
}

/** The short text in front of the box that holds them all. */
const textBefore = (inputs: HtmlElement[]): string => {
  let box = inputs[0]?.parent
  const last = inputs.at(-1)
  for (let up = 0; box && up < 6 && !isInside(last, box); up++) box = box.parent
  for (let up = 0; box && up < 3; up++, box = box.parent) {
    const inner = box.children.findIndex(
      one => one.type === 'element' && (one === inputs[0] || isInside(inputs[0], one)),
    )
    const before = box.children.slice(0, Math.max(0, inner))
    const text = cleanText(
      before.map(one => (one.type === 'text' ? one.text : textContent(one))).join(' '),
    )
    if (text !== '') return text.length <= maxTitle ? text : ''
  }
  return ''
}

const maxTitle = 60

const isInside = (element: HtmlElement | undefined, box: HtmlElement): boolean => {
  let at = element
  for (let up = 0; at && at !== box && up < 12; up++) at = at.parent
  return at === box
}

const wrapping = (element: HtmlElement | undefined, name: string): HtmlElement | undefined => {
  let at = element?.parent
  for (let up = 0; at && up < 8 && at.name !== name; up++) at = at.parent
  return at?.name === name ? at : undefined
}

const labelText = (label: HtmlElement | undefined) => (label ? textOf(label) : '')
/** What stands in elements of its own is read apart: "M", "US 6-9"; what is said twice, once. */
const textOf = (element: HtmlElement): string => {
  const texts = [element, ...descendants(element)]
    .flatMap(({ children }) => children)
    .map(one => cleanText(one.type === 'text' ? one.text : ''))
  return unique(texts).join(' ').slice(0, maxChars)
}
const maxChars = 120
const unique = (texts: string[]) => [...new Set(texts.filter(text => text !== ''))]

import { isHidden } from '../css/hidden.ts'
import { nearest } from '../html/around.ts'
import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import { collapse, type Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'

/* The sizes and colors that a product comes in, where the page has them as fields to choose from. */

/**
 * The fields below the headline of a product, or below a price in a form that can be sent, each with
 * the line that it says; not those to sort, to count or to go elsewhere.
 */
export const findChoices = (
  { view, pageType, wantsEssentials }: Selection,
  body: HtmlElement,
): Map<HtmlElement, string> => {
  const choices = new Map<HtmlElement, string>()
  if (!wantsEssentials || view.headline < 0 || view.regions[0]?.fields === 0) return choices
  const isProduct = pageType === 'product'
  if (!isProduct && pricesBelow(view, view.headline + maxAway) === 0) return choices
  const regionOf = new Map(view.regions.map(region => [region.element, region]))
  const labels = new Map<string, string>()
  for (const element of descendants(body)) {
    const { name, attributes } = element
    if (name === 'label' && attributes.for) labels.set(attributes.for, shownText(element))
    const field = fieldOf(element, labels)
    if (!field || !isOfChoices(field.options)) continue
    const region = regionOf.get(element) ?? regionAround(element, regionOf)
    if (!isBelow(view, region) || (!isProduct && !isForSale(view, element, region))) continue
    const label = (field.label.split(':')[0] ?? '').trimEnd()
    choices.set(element, `${label}: ${field.options.join(', ')}`.replace(/^: /, ''))
  }
  return choices
}

type Field = { label: string; options: string[] }

/** A list to choose from, or buttons of which one is pressed. */
const fieldOf = (element: HtmlElement, labels: Map<string, string>): Field | undefined => {
  const { name, attributes } = element
  const label = attributes['aria-label'] ?? labels.get(attributes.id ?? '') ?? ''
  if (name === 'select')
    return { label: label || labelAround(element), options: optionsOf(element) }
  if (name !== 'fieldset' && attributes.role !== 'radiogroup') return undefined
  const parts = [...descendants(element)]
  const buttons = parts.filter(part => part.name === 'input' && part.attributes.type === 'radio')
  if (new Set(buttons.map(button => button.attributes.name)).size !== 1) return undefined
  const legend = parts.find(part => part.name === 'legend')
  const said = new Map(
    parts.flatMap(part => (part.attributes.for ? [[part.attributes.for, shownText(part)]] : [])),
  )
  const options = buttons
    .map(button => said.get(button.attributes.id ?? '') || ownWords(button))
    .filter(text => text !== '')
  return { label: legend ? shownText(legend) : label, options }
}

/** What the label that a list to choose from stands in says beside it. */
const labelAround = ({ parent }: HtmlElement): string => {
  const label = nearest(parent, ({ name }) => name === 'label', maxUp)
  return label ? shownText(label) : ''
}
const maxUp = 4

/** What the label around a button says, or else its value. */
const ownWords = ({ parent, attributes: { value = '' } }: HtmlElement): string =>
  (parent?.name === 'label' && shownText(parent)) || value

/** Without options, and what is only read aloud: "Variant sold out or unavailable". */
const shownText = (element: HtmlElement): string => {
  let text = ''
  const stack: HtmlNode[] = [element]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') text += node.text
    else if (node.name !== 'select' && !isHidden(node, 'markup'))
      stack.push(...node.children.toReversed())
  }
  return collapse(text)
}

const regionAround = (
  element: HtmlElement,
  regionOf: Map<HtmlElement, Region>,
): Region | undefined => {
  const at = nearest(element.parent, one => regionOf.has(one))
  return at && regionOf.get(at)
}

const pricesBelow = ({ sums, headline, blocks }: PageView, end: number): number =>
  between(sums.prices, headline, Math.min(end, blocks.length))

const isForSale = (view: PageView, field: HtmlElement, region: Region | undefined): boolean => {
  if (pricesBelow(view, region?.end ?? 0) <= 0) return false
  const form = nearest(field, ({ name }) => name === 'form')
  return (
    form !== undefined &&
    descendants(form).some(
      ({ name, attributes: { type } }) =>
        type === 'submit' || (name === 'button' && type === undefined),
    )
  )
}

const isBelow = ({ headline, flags }: PageView, region: Region | undefined): boolean =>
  region !== undefined &&
  region.end > headline &&
  region.first <= headline + maxAway &&
  ((flags[region.index] ?? 0) & around) === 0
const maxAway = 30
const around = flagBit('nav') | flagBit('footer') | flagBit('aside') | flagBit('dialog')

/** Without the one that only asks to choose: it has no value, or comes first and says so. */
const optionsOf = (select: HtmlElement): string[] => {
  const texts: string[] = []
  for (const { name, attributes, ...option } of descendants(select))
    if (name === 'option' && attributes.value !== '')
      texts.push(collapse(textContent({ name, attributes, ...option })))
  if (asksToChoose.test(texts[0] ?? '')) texts.shift()
  return texts.filter(text => text !== '')
}
/** "Select" alone is also a grade of wood. */
const asksToChoose =
  /^[-–—.\s]{0,5}(?:choose|please|select (?:an?|one|your|the|sizes?|colou?rs?|options?)|bitte|wählen?|choisir|choisissez|sélectionne[rz]|elige|elija|seleccion[ae]r?|seleziona|scegli|kies|selecteer|selecione|escolha)(?!\p{L})/iu

/** A few short ones; a row from one on is the number of pieces. */
const isOfChoices = (texts: readonly string[]): boolean => {
  if (texts.length < 2 || texts.length > maxOptions) return false
  if (texts.every((text, at) => text === `${at + 1}`)) return false
  return texts.every(text => text.length <= maxOptionChars)
}
const maxOptions = 30
const maxOptionChars = 60

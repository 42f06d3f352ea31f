import { around } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/nodes.ts'
import { confidence } from '../rank/confidence.ts'
import { signsOf } from '../state/lines.ts'
import { asksPageTitle, isNameOfPart } from './field-names.ts'
import { type Reader, toFinding } from './reader.ts'

/** A title of nothing but the page is its main heading; that of a thing need not be. */
export const heading: Reader = {
  name: 'heading',
  asks: question => !isNameOfPart(question) && asksPageTitle(question.query),
  read: (state, { field }) => {
    const headings = state.page.nodes.filter(({ level }) => level)
    const lines = headings.filter(({ level }) => level === 1)
    if (new Set(lines.map(headOf)).size !== 1) return undefined
    // A heading of several lines is one.
    if (lines.length > 1)
      return toFinding(field, lines.map(({ text }) => text).join(' '), { node: lines[0]?.id })
    const main = headings.find(({ text }) => text === signsOf(state).heading)
    return toFinding(field, main?.text, { node: main?.id })
  },
  trust: confidence.guessed,
}

const headOf = ({ element }: PageNode): HtmlElement =>
  around(element, maxUp).find(({ name }) => name === 'h1') ?? element

const maxUp = 6

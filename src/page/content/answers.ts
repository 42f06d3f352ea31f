import type { HtmlElement } from '../html/html.ts'

/** Whether the markup calls an element an answer to the question of the page. */
export const isAnswer = ({ attributes }: HtmlElement): boolean =>
  answerRole.test(attributes.itemprop ?? '') || answerType.test(attributes.itemtype ?? '')

const answerRole = /(?:^|\s)(?:accepted|suggested)Answer(?:\s|$)/
const answerType = /\/Answer\/?$/

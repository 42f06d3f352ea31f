import { descendants, type HtmlElement } from '../html/html.ts'

/** Whether the markup calls an element an answer to the question of the page. */
export const isAnswer = ({ attributes }: HtmlElement): boolean =>
  answerRole.test(attributes.itemprop ?? '') || answerType.test(attributes.itemtype ?? '')

const answerRole = /(?:^|\s)(?:accepted|suggested)Answer(?:\s|$)/
const answerType = /\/Answer\/?$/

export const holdsAnswers = (element: HtmlElement): boolean => {
  if (isAnswer(element)) return true
  for (const inner of descendants(element)) if (isAnswer(inner)) return true
  return false
}

import { shapeOf } from '../../values/kinds.ts'
import type { Candidate } from './candidates.ts'

/** A line of JSON, `"price": 39.99,`, has its label in front, in quotation marks. */
export const withJsonLabel = (candidate: Candidate): Candidate => {
  const [, label, text] = jsonLine.exec(candidate.whole) ?? []
  if (!label || !text) return candidate
  return {
    ...candidate,
    ...{ text, shape: shapeOf(text), labels: { ...candidate.labels, inline: label } },
  }
}

const jsonLine = /^"([^"]{1,40})"\s*:\s*"?([^{[].*?)"?,?$/

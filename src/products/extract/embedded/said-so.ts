import type { Field } from '../schema/fields.ts'
import { stemsOf } from '../words/stems.ts'
import { wordsOf } from '../words/words.ts'
import type { Late, State } from './state.ts'

/** `free_shipping`, `has_newsletter`: a short line that says just that answers yes. */
export const fromSaying = (state: State, field: Field): Late | undefined => {
  if (field.kind !== 'boolean' || field.values) return undefined
  const asked = wordsOf(field.name).filter(({ stem }) => !asking.has(stem))
  if (asked.length === 0) return undefined
  // "Vegan", "Certified kosher": one word says it where there are hardly others.
  const most = asked.length === 1 ? maxWord : maxLine
  const phrase = asked.map(({ stem }) => stem).join(' ')
  for (const { node, text, isBeside } of state.candidates ?? []) {
    if (isBeside || text.length > most || negation.test(text)) continue
    if (asked.length === 1 && node.region !== 'main') continue
    const said = ` ${wordsOf(text)
      .map(({ stem }) => stem)
      .join(' ')} `
    if (!said.includes(` ${phrase} `)) continue
    return { value: true, source: { quote: text, node: node.id, fact: undefined, confidence: 0.6 } }
  }
  return undefined
}

const maxLine = 100
const maxWord = 24
const asking = stemsOf('is has have with available included offer offered possible')
const negation =
  /\?|\b(?:no|not|non|without|except|isn['’]t|doesn['’]t|if|unless|over|when|from)\b/i

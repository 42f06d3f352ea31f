import type { Doubt } from '../grounding/doubt.ts'
import { firstFew } from '../grounding/notices.ts'
import type { ShownValue } from './instead.ts'

/** What a caller should look at before trusting it. */
export const doubtsOf = (shown: ReadonlyMap<string, ShownValue>): string[] =>
  sentences.flatMap(([doubt, sentence]) => {
    const pointers = [...shown].flatMap(([pointer, one]) => (one.doubt === doubt ? pointer : []))
    return pointers.length > 0 ? `${sentence}: ${firstFew(pointers)}.` : []
  })

const sentences: readonly [Doubt, string][] = [
  ['order', 'Doubtful, from lines that may speak to machines rather than to readers'],
  ['inside', 'Doubtful, because the page has another value where labels and headings name it'],
  ['label', 'Doubtful, because the page names it as another field'],
  ['unseen', 'Only in the page’s markup, not in what a reader sees'],
  ['heading', 'Other than what the page’s heading says'],
]

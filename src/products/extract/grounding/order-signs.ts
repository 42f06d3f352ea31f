import { memoizeTexts } from '../../../kit/memoize.ts'
import { notions } from './order-words.ts'
import { readable } from './readable.ts'

/** What a text is made of where it may be an order: words, and the marks of forms and of code. */
export const orderWords = (text: string): string[] =>
  readable(text).match(/⟨ai⟩|[\p{L}\p{N}]+|:=|->|[=→"{[<:]|#{2,}/gu) ?? []

/** Words, pairs of neighbours, and the notions behind them, alone and with each other. */
export const signsOf = (words: readonly string[]): Set<string> => {
  const signs = new Set<string>()
  const found = new Set<string>()
  let last = ''
  words.forEach((word, at) => {
    if (/[\p{L}⟨=→{]/u.test(word)) signs.add(word)
    signs.add(`${words[at - 1] ?? '^'} ${word}`)
    for (const notion of notionsOf(word)) {
      found.add(notion)
      if (last && last !== notion) signs.add(`${last}>${notion}`)
      last = notion
    }
  })
  for (const one of found) {
    signs.add(one)
    for (const other of found) if (one < other) signs.add(`${one}&${other}`)
  }
  return signs.add(`#${found.size}`)
}

const notionsOf = memoizeTexts({ most: 20_000 }, word =>
  notions.flatMap(([name, pattern]) => (pattern.test(word) ? name : [])),
)

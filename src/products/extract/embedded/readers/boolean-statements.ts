import { stemsOf } from '../../../../page/words/stems.ts'
import { fold, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import { candidatesOf } from '../state/lines.ts'
import type { Reader } from './reader.ts'

/** `free_shipping`, `has_newsletter`: a short line that says just that answers yes, or no. */
export const statement: Reader = {
  name: 'statement',
  asks: ({ field }) => field.kind === 'boolean' && !field.values && askedOf(field).length > 0,
  read: (state, { field }) => {
    const asked = askedOf(field)
    for (const { node, text, isBeside } of candidatesOf(state)) {
      const isElsewhere = isBeside || (asked.length === 1 && node.region !== 'main')
      const value = isElsewhere ? undefined : answerIn(text, asked)
      if (value !== undefined) return { value, quote: text, node: node.id }
    }
    return undefined
  },
  trust: confidence.guessed,
  isSearch: true,
}

const askedOf = ({ name }: Field): Word[] => wordsOf(name).filter(({ stem }) => !asking.has(stem))

const answerIn = (text: string, asked: Word[]): boolean | undefined => {
  // "Vegan", "Certified kosher": one word says it where there are hardly others.
  const most = asked.length === 1 ? maxWord : maxChars.line
  if (text.length > maxChars.line) return undefined
  const said = wordsIn(text)
  const at = said.findIndex((_, from) => asked.every((word, i) => isSame(word, said[from + i])))
  if (at < 0) return undefined
  const before = said.slice(Math.max(0, at - reach), at)
  // "No credit card required", "Do not machine wash".
  if (asked.length > 1 && before.some(word => denials.has(word)) && !open.test(text)) return false
  return (text.length <= most && !negation.test(text)) || undefined
}

/** Also those that deny it, which other readers leave out. */
const wordsIn = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}']+/gu) ?? []).filter(word => !small.has(word))

/** "Machine wash" says that it is machine washable. */
const isSame = ({ stem }: Word, word: string | undefined): boolean => {
  const other = word ? stemOf(word) : ''
  return other !== '' && (other === stem || `${other}abl` === stem)
}

const small = new Set(
  'is are was be been the a an of to for and or in on at with our your'.split(' '),
)
const reach = 3
const denials = new Set("no not non never without don't isn't cannot".split(' '))
const open = /[?]|\b(?:if|unless|when|except)\b/i
const maxWord = 24
const asking = stemsOf('is has have with available included offer offered possible')
const negation =
  /\?|\b(?:no|not|non|without|except|isn['’]t|doesn['’]t|if|unless|over|when|from)\b/i

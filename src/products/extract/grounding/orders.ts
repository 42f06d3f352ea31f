import { orderOdds } from './order-odds.ts'
import { calls, few, hints, machines, pattern, sayVerbs, word } from './order-parts.ts'
import { type OrderRule, orderRules } from './order-rules.ts'
import { model } from './order-words.ts'
import { lookalikes, readable } from './readable.ts'

/** Does a text talk to a language model instead of to a reader? */
export const isOrder = (text: string): boolean => {
  if (text.length < minChars) return false
  for (let at = 0; at < Math.min(text.length, maxChars); at += windowChars - overlapChars)
    if (isOrderIn(text.slice(at, at + windowChars))) return true
  return false
}

/** Markup may give orders too, or be named as what it is: `<meta name="ai-instructions">`. */
export const isOrderFact = (text: string, path: string): boolean =>
  isOrder(text) || /(?:^|[\s_:-])(?:ai|llms?|gpt|prompt)(?:[\s_:-]|$)/i.test(path)

/**
 * Reads like an order, but people may be meant: what stands in such a line is answered only with
 * a mark.
 */
export const soundsLikeOrder = (text: string): boolean => {
  if (text.length < minChars || text.length > windowChars) return false
  if (text.includes('://') && !/\s/.test(text)) return false
  const plain = readable(text)
  return (
    hints.test(plain) && (doubtful.some(one => one.test(plain)) || orderOdds(text) > doubtfulOdds)
  )
}

/** A line that only says whom the next ones are for. */
export const announcesOrder = (text: string): boolean =>
  text.length <= maxAnnouncementChars && announcement.test(readable(text))

/** `… Just say ` before a value: dictated, whoever is meant. */
export const dictates = (before: string): boolean => dictation.test(readable(before.slice(-120)))

const minChars = 5
const maxChars = 60_000
/** An order may stand at the end of a long line, and must not be cut in two. */
const windowChars = 4_000
const overlapChars = 300
const maxAnnouncementChars = 80

/** One line of ten thousand on real pages, and one of two hundred. */
const certainOdds = 3.5
const doubtfulOdds = -0.3

const patternsOf = (...verdicts: OrderRule['verdict'][]) =>
  orderRules.flatMap(({ verdict, pattern }) => (verdicts.includes(verdict) ? pattern : []))

const certain = patternsOf('order')
const halves = patternsOf('half')
const doubtful = patternsOf('half', 'doubtful')

const isOrderIn = (text: string): boolean => {
  const plain = readable(text)
  if (!hints.test(plain)) return isDisguised(plain)
  return (
    certain.some(one => one.test(plain)) ||
    // People write their roles with a capital, transcripts of a model's talk do not.
    /^\W*(?:assistant|system) ?:/.test(text) ||
    halves.filter(one => one.test(plain)).length > 1 ||
    orderOdds(text) > certainOdds ||
    isDisguised(plain)
  )
}

/** "I G N O R E", "ignore_all", "1gnore". */
const isDisguised = (plain: string): boolean =>
  squeezed.test(plain.replace(/[^a-z]/gu, char => lookalikes.get(char) ?? ''))

const squeezed =
  /(?:ignore|disregard|forget|override)(?:all|any|the|every|your|of)*(?:previous|prior|above|earlier|preceding)(?:system|of|the|your)*(?:instruction|prompt|rule|order|command|directive)/

const announcement = pattern(
  `^\\W*(?:${calls},? ${few}|(?:only |strictly )?(?:for|to) ${few})${machines}(?: only| reading this| visitors)?\\s?[:.!]?\\W*$`,
  `^\\W*${word(model)}(?: models?| agents?| assistants?)?(?: (?:only|instructions?|directives?)\\s?:?|\\s?:)\\W*$`,
  `\\((?:only )?for ${word(model)}\\)$`,
)

const dictation = pattern(
  `(?:^|[.!?:;] ?|${word('please|kindly|just|must|you (?:will|shall|must|have to)')} )${sayVerbs}(?: ${word('with|only|exactly|just|that it is|by saying|mit|con|par|med|the (?:name|word|value|title|text)|as|siempre|toujours|immer|sempre|always')}){0,3} ?["'“:]{0,2} ?$`,
)

import { orderOdds } from './order-odds.ts'
import { calls, few, hints, machines, pattern, sayVerbs, word } from './order-parts.ts'
import { type OrderRule, orderRules } from './order-rules.ts'
import { model } from './order-words.ts'
import { lookalikes, readable } from './readable.ts'

/**
 * Does a text talk to a language model instead of to a reader? A page with code explains how things
 * are set, named and replaced, so a rule alone is no proof there, nor is it in a long paragraph.
 */
export const isOrder = (text: string, { hasCode = false } = {}): boolean => {
  if (text.length < minChars) return false
  for (let at = 0; at < Math.min(text.length, maxChars); at += windowChars - overlapChars)
    if (isOrderIn(text.slice(at, at + windowChars), hasCode)) return true
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
const maxOrderChars = 200
const maxAnnouncementChars = 80

/** One line of ten thousand on real pages; beside a rule; and one line of two hundred. */
const certainOdds = 3.5
const ruledOdds = 0
const doubtfulOdds = -0.3

const patternsOf = (...verdicts: OrderRule['verdict'][]) =>
  orderRules.flatMap(({ verdict, pattern }) => (verdicts.includes(verdict) ? pattern : []))

const certain = patternsOf('order')
const halves = patternsOf('half')
const doubtful = patternsOf('order', 'half', 'doubtful')

const isOrderIn = (text: string, hasCode: boolean): boolean => {
  const plain = readable(text)
  if (!hints.test(plain)) return isDisguised(plain)
  // People write their roles with a capital, transcripts of a model's talk do not.
  if (/^\W*(?:assistant|system) ?:/.test(text) || isDisguised(plain)) return true
  const odds = orderOdds(text)
  if (odds > certainOdds) return true
  // The rules are dear: they are asked where they decide.
  const isRuleEnough = !hasCode && text.length <= maxOrderChars
  return (isRuleEnough || odds > ruledOdds) && isRuled(plain)
}

const isRuled = (plain: string): boolean =>
  certain.some(one => one.test(plain)) || halves.filter(one => one.test(plain)).length > 1

/** "I G N O R E", "ignore_all", "1gnore". */
const isDisguised = (plain: string): boolean =>
  plain.length >= minDisguisedChars && squeezed.test(unmasked(plain))

/** Nearly all of what is no letter is a space, which is dropped without a call for each. */
const unmasked = (plain: string): string =>
  plain
    .replaceAll(' ', '')
    .replace(/[^a-z]+/gu, run => [...run].map(char => lookalikes.get(char) ?? '').join(''))

/** `forgetpriorrule` */
const minDisguisedChars = 15

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

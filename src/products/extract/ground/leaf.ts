import type { Field } from '../schema/fields.ts'
import { isoSeconds } from '../values/durations.ts'
import { secondsPerUnit } from '../values/normalise.ts'
import { intentOf, isJudgement } from '../words/intent.ts'
import { overlap, type Word, wordsOf } from '../words/words.ts'
import { findClaim } from './claims.ts'
import { doubtOf, isDictated, isDubious } from './doubt.ts'
import type { Ground, Grounded } from './ground.ts'
import type { Line } from './lines.ts'
import type { Mention } from './mentions.ts'
import { findCode, findCurrency, isCode } from './spellings.ts'
import { findSequence, quoteOf, type Stream, sharesShingle, tokenise } from './stream.ts'
import { isAddress, urlKey, wholeIn } from './urls.ts'

/** The numbers of the lines that a model says it read; wrong ones do no harm. */
export type Cited = ReadonlySet<number>

/** Does one value follow from the page, and from which of its words? */
export const groundLeaf = (
  ground: Ground,
  field: Field,
  value: unknown,
  cited?: Cited,
): Grounded => {
  if (value === null || value === undefined) return missing
  if (field.values) return groundChoice(ground, field, value, cited)
  if (isJudgement(field)) return groundJudgement(ground, value)
  if (typeof value === 'number') return groundNumber(ground, field, value, cited)
  if (typeof value === 'boolean') {
    const claim = findClaim(ground.stream, field, value)
    return claim ? quoted(ground.stream, claim.line, claim.quote) : missing
  }
  return typeof value === 'string' ? groundText(ground, field, value, cited) : missing
}

const missing: Grounded = { status: 'missing' }

const quoted = (stream: Stream, line: Line, quote: string): Grounded => {
  const doubt = doubtOf(stream, line, quote)
  return { status: 'quoted', quote, node: line.node, fact: line.fact, ...(doubt && { doubt }) }
}

const groundText = (
  ground: Ground,
  field: Field,
  value: string,
  cited: Cited | undefined,
): Grounded => {
  const text = value.trim()
  if (!text) return missing
  if (text.length > maxChars) return missing
  const intent = intentOf(field)
  if (isAddress(text) || intent === 'url' || intent === 'image') {
    const url = groundUrl(ground, text)
    if (url || isAddress(text)) return url ?? missing
  }
  if (field.format === 'duration') return groundSeconds(ground, isoSeconds(text), cited)
  const written =
    (intent === 'phone' || isCode(text) ? findCode(ground.stream, text) : undefined) ??
    findCurrency(ground.stream, field, text)
  if (written) return quoted(ground.stream, written.line, written.quote)
  const direct = groundSequence(
    ground,
    field,
    text,
    cited,
    intent === 'image' || /\b(alt|caption)\b/i.test(field.name),
  )
  if (direct) return direct
  if (/^\d{4}(-\d{2}){0,2}([T ]|$)/.test(text)) return groundDate(ground, field, text, cited)
  return missing
}

/** The words in this order, whole, in one line or in lines that follow each other. */
const groundSequence = (
  ground: Ground,
  field: Field,
  text: string,
  cited: Cited | undefined,
  allowAlt: boolean,
): Grounded | undefined => {
  const { stream } = ground
  const count = tokenise(text).length
  // Only signs ("★★★★"): they are looked for as they are.
  if (count === 0) {
    const line = stream.lines.find(one => !one.alt && one.text.includes(text))
    return line && text.length > 1 ? quoted(ground.stream, line, text) : undefined
  }
  const places = findSequence(stream, text)
    .map(([first, last]) => quoteOf(stream, first, last))
    .filter(place => (allowAlt || !place.line.alt) && !isDictated(place))
  const isWeak = text.length < 3 || (count === 1 && /^\d{1,2}$/.test(text))
  const best = choose(ground, field, places, cited, isWeak)
  return best ? quoted(ground.stream, best.line, best.quote) : undefined
}

const groundNumber = (
  ground: Ground,
  field: Field,
  value: number,
  cited: Cited | undefined,
): Grounded => {
  if (!Number.isFinite(value)) return missing
  const { numbers, seconds } = ground.mentions
  const places = [...(numbers.get(value) ?? [])]
  if (intentOf(field) === 'duration')
    places.push(...(seconds.get(value * secondsPerUnit(field)) ?? []))
  // A share may be written as a percentage.
  if (Math.abs(value) <= 1)
    for (const mention of numbers.get(round(value * 100)) ?? [])
      if (percentAfter(mention)) places.push(mention)
  // "1", "5", "12" stand on every page: without a citation, what is around them must fit the field.
  const isWeak = String(Math.abs(value)).replace(/\D/g, '').length < 3
  const best = choose(ground, field, places, cited, isWeak)
  return best ? quoted(ground.stream, best.line, best.quote) : missing
}

const groundSeconds = (
  ground: Ground,
  seconds: number | undefined,
  cited: Cited | undefined,
): Grounded => {
  const places = seconds === undefined ? [] : (ground.mentions.seconds.get(seconds) ?? [])
  const best = places.find(place => isCited(place.line, cited)) ?? places[0]
  return best ? quoted(ground.stream, best.line, best.quote) : missing
}

/** The day must be on the page whole; a time of day that the page does not have is an invention. */
const groundDate = (
  ground: Ground,
  field: Field,
  text: string,
  cited: Cited | undefined,
): Grounded => {
  const [, day = '', time] = /^(\d{4}(?:-\d{2}){0,2})(?:[T ](\d{2}:\d{2}))?/.exec(text) ?? []
  const places = (ground.mentions.dates.get(day) ?? []).filter(
    place =>
      time === undefined ||
      time === '00:00' ||
      place.time === time ||
      place.line.text.includes(time),
  )
  const best = choose(ground, field, places, cited, false)
  return best ? quoted(ground.stream, best.line, best.quote) : missing
}

const groundUrl = (ground: Ground, text: string): Grounded | undefined => {
  const key = urlKey(text, ground.url)
  const address = key ? ground.urls.get(key) : undefined
  if (address) return { status: 'quoted', ...address }
  // Written out in the text; the sequence must be whole, so no path can be added to it.
  const bare = text.replace(/^https?:\/\//, '')
  const line = ground.stream.lines.find(
    one =>
      !one.alt && (wholeIn(one.text, text) || (/^www\./.test(bare) && wholeIn(one.text, bare))),
  )
  return line ? quoted(ground.stream, line, line.text.includes(text) ? text : bare) : undefined
}

const groundChoice = (
  ground: Ground,
  field: Field,
  value: unknown,
  cited: Cited | undefined,
): Grounded => {
  if (!field.values?.some(allowed => allowed === value)) return missing
  const direct =
    typeof value === 'string' ? groundSequence(ground, field, value, cited, false) : undefined
  // The caller's own words, chosen by whoever read the page: nothing foreign can come in.
  return direct ?? { status: 'judged' }
}

/** An opinion may be free, but addresses and figures in it must be the page's own. */
export const groundJudgement = (ground: Ground, value: unknown): Grounded => {
  if (typeof value !== 'string') return { status: 'judged' }
  if (sharesShingle(ground.stream.suspects, value)) return missing
  for (const [address] of value.matchAll(
    /https?:\/\/[^\s"'<>)]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|\bwww\.[^\s"'<>)]+/gi,
  ))
    if (
      !groundUrl(ground, address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')) &&
      findSequence(ground.stream, address).length === 0
    )
      return missing
  for (const { token } of tokenise(value))
    if (/^\d[\d.,']{2,}$/.test(token) && !ground.stream.ids.has(token) && !hasNumber(ground, token))
      return missing
  return { status: 'judged' }
}

const hasNumber = (ground: Ground, token: string) =>
  ground.mentions.numbers.has(Number(token.replaceAll(',', '')))

/**
 * Among the cited places, else among all, the one whose surroundings speak most of the field. A
 * weak value that nothing around it explains needs a citation, and one that says where: who cites
 * half of the page cites nothing.
 */
const choose = <T extends { line: Line; quote: string }>(
  ground: Ground,
  field: Field,
  places: T[],
  cited: Cited | undefined,
  isWeak: boolean,
): T | undefined => {
  if (places.length === 0) return undefined
  const near = places.filter(place => isCited(place.line, cited))
  const counts = near.length > 0 && !(isWeak && (cited?.size ?? 0) > maxCitedLines)
  const words = [...wordsOf(field.name), ...wordsOf(field.title)]
  const context = wordsOf(field.description)
  let best: T | undefined
  const least = isWeak && !counts ? 0.3 : -1
  let top = least
  for (const place of counts ? near : places) {
    const score = support(place.line, words, context)
    if (score <= least) continue
    // What a reader sees is better evidence than what only machines are told.
    const rank =
      score + (place.line.unseen ? 0 : 2) - (isDubious(ground.stream, place.line) ? 1 : 0)
    if (rank > top) {
      top = rank
      best = place
    }
  }
  return best
}

const maxCitedLines = 24

const isCited = (line: Line, cited: Cited | undefined): boolean =>
  line.node !== undefined && cited?.has(line.node) === true

const support = (line: Line, words: Word[], context: Word[]): number => {
  const given = wordsOf(`${line.text.slice(0, 150)} ${line.around}`)
  return overlap(words, given).recall + 0.3 * overlap(context, given).recall
}

const maxChars = 50_000

const percentAfter = (mention: Mention) =>
  mention.line.text.includes(`${mention.quote}%`) ||
  mention.line.text.includes(`${mention.quote} %`)

const round = (value: number) => Math.round(value * 1e6) / 1e6

import { fold, overlap, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import type { GroundLine } from './lines.ts'
import type { QuotePosition } from './place.ts'
import type { Stream } from './stream.ts'

/** True and false are claims: the page must name the thing, and say yes or no to it. */
export const findClaim = (
  stream: Stream,
  field: Field,
  value: boolean,
): QuotePosition | undefined => {
  const wanted = wordsOf(field.name).filter(word => !booleanWords.has(word.stem))
  if (wanted.length === 0) return undefined
  const name = squash(wanted.map(word => word.stem).join(''))
  const isStock = wanted.some(word => /^(stock|availab|availabl|inventory)/.test(word.stem))
  for (const [at, line] of stream.lines.entries()) {
    if (line.alt || line.text.length > 160) continue
    if (isStock && value === false && soldOut.test(fold(line.text))) return whole(line)
    const isNamed =
      overlap(wanted, wordsOf(line.text)).recall >= 0.8 ||
      // "Wi-Fi" for `wifi`.
      (name.length > 3 && line.text.length < 60 && squash(line.text).includes(name))
    if (!isNamed) continue
    const next = stream.lines[at + 1]
    const follows =
      next?.node !== undefined && next.node === (line.node ?? -9) + 1 && next.text.length < 20
        ? next.text
        : ''
    const verdict = sayYesOrNo(line.text, follows)
    if (verdict === value)
      return whole(
        line,
        follows && !/[:：]./.test(line.text) ? `${line.text} ${follows}` : line.text,
      )
  }
  return undefined
}

const whole = (line: GroundLine, quote = line.text): QuotePosition => ({
  ...{ line, quote },
  ...{ start: 0, end: line.text.length },
})

const soldOut =
  /\b(?:sold out|ausverkauft|nicht verfugbar|epuise|rupture de stock|agotado|esaurito|uitverkocht|slutsald)\b/

const squash = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

const booleanWords = new Set([
  'is',
  'ha',
  'has',
  'hav',
  'have',
  'can',
  'doe',
  'does',
  'was',
  'are',
  'allow',
  'offer',
  'includ',
  'support',
])

const sayYesOrNo = (text: string, follows: string): boolean | undefined => {
  const answer = fold(follows || (/[:：]\s*(.{1,20})$/.exec(text)?.[1] ?? '')).replace(
    /(?<![.!\s])[.!\s]+$/,
    '',
  )
  if (/^(no|nein|non|false|none|n\/a|not available|unavailable|✗|✘|×|❌)$/.test(answer))
    return false
  if (/^(yes|ja|oui|si|true|available|included|✓|✔|✅)$/.test(answer)) return true
  if (
    /\b(no|not|non|without|out of|sold out|unavailable|never|isn t|isn't|doesn't|don't|cannot|can't|kein|keine|ohne|sans|pas|sin|senza)\b/i.test(
      text,
    )
  )
    return false
  // A question or a choice says nothing.
  return /[?]|\bor\b|\bif\b/i.test(text) ? undefined : true
}

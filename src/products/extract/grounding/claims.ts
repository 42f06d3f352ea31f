import { memoize, memoizeObjects } from '../../../kit/memoize.ts'
import { fold, overlap, type Word, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import type { GroundLine } from './lines.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import type { QuotePosition } from './place.ts'
import { isCited, type Where } from './places.ts'
import { squash } from './same.ts'
import type { Stream } from './stream.ts'

/** True and false are claims: the page must name the thing, and say yes or no to it. */
export const findClaim = (
  stream: Stream,
  field: Field,
  value: boolean,
  where: Where,
): QuotePosition | undefined => claimsIn(stream, field, where).find(({ says }) => says === value)

/**
 * A model may read more in a line than its words for the field, and says which line it was. What a
 * line states stands against it: a cited one that says the opposite, or a plain yes or no anywhere.
 */
export const judgeClaim = (
  { stream, language }: PageIndex,
  field: Field,
  value: boolean,
  where: Where,
): Grounded => {
  // A row of a table that has a column for each entry: its marks are the others' too.
  const isShared = ({ node = -1 }: GroundLine) => where.all?.has(node) && !where.area?.has(node)
  const isRefuted = claimsIn(stream, field, where).some(
    ({ line, says, isAnswer, isLabel }) =>
      says === !value &&
      !isShared(line) &&
      (isAnswer || ((value || isLabel) && isCited(line, where))),
  )
  if (isRefuted) return { status: 'missing' }
  const wanted = [field.name, field.title, field.description].flatMap(wordsOf).filter(isTelling)
  // The names of fields are English, whatever the page is in.
  const isForeign = language !== undefined && !/^en\b/i.test(language)
  const isSaid = ({ node = 0, alt, unseen, faint, text, around }: GroundLine) => {
    // What stands before an entry is another's.
    const isFirst = where.area?.has(node) && !where.area.has(node - 1)
    const words = isFirst ? text : `${text} ${around}`
    return !alt && !unseen && !faint && (isForeign || isAbout(wanted, words))
  }
  const line = stream.lines.find(one => isCited(one, where) && isSaid(one))
  if (line) return { status: 'judged', quote: line.text, node: line.node }
  // Of an entry that has not what is written on others.
  const isOthers = !value && stream.lines.some(one => where.all?.has(one.node ?? -1) && isSaid(one))
  return { status: isOthers ? 'judged' : 'missing' }
}

/** They have a word in common, or the beginning of one: "Sun" and Sunday. */
const isAbout = (wanted: readonly Word[], text: string): boolean =>
  (text.match(/.{1,300}(?:\s|$)/gsu) ?? [])
    .flatMap(wordsOf)
    .some(given =>
      wanted.some(
        word =>
          overlap([word], [given]).recall > 0 ||
          (Math.min(word.stem.length, given.stem.length) >= 3 &&
            (word.stem.startsWith(given.stem) || given.stem.startsWith(word.stem))),
      ),
    )

const isTelling = ({ stem }: Word) => !booleanWords.has(stem) && stem.length > 2

type Claim = QuotePosition & {
  says: boolean | undefined
  /** A yes or no by itself. */
  isAnswer: boolean
  /** The line has few other words. */
  isLabel: boolean
}

/** What the lines that name a field say of it; a plain yes or no counts before all else. */
const claimsIn = (stream: Stream, field: Field, { isOwn = () => true }: Where): Claim[] => {
  const own = claimsOf(stream)(field).filter(({ line }) => isOwn(line))
  const answers = own.filter(({ isAnswer }) => isAnswer)
  return answers.length > 0 ? answers : own
}

/** Asked for each entry of a list. */
const claimsOf = memoizeObjects((stream: Stream) =>
  memoize((field: Field) => readClaims(stream, field)),
)

/** A text without the words of a name: `sold_out` asks for "sold out", there it is no denial. */
const withoutWords = (name: string): ((text: string) => string) => {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? []
  const forms = ['', ' ', '-'].map(between => words.join(between))
  return text => {
    const small = text.toLowerCase()
    const form = forms.find(one => one !== '' && small.includes(one))
    return form === undefined ? text : small.replace(form, '')
  }
}

const readClaims = (stream: Stream, field: Field): Claim[] => {
  const wanted = wordsOf(field.name).filter(word => !booleanWords.has(word.stem))
  if (wanted.length === 0) return []
  const name = squash(wanted.map(word => word.stem).join(''))
  const withoutName = withoutWords(field.name)
  const isStock = wanted.some(word => /^(stock|availab|availabl|inventory)/.test(word.stem))
  return stream.lines.flatMap((line, at): Claim[] => {
    if (line.alt || line.text.length > 160) return []
    if (isStock && soldOut.test(fold(line.text)))
      return [{ ...whole(line), says: false, isAnswer: true, isLabel: true }]
    const isNamed =
      overlap(wanted, wordsOf(line.text)).recall >= 0.8 ||
      // "Wi-Fi" for `wifi`.
      (name.length > 3 && line.text.length < 60 && squash(line.text).includes(name))
    if (!isNamed) return []
    const next = stream.lines[at + 1]
    const follows =
      next?.node !== undefined && next.node === (line.node ?? -9) + 1 && next.text.length < 20
        ? next.text
        : ''
    const quote = follows && !/[:：]./.test(line.text) ? `${line.text} ${follows}` : line.text
    const isLabel = overlap(wanted, wordsOf(line.text)).precision >= 0.5
    return [{ ...whole(line, quote), ...sayYesOrNo(withoutName(line.text), follows), isLabel }]
  })
}

const whole = (line: GroundLine, quote = line.text): QuotePosition => ({
  ...{ line, quote },
  ...{ start: 0, end: line.text.length },
})

const soldOut =
  /\b(?:sold out|ausverkauft|nicht verfugbar|epuise|rupture de stock|agotado|esaurito|uitverkocht|slutsald)\b/

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

const sayYesOrNo = (text: string, follows: string): Pick<Claim, 'says' | 'isAnswer'> => {
  const answer = fold(follows || (/[:：]\s*(.{1,20})$/.exec(text)?.[1] ?? '')).replace(
    /(?<![.!\s])[.!\s]+$/,
    '',
  )
  if (/^(no|nein|non|false|none|n\/a|not available|unavailable|✗|✘|×|❌)$/.test(answer))
    return { says: false, isAnswer: true }
  if (/^(yes|ja|oui|si|true|available|included|✓|✔|✅)$/.test(answer))
    return { says: true, isAnswer: true }
  if (
    /\b(no|not|non|without|out of|sold out|unavailable|never|isn t|isn't|doesn't|don't|cannot|can't|kein|keine|ohne|sans|pas|sin|senza)\b/i.test(
      text.replaceAll('’', "'"),
    )
  )
    return { says: false, isAnswer: false }
  // A question or a choice says nothing.
  return { says: /[?]|\bor\b|\bif\b/i.test(text) ? undefined : true, isAnswer: false }
}

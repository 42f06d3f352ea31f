import type { Delimiter, Segment } from './segments.ts'

/**
 * Markdown shows `**` as emphasis only where the characters beside it allow that; next to
 * Chinese quotes or in the middle of a word with punctuation it would stay visible. There the
 * punctuation is moved out of the emphasis, `**です**。次`; where nothing would be left the
 * emphasis is given up and its text kept.
 */
export const onlyShowable = (
  given: Segment[],
  edges: (segment: Segment) => [string, string],
): Segment[] => {
  let segments = given
  if (!segments.some(segment => segment.kind === 'delimiter')) return segments
  // Each change alters what stands beside its neighbours, hence the few rounds.
  for (let round = 0; round < 5; round++) {
    const moved = new Map<Delimiter, string>()
    let changed = false
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]
      if (segment?.kind !== 'delimiter' || segment.dead) continue
      if (isShown(segments, i, segment, edges)) continue
      const signs = round < 4 ? takePunctuation(segments, i, segment) : ''
      if (signs) {
        moved.set(segment, signs)
        const pair = takePair(segments, i, segment)
        if (pair && segment.other) moved.set(segment.other, pair)
      } else kill(segment)
      changed = true
    }
    if (!changed) return segments
    if (moved.size > 0) segments = withMoved(segments, moved)
  }
  for (const segment of segments) if (segment.kind === 'delimiter') kill(segment)
  return segments
}

/** Takes the punctuation off the text at this end of an emphasis, if words remain. */
const takePunctuation = (segments: Segment[], index: number, { open }: Delimiter): string => {
  const inner = segments[index + (open ? 1 : -1)]
  if (inner?.kind !== 'text') return ''
  const [signs = ''] = (open ? leading : trailing).exec(inner.text) ?? []
  if (signs.length === inner.text.length) return ''
  inner.text = open
    ? inner.text.slice(signs.length)
    : inner.text.slice(0, -signs.length || undefined)
  return signs
}

/** A quote or bracket at the other end goes along with its counterpart. */
const takePair = (segments: Segment[], index: number, { open, other }: Delimiter): string => {
  const inner = segments[index + (open ? 1 : -1)]
  const end = index + (open ? 2 : -2)
  if (inner?.kind !== 'text' || !other || segments[end] !== other) return ''
  const edge = open ? lastChar(inner.text) : firstChar(inner.text)
  return pairs.test(edge) ? takePunctuation(segments, end, other) : ''
}

const pairs = /^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']$/u
const leading = /^[\p{P}\p{S}\s]+/u
const trailing = /(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/u

const withMoved = (segments: Segment[], moved: ReadonlyMap<Delimiter, string>): Segment[] => {
  const out: Segment[] = []
  const add = (text: string, inLink: boolean) => {
    const last = out.at(-1)
    if (last?.kind === 'text' && last.inLink === inLink) last.text += text
    else out.push({ kind: 'text', text, inLink })
  }
  let inLink = false
  for (const segment of segments) {
    if (segment.kind === 'link') inLink = segment.open
    const signs = segment.kind === 'delimiter' ? moved.get(segment) : undefined
    const isOpening = segment.kind === 'delimiter' && segment.open
    if (signs && isOpening) add(signs, inLink)
    if (segment.kind === 'text') add(segment.text, segment.inLink)
    else out.push(segment)
    if (signs && !isOpening) add(signs, inLink)
  }
  return out
}

const kill = (delimiter: Delimiter): void => {
  delimiter.dead = true
  if (delimiter.other) delimiter.other.dead = true
}

const isShown = (
  segments: Segment[],
  index: number,
  delimiter: Delimiter,
  edges: (segment: Segment) => [string, string],
): boolean => {
  if (delimiter.open && isTangled(segments, index, delimiter)) return false
  const before = neighbour(segments, index, -1, delimiter, edges)
  const after = neighbour(segments, index, 1, delimiter, edges)
  const [inner, outer] = delimiter.open ? [after, before] : [before, after]
  if (isSpace(inner)) return false
  return !mayBePunctuation(inner) || isSpace(outer) || (isPunctuation(outer) && outer.length === 1)
}

/** Parsers disagree on how a run is shared out that ends and starts more than one each. */
const isTangled = (segments: Segment[], index: number, delimiter: Delimiter): boolean => {
  let ends = false
  let count = 1
  for (const step of [1, -1])
    for (let i = index + step; ; i += step) {
      const other = segments[i]
      if (other?.kind !== 'delimiter' || (!other.dead && signChar(other) !== signChar(delimiter)))
        break
      if (other.dead) continue
      count++
      ends ||= !other.open
    }
  return ends && count > 2
}

/** The character beside a run of equal signs: `***` is one run for Markdown. */
const neighbour = (
  segments: Segment[],
  index: number,
  step: 1 | -1,
  delimiter: Delimiter,
  edges: (segment: Segment) => [string, string],
): string => {
  for (let i = index + step; ; i += step) {
    const segment = segments[i]
    if (!segment) return ''
    if (segment.kind === 'delimiter') {
      if (segment.dead || signChar(segment) === signChar(delimiter)) continue
      return signChar(segment)
    }
    const [first, last] = edges(segment)
    return step === 1 ? first : last
  }
}

export const signOf = ({ emphasis }: Delimiter): string =>
  emphasis === 'strong' ? '**' : emphasis === 'em' ? '*' : '~~'

const signChar = ({ emphasis }: Delimiter): string => (emphasis === 'del' ? '~' : '*')

/** The character that begins there, not half of one. */
export const firstChar = (text: string, from = 0): string => {
  const code = text.codePointAt(from)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** The one that ends there. */
export const lastChar = (text: string, end = text.length): string => {
  const unit = text.charCodeAt(end - 1)
  if (Number.isNaN(unit)) return ''
  return text.slice(Math.max(0, unit >= 0xdc00 && unit <= 0xdfff ? end - 2 : end - 1), end)
}

/** The edge of a text counts as space. */
export const isSpace = (char: string): boolean => char === '' || /\s/.test(char)

export const isPunctuation = (char: string): boolean => /^[\p{P}\p{S}]$/u.test(char)

/** Parsers disagree on signs outside the basic plane (emoji): they must work either way. */
const mayBePunctuation = (char: string): boolean =>
  isPunctuation(char) || /[\ud800-\udfff]/.test(char)

import type { Delimiter, Segment } from './segments.ts'

/**
 * Markdown shows `**` as emphasis only where the characters beside it allow that; next to
 * Chinese quotes or in the middle of a word with punctuation it would stay visible. Such emphasis
 * is given up and its text kept.
 */
export const dropUnshowable = (
  segments: Segment[],
  edges: (segment: Segment) => [string, string],
): void => {
  if (!segments.some(segment => segment.kind === 'delimiter')) return
  // Giving one up changes what stands beside its neighbours, hence the few rounds.
  for (let round = 0; round < 4; round++) {
    let changed = false
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]
      if (segment?.kind !== 'delimiter' || segment.dead) continue
      if (isShown(segments, i, segment, edges)) continue
      kill(segment)
      changed = true
    }
    if (!changed) return
  }
  for (const segment of segments) if (segment.kind === 'delimiter') kill(segment)
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

/** The edge of a text counts as space. */
export const isSpace = (char: string): boolean => char === '' || /\s/.test(char)

export const isPunctuation = (char: string): boolean => /^[\p{P}\p{S}]$/u.test(char)

/** Parsers disagree on signs outside the basic plane (emoji): they must work either way. */
const mayBePunctuation = (char: string): boolean =>
  isPunctuation(char) || /[\ud800-\udfff]/.test(char)

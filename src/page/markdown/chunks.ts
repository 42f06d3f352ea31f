import { readUnits, type Unit } from './chunk-units.ts'
import { countTokens, type TokenCount } from './tokens.ts'

/** A part of a text that makes sense alone: for indexes that are searched by meaning. */
export type Chunk = {
  text: string
  /** The headings that it stands under, the outermost first. */
  headings: string[]
  /** Where it stands: `markdown.slice(start, end)` is `text`. */
  start: number
  end: number
  tokens: number
}

/**
 * Markdown cut at its headings, and what is longer than `maxTokens` between them at the best place
 * there is: blocks, items, lines, sentences, words. Nothing but white space is between two chunks. A
 * table or code block is never cut: what is too large stands alone, with its heading.
 */
export const chunkMarkdown = (markdown: string, maxTokens: number): Chunk[] => {
  const count = countTokens(markdown)
  const chunks: Chunk[] = []
  const path: { level: number; title: string }[] = []
  let open: Unit[] = []

  const emit = (units: readonly Unit[]) => {
    const [first, last] = [units[0], units.at(-1)]
    if (!first || !last) return
    const { start } = first
    const end = start + markdown.slice(start, last.end).trimEnd().length
    chunks.push({
      text: markdown.slice(start, end),
      headings: path.map(({ title }) => title).filter(title => title !== ''),
      ...{ start, end, tokens: count(start, end) },
    })
  }
  const close = (units = open) => {
    emit(units)
    open = open.slice(units.length)
  }
  const enter = ({ level, title }: Unit) => {
    while ((path.at(-1)?.level ?? 0) >= level) path.pop()
    path.push({ level, title })
  }

  for (const unit of readUnits(markdown)) {
    if (unit.kind === 'heading') {
      // A heading without words of its own goes with what follows.
      if (!open.every(isHeading)) close()
      enter(unit)
    }
    let rest: Unit | undefined = unit
    while (rest) {
      const start = open[0]?.start ?? rest.start
      if (count(start, rest.end) <= maxTokens) {
        open.push(rest)
        rest = undefined
      } else if (!open.every(isHeading)) {
        close(open.slice(0, bestCut(open, rest, maxTokens, count)))
      } else if (rest.kind === 'whole') {
        open.push(rest)
        close()
        rest = undefined
      } else {
        const room = maxTokens - count(start, rest.start)
        if (open.length > 0 && room < maxTokens / 4) close()
        else {
          const end = cutText(markdown, rest, room, count)
          open.push({ ...rest, end })
          close()
          rest = restOf(markdown, rest, end)
        }
      }
    }
  }
  close()
  return chunks
}

const isHeading = ({ kind }: Unit): boolean => kind === 'heading'

/** How many of the open units go into the chunk: as far as the best place in its later part. */
const bestCut = (
  open: readonly Unit[],
  next: Unit,
  maxTokens: number,
  count: TokenCount,
): number => {
  const start = (open[0] as Unit).start
  let best = open.length
  let quality = next.cut
  for (let at = open.length - 1; at > 0; at--) {
    const unit = open[at] as Unit
    const before = open[at - 1] as Unit
    if (isHeading(before) || count(start, before.end) < maxTokens / 3) break
    if (unit.cut <= quality) continue
    best = at
    quality = unit.cut
  }
  return best
}

const restOf = (markdown: string, unit: Unit, end: number): Unit | undefined => {
  let start = end
  while (start < unit.end && isSpace(markdown[start])) start++
  return start < unit.end ? { ...unit, kind: 'text', start, cut: 0 } : undefined
}

/** The end of as much of a long line as fits: at a sentence's end, else a word's, in its later half. */
const cutText = (markdown: string, { start, end }: Unit, room: number, count: TokenCount) => {
  let [low, high] = [start + 1, end]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (count(start, middle) <= room) low = middle
    else high = middle - 1
  }
  // Never between the halves of a character.
  const limit = isLowHalf(markdown, low) ? (low - 1 > start ? low - 1 : low + 1) : low
  const least = start + (limit - start) / 2
  let word: number | undefined
  for (let at = limit; at > least; at--) {
    if (endsSentence(markdown, at)) return at
    if (word === undefined && isSpace(markdown[at])) word = at
  }
  return word ?? limit
}

const isLowHalf = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char)

/** Latin full stops count before white space, those of East Asia anywhere. */
const endsSentence = (text: string, at: number): boolean => {
  let last = at - 1
  while (last > 0 && at - last < 4 && closing.has(text[last] as string)) last--
  const char = text[last] as string
  if (eastern.has(char)) return !closing.has(text[at] ?? '')
  return western.has(char) && isSpace(text[at])
}

const closing = new Set('"\'”’)]}*_`」』）】》')
const eastern = new Set('。！？｡．')
const western = new Set('.!?…;:')

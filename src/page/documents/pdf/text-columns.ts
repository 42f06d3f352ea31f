import { mostOf } from './lines.ts'
import type { TextLine } from './placed-text.ts'

/** A column of a page: its lines from the top. */
export type TextColumn = { lines: TextLine[]; pitch: number }

export const columnOf = (lines: TextLine[]): TextColumn => {
  const steps = new Map<number, number>()
  for (const [at, line] of lines.slice(1).entries()) {
    const step = Math.round((lines[at] as TextLine).y - line.y)
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return { lines, pitch: mostOf(steps) ?? 0 }
}

/** Those that reach the right edge of their column, with words all the way. */
export const fullLines = (lines: readonly TextLine[]): Set<TextLine> => {
  const { left, right } = edgesOf(lines)
  const width = right - left
  return new Set(lines.filter(line => line.right > right - width * 0.2 && line.ink > width * 0.55))
}

/** Those of most lines: a few may stand out. */
const edgesOf = (lines: readonly TextLine[]): { left: number; right: number } => {
  const lefts = lines.map(({ left }) => left).sort((a, b) => a - b)
  const rights = lines.map(({ right }) => right).sort((a, b) => b - a)
  const at = Math.floor(lines.length * 0.1)
  return { left: lefts[at] ?? 0, right: rights[at] ?? 0 }
}

/** Small letters, where a script has them: the sentence began before. */
export const beginsSmall = (text: string): boolean => /^[“”„«»‘’"']?\p{Ll}/u.test(text)

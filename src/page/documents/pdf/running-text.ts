import { isBehindGap, rowsAcross } from './bands.ts'
import { countOf } from './lines.ts'
import type { TextLine } from './placed-text.ts'
import { beginsSmall, fullLines, type TextColumn } from './text-columns.ts'

/**
 * Whether columns that stand beside each other are read one after the other. Their lines must run on:
 * they are full and go on in the middle of a sentence, where cells, names of fields and items of lists
 * are short and begin anew. Beside such a column may stand one of another kind (a box, a list of
 * contents) if its lines stand at heights of their own, as those of a table do not.
 */
export const areColumnsOfText = (columns: readonly TextColumn[]): boolean => {
  const running = columns.filter(isRunning)
  return (
    running.length > 0 &&
    columns.every(column => running.includes(column) || isAside(column, columns))
  )
}

const isRunning = ({ lines }: TextColumn): boolean => {
  const areFull = fullLines(lines)
  const full = [...areFull]
  const { letters, cased, words } = countsOf(full)
  if (isCode(full)) return false
  const isCased = cased >= letters / 2
  const isWide = isCased
    ? letters >= full.length * 16 && words >= full.length * 3
    : letters >= full.length * 10
  if (!isWide) return false
  const goesOn = (line: TextLine, at: number) =>
    areFull.has(lines[at - 1] as TextLine) && (!isCased || beginsSmall(line.text))
  const pairs = lines.filter((line, at) => at > 0 && goesOn(line, at)).length
  // A column of text may hold a table, a listing or pictures with words as well.
  if (pairs >= manyPairs) return true
  const fullShare = full.length / lines.length
  return fullShare >= (isCased ? 0.45 : 0.6) && pairs >= Math.max(2, lines.length * 0.25)
}

const manyPairs = 6

const countsOf = (lines: readonly TextLine[]) => {
  const text = lines.map(line => line.text).join('\n')
  return {
    // Letters that are set apart are no words.
    words: text.split(/\s+/).filter(word => /\p{L}{2}/u.test(word)).length,
    signs: text.replace(/\s/g, '').length,
    letters: countOf(text, /[\p{L}\p{M}]/gu),
    cased: countOf(text, /[\p{Lu}\p{Ll}]/gu),
  }
}

const isCode = (lines: readonly TextLine[]): boolean => {
  const mono = lines.filter(({ words }) => words.every(({ item }) => item.isMono))
  return mono.length > lines.length / 2
}

/** Notes in the margin are no box: each belongs to the line that it stands beside. */
const isAside = (column: TextColumn, columns: readonly TextColumn[]): boolean => {
  const { lines } = column
  const { signs, letters, words } = countsOf(lines)
  const rows = rowsAcross([column])
  const gaps = rows.filter((_, at) => at > 0 && isBehindGap(rows, at, [column])).length
  const isDense = lines.length >= 4 && gaps < Math.max(2, lines.length / 4)
  if (!isDense || letters < signs * 0.6 || words < lines.length * 2) return false
  return isAtOwnHeights(column, columns)
}

/** As the lines of a table are not. */
const isAtOwnHeights = (column: TextColumn, columns: readonly TextColumn[]): boolean => {
  const { lines, pitch } = column
  const others = columns.filter(other => other !== column)
  const isAlone = ({ y }: TextLine) =>
    !others.some(other => other.lines.some(line => Math.abs(line.y - y) < pitch * 0.12))
  return lines.filter(isAlone).length >= lines.length * 0.6
}

import { linesFromTop, type Placed } from './placed-text.ts'

export const asDrawn = (words: readonly Placed[]): Placed[] =>
  [...words].sort((a, b) => a.at - b.at)

/** Within a column, what is drawn from the top stays as it is drawn. */
export const fromTop = (words: readonly Placed[], size: number): Placed[] => {
  const drawn = asDrawn(words)
  const isMonotone = drawn.every(
    (word, at) => at === 0 || word.item.y < (drawn[at - 1] as Placed).item.y + size,
  )
  return isMonotone ? drawn : linesFromTop(words, size).flatMap(line => line.words)
}

type Drawn = { word: Placed; column: number }

/** Whether the columns are drawn one after the other, or in another order that makes sense. */
export const isDrawnInOrder = (columns: readonly Placed[][], size: number): boolean => {
  const drawn = columns
    .flatMap((words, column) => words.map(word => ({ word, column })))
    .sort((a, b) => a.word.at - b.word.at)
  const letters = columns.map(lettersOf)
  const late = letters.reduce((sum, count) => sum + count, 0) - inOrder(drawn, columns.length)
  // A few words may be drawn late: marks of notes, a heading.
  if (late <= Math.min(...letters) * 0.2) return true
  const { runs, lines, isDownwards } = runsOf(drawn, size)
  // Part by part, each with two lines or more of a column, and below the last.
  if (isDownwards && lines >= runs * 2) return true
  // A box may be drawn behind the text that it stands before.
  return !areAlike(columns) && lines >= runs * 4
}

const lettersOf = (words: readonly Placed[]): number =>
  words.reduce((sum, { item }) => sum + item.text.length, 0)

/** The most letters whose columns never go back. */
const inOrder = (drawn: readonly Drawn[], columns: number): number => {
  const best = new Array<number>(columns).fill(0)
  for (const { word, column } of drawn)
    best[column] = Math.max(...best.slice(0, column + 1)) + word.item.text.length
  return Math.max(...best)
}

const runsOf = (drawn: readonly Drawn[], size: number) => {
  const found = { runs: 1, lines: 1, isDownwards: true }
  let [floor, lowest] = [Infinity, Infinity]
  for (const [at, { word, column }] of drawn.entries()) {
    const previous = drawn[at - 1]
    const isOther = previous !== undefined && column !== previous.column
    if (previous && column < previous.column) floor = lowest
    if (isOther) found.runs++
    if (isOther || (previous && previous.word.item.y - word.item.y > size * 0.5)) found.lines++
    if (word.item.y > floor - size * 0.5) found.isDownwards = false
    lowest = Math.min(lowest, word.item.y)
  }
  return found
}

const areAlike = (columns: readonly Placed[][]): boolean => {
  const widths = columns.map(words => {
    const right = words.reduce((most, word) => Math.max(most, word.right), -Infinity)
    return right - words.reduce((least, word) => Math.min(least, word.left), Infinity)
  })
  return Math.min(...widths) > Math.max(...widths) * 0.6
}

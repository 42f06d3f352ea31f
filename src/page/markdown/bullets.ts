import type { Item, Piece, TextBlock } from './blocks.ts'

const sign = /^\s*[●•▪◦‣⁃∙]\s*/

/** Whether people wrote the sign of a list before the text. */
export const startsWithSign = ({ pieces }: TextBlock): boolean => {
  const first = pieces.find(({ kind }) => kind !== 'open' && kind !== 'close')
  return first?.kind === 'text' && sign.test(first.text)
}

/** The text as an item of a list, without the sign. */
export const itemOf = (block: TextBlock): Item => {
  const first = block.pieces.find(({ kind }) => kind === 'text')
  if (first?.kind === 'text') first.text = first.text.replace(sign, '')
  return { kind: 'item', task: undefined, number: undefined, children: [block] }
}

/** The lines of a paragraph, where two of them or more begin with such a sign. */
export const linesWithSigns = (block: TextBlock): TextBlock[] | undefined => {
  if (block.kind !== 'paragraph' || !block.pieces.some(({ kind }) => kind === 'break'))
    return undefined
  const lines = splitLines(block.pieces)
  if (!lines || lines.filter(startsWithSign).length < 2) return undefined
  for (const line of lines)
    for (const piece of line.pieces)
      if (piece.kind === 'open' && piece.span.kind === 'link' && piece.span.home === block)
        piece.span.home = line
  return lines
}

/** Undefined where a stretch of text runs over the end of a line. */
const splitLines = (pieces: readonly Piece[]): TextBlock[] | undefined => {
  const lines: TextBlock[] = []
  let line: TextBlock | undefined
  let depth = 0
  for (const piece of pieces) {
    if (piece.kind === 'break') {
      if (depth > 0) return undefined
      line = undefined
      continue
    }
    if (!line) {
      line = { kind: 'paragraph', level: 0, pieces: [] }
      lines.push(line)
    }
    line.pieces.push(piece)
    if (piece.kind === 'open') depth++
    else if (piece.kind === 'close') depth--
  }
  return lines
}

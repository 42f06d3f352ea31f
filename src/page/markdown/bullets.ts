import type { Piece, TextBlock } from './blocks.ts'

const sign = /^\s*[●•▪◦‣⁃∙]\s*/

type Text = Extract<Piece, { kind: 'text' }>

/** The words that begin with the sign of a list, as people wrote it themselves. */
const signedText = ({ pieces }: TextBlock): Text | undefined => {
  const first = pieces.find(({ kind }) => kind !== 'open' && kind !== 'close')
  return first?.kind === 'text' && sign.test(first.text) ? first : undefined
}

/** Whether there was one. */
export const dropSign = (block: TextBlock): boolean => {
  const first = signedText(block)
  if (first) first.text = first.text.replace(sign, '')
  return first !== undefined
}

/** The lines of a paragraph where two of them or more begin with such a sign, else all of it. */
export const linesWithSigns = (block: TextBlock): TextBlock[] => {
  if (!block.pieces.some(({ kind }) => kind === 'break')) return [block]
  const lines: TextBlock[] = [{ ...block, pieces: [] }]
  let depth = 0
  for (const piece of block.pieces) {
    if (piece.kind === 'open') depth++
    else if (piece.kind === 'close') depth--
    else if (piece.kind === 'break' && depth > 0) return [block]
    if (piece.kind === 'break') lines.push({ ...block, pieces: [] })
    else lines.at(-1)?.pieces.push(piece)
  }
  if (lines.filter(signedText).length < 2) return [block]
  for (const line of lines)
    for (const piece of line.pieces)
      if (piece.kind === 'open' && piece.span.kind === 'link' && piece.span.home === block)
        piece.span.home = line
  return lines
}

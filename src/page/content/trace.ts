import type { Forest } from '../learned/forest.ts'
import type { Region } from './blocks.ts'
import { likeliestPart } from './likeliest-part.ts'
import { namePart, type PagePart, saidParts } from './parts.ts'
import { type Selection, steps } from './steps.ts'

/** What became of one block of text, and why. */
export type TraceEntry = {
  /** The beginning of its text. */
  text: string
  /** The elements around it, e.g. `main > div.card > p`. */
  where: string
  words: number
  /** How likely the model takes it for content. */
  likely: number
  kept: boolean
  step: string
  /** What it is: main text, comments, related items, navigation … */
  part: PagePart
}

const maxTextChars = 80
const maxLevels = 4

export const traceOf = (selection: Selection, forests: readonly Forest[]): TraceEntry[] => {
  const said = saidParts(selection.view)
  return selection.view.blocks.map(block => ({
    text: block.text.slice(0, maxTextChars),
    where: whereIs(block.region),
    words: block.facts.words,
    likely: Math.round((selection.likely[block.index] ?? 0) * 1000) / 1000,
    kept: selection.kept[block.index] === 1,
    step: steps[selection.decidedBy[block.index] ?? -1]?.name ?? 'below the cut',
    part: namePart({ said: said[block.index], isKept: selection.kept[block.index] === 1 }, () =>
      likeliestPart(forests, selection.rows[block.index] ?? new Float32Array()),
    ),
  }))
}

const whereIs = (region: Region): string => {
  const parts: string[] = []
  for (let at: Region | undefined = region; at && parts.length < maxLevels; at = at.parent) {
    const { name, attributes } = at.element
    if (name === '#document') break
    const label = (attributes.class ?? attributes.id ?? '').slice(0, 40).trim().split(' ')[0]
    parts.unshift(label ? `${name}.${label}` : name)
  }
  return parts.join(' > ')
}

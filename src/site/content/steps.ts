import { bestCut } from './cut.ts'
import type { PageType } from './page.ts'
import type { PageView } from './view.ts'

/** The blocks of a page on their way to being kept or dropped. */
export type Selection = {
  view: PageView
  /** How likely each block is content. */
  likely: Float64Array
  kept: Uint8Array
  /** Which step changed each block last; -1 for none. */
  decidedBy: Int8Array
  pageType: PageType
  confidence: number
}

export type Step = { name: string; run: (selection: Selection) => void }

const keepAboveCut = (selection: Selection) => {
  const { view, likely, kept } = selection
  const words = view.blocks.map(block => block.facts.words)
  const originals = view.blocks
    .filter(block => !isCopy(selection, block.index))
    .map(block => block.index)
  const cut = bestCut(likely, words, originals)
  for (const index of cut.kept) kept[index] = 1
  selection.confidence = cut.expected
}

/** The same text again: the copy for small screens, the teaser of the text itself. */
const isCopy = ({ view }: Selection, index: number): boolean => (view.copiesBefore[index] ?? 0) > 0

export const steps: Step[] = [{ name: 'above the cut', run: keepAboveCut }]

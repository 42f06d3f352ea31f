import type { Block } from '../../../src/page/content/blocks.ts'
import type { Selection } from '../../../src/page/content/steps.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

type Wanted = Partial<Pick<Selection, 'pageType' | 'typeShare' | 'url'>> & {
  /** How likely a block is content; 0.8 where nothing is said. */
  likely?: (block: Block) => number | undefined
}

/** A page of which everything is kept so far, as steps find it. */
export const selectionOf = (html: string, { likely, ...wanted }: Wanted = {}): Selection => {
  const view = viewPage(parseHtml(html), wanted.url)
  const count = view.blocks.length
  return {
    view,
    lists: [],
    rows: [],
    likely: Float64Array.from(view.blocks, block => likely?.(block) ?? 0.8),
    kept: new Uint8Array(count).fill(1),
    decidedBy: new Int8Array(count).fill(-1),
    pageType: 'article',
    typeShare: 0.9,
    wantsEssentials: true,
    comments: 'auto',
    cardLinks: new Map(),
    commentsLeftOut: 0,
    hasContent: true,
    confidence: 1,
    ...wanted,
  }
}

/** The kept blocks after a step. */
export const keptAfter = (step: (selection: Selection) => void, selection: Selection): string[] => {
  step(selection)
  return selection.view.blocks.filter(({ index }) => selection.kept[index]).map(({ text }) => text)
}

import type { HtmlDocument, HtmlElement } from '../html/html.ts'
import { findChoices } from './choices.ts'
import type { CommentsOption } from './comments.ts'
import { judge } from './judge.ts'
import { loadModel } from './load.ts'
import type { Model } from './model.ts'
import type { PageType } from './page.ts'
import { pruneTree } from './prune.ts'
import { flagBit } from './regions.ts'
import { type HiddenOption, shownPage } from './shown.ts'
import { type Selection, steps } from './steps.ts'
import { type TraceEntry, traceOf } from './trace.ts'
import { viewPage } from './view.ts'
import { bodyOf } from './visible.ts'

type Content = {
  /** A `<body>` with only the main content in it; the page's own nodes are not touched. */
  tree: HtmlElement
  /** The headline, else the title of the page. */
  title: string
  pageType: PageType
  /** Expected share of right words, 0 to 1. Below 0.35 the caller should say so. */
  confidence: number
  /**
   * False where a page has only what stands around content, as shells of applications do: menus,
   * footers, forms. `tree` then holds a guess.
   */
  hasContent: boolean
  /** Of the page's visible words, without comments, how many are in `tree`; 0 to 1. */
  share: number
  /** How many comments were left out; 0 where they stayed, or where there are none. */
  commentsLeftOut: number
  /** Only when asked for: each block, what became of it and which step decided. */
  trace: TraceEntry[] | undefined
}

type ContentOptions = {
  url?: string
  trace?: boolean
  /**
   * Keeps the headline, and price and properties of a product, whatever the model thinks of them:
   * it learned from texts that mostly leave them out, and readers miss them.
   */
  essentials?: boolean
  comments?: CommentsOption
  hidden?: HiddenOption
  model?: Model
}

/** Chooses the main content of a page of any kind. Deterministic; never empty if there is text. */
export const selectContent = (document: HtmlDocument, options: ContentOptions = {}): Content => {
  const model = options.model ?? loadModel()
  const shown = options.hidden === 'include' ? document : shownPage(document)
  const view = viewPage(shown, options.url)
  const selection = judge(view, model)
  selection.url = options.url
  selection.wantsEssentials = options.essentials ?? false
  selection.comments = options.comments ?? 'auto'
  for (const [at, step] of steps.entries()) {
    const before = options.trace ? selection.kept.slice() : undefined
    step.run(selection)
    if (before) noteChanges(selection, before, at)
  }
  const body = bodyOf(shown.root)
  return {
    tree: pruneTree(view, selection.kept, body, findChoices(selection, body), selection.cardLinks),
    title: view.blocks[view.headline]?.text ?? view.facts.title,
    pageType: selection.pageType,
    confidence: selection.confidence,
    hasContent: selection.hasContent,
    share: shareOf(selection),
    commentsLeftOut: selection.commentsLeftOut,
    trace: options.trace ? traceOf(selection, model.parts) : undefined,
  }
}

const noteChanges = ({ kept, decidedBy }: Selection, before: Uint8Array, step: number) => {
  kept.forEach((isKept, block) => {
    if (isKept !== before[block]) decidedBy[block] = step
  })
}

const comments = flagBit('comments')

const shareOf = ({ view, kept }: Selection): number => {
  let all = 0
  let own = 0
  for (const { index, region, facts } of view.blocks) {
    if (kept[index]) own += facts.words
    if (kept[index] || ((view.flags[region.index] ?? 0) & comments) === 0) all += facts.words
  }
  return all === 0 ? 1 : own / all
}

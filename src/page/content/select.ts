import type { HtmlDocument, HtmlElement } from '../html/html.ts'
import { contextOf } from './context.ts'
import { describeBlocks } from './features.ts'
import { type Forest, loadModel, type Model, scoreRow, sigmoid } from './model.ts'
import { type PageType, pageTypes } from './page.ts'
import { describePage } from './page-features.ts'
import { pruneTree } from './prune.ts'
import { describeAgain } from './second-look.ts'
import { type Selection, steps } from './steps.ts'
import { between } from './sums.ts'
import { type TraceEntry, traceOf } from './trace.ts'
import { type PageView, viewPage } from './view.ts'
import { bodyOf } from './visible.ts'

type Content = {
  /** A `<body>` with only the main content in it; the page's own nodes are not touched. */
  tree: HtmlElement
  /** The headline, else the title of the page. */
  title: string
  byline: string | undefined
  pageType: PageType
  /** Expected share of right words, 0 to 1. Below 0.35 the caller should say so. */
  confidence: number
  /**
   * False where a page has only what stands around content, as shells of applications do: menus,
   * footers, forms. `tree` then holds a guess.
   */
  hasContent: boolean
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
  model?: Model
}

/** Chooses the main content of a page of any kind. Deterministic; never empty if there is text. */
export const selectContent = (document: HtmlDocument, options: ContentOptions = {}): Content => {
  const model = options.model ?? loadModel()
  const view = viewPage(document, options.url)
  const selection = judge(view, model)
  selection.wantsEssentials = options.essentials ?? false
  for (const [at, step] of steps.entries()) {
    const before = selection.kept.slice()
    step.run(selection)
    selection.kept.forEach((kept, block) => {
      if (kept !== before[block]) selection.decidedBy[block] = at
    })
  }
  return {
    tree: pruneTree(view, selection.kept, bodyOf(document.root)),
    title: view.blocks[view.headline]?.text ?? view.facts.title,
    byline: findByline(view),
    pageType: selection.pageType,
    confidence: selection.confidence,
    hasContent: selection.hasContent,
    trace: options.trace ? traceOf(selection) : undefined,
  }
}

/** How likely each block is content, before any step decides. */
export const judge = (view: PageView, model: Model): Selection => {
  const types = typeShares(describePage(view, model.lexicon), model)
  const context = contextOf(view, model.lexicon)
  const rows = describeBlocks(view, context, types)
  const odds = Float64Array.from(rows, row => firstOdds(model.blocks, row))
  const again = rows.length <= maxLookedAtTwice ? describeAgain(view, context, rows, odds) : []
  const likely = odds.map((own, at) => {
    const row = again[at]
    return sigmoid(row ? (own + scoreRow(model.second, row)) / 2 : own)
  })
  return {
    view,
    likely,
    kept: new Uint8Array(rows.length),
    decidedBy: new Int8Array(rows.length).fill(-1),
    pageType: mostLikely(types),
    wantsEssentials: false,
    hasContent: hasContent(view, odds),
    confidence: 0,
  }
}

/** Real pages have a few thousand; for one of so many the second look takes too long. */
const maxLookedAtTwice = 20_000

/** Chosen on real pages: of 1,377 with content none was below these, of seven shells with menus six. */
const leastLikely = 0.2
const leastWords = 8
/** With fewer words a menu cannot be told from a short page; and a frame has more than one side. */
const minFrameWords = 60
const minFrameBlocks = 3

/** By the first look: the second weighs blocks against each other and finds a best one anywhere. */
const hasContent = (view: PageView, odds: Float64Array): boolean => {
  const { length } = view.blocks
  if (length < minFrameBlocks || between(view.sums.words, 0, length) < minFrameWords) return true
  const likely = odds.map(sigmoid)
  const words = likely.reduce(
    (sum, share, at) => sum + share * (view.blocks[at]?.facts.words ?? 0),
    0,
  )
  return words >= leastWords && likely.some(share => share >= leastLikely)
}

/** Log-odds of a chance of one in a hundred. Less is not told apart, so that a row can be left early. */
const hopeless = -4.5

/** The first model's log-odds of a block. */
export const firstOdds = (forests: Forest[], row: Float32Array): number => {
  let score = 0
  for (const forest of forests) score += scoreRow(forest, row, hopeless)
  return Math.max(hopeless, score / forests.length)
}

/** One against the rest for each type, as shares of one. */
const typeShares = (page: Float32Array, model: Model): Float32Array => {
  const shares = Float32Array.from(model.types, forest => sigmoid(scoreRow(forest, page)))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map(share => share / Math.max(sum, 1e-9))
}

const mostLikely = (shares: Float32Array): PageType => {
  let best = 0
  shares.forEach((share, at) => {
    if (share > (shares[best] ?? 0)) best = at
  })
  return pageTypes[best] ?? 'article'
}

const maxBylineWords = 12

/** Who wrote it, where the markup says so near the top; metadata knows more, this is the text. */
const findByline = (view: PageView): string | undefined => {
  for (const { region, container, facts, text } of view.blocks) {
    if (facts.words === 0 || facts.words > maxBylineWords) continue
    for (const { element } of [region, container]) {
      const { rel, itemprop, class: names = '' } = element.attributes
      const said = rel === 'author' || itemprop === 'author'
      if (said || names.slice(0, 200).toLowerCase().includes('byline')) return withoutBy(text)
    }
  }
  return view.facts.author === '' ? undefined : view.facts.author
}

const withoutBy = (text: string) =>
  text.slice(0, 3).toLowerCase() === 'by ' ? text.slice(3) : text

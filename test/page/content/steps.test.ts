import { test } from 'node:test'
import { findChoices } from '../../../src/page/content/choices.ts'
import { findLists } from '../../../src/page/content/lists.ts'
import { pageTypes } from '../../../src/page/content/page.ts'
import { pruneTree } from '../../../src/page/content/prune.ts'
import { type Selection, steps } from '../../../src/page/content/steps.ts'
import { traceOf } from '../../../src/page/content/trace.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { bodyOf } from '../../../src/page/content/visible.ts'
import {
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
} from '../../../src/page/html/html.ts'
import { composePage } from '../../support/composed-page.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { digest } from '../../support/readings.ts'

const shares = [0, 0.1, 0.2, 0.26, 0.34, 0.45, 0.55, 0.66, 0.78, 0.9, 1]

/**
 * What each step does to pages whose blocks are as likely as a seed says, whatever a model may learn:
 * `+` for each block that it keeps, `-` for each that it drops, by its number and first letters. After a change
 * on purpose: npx node --test --test-update-snapshots test/page/content/steps.test.ts
 */
test('what the steps make of what a model thinks of a page', t => {
  const shown = Array.from({ length: 240 }, (_, seed) => {
    const random = createRandom(seed)
    const document = parseHtml(composePage(random))
    const selection = drawn(random, document)
    const { pageType, comments, wantsEssentials } = selection
    const changes = steps.flatMap(({ name, run }) => {
      const before = selection.kept.slice()
      run(selection)
      const changed = changesSince(selection, before)
      if (changed.length === 0) return []
      // What the seed made likely says nothing: how many there are is enough.
      return name === 'above the cut'
        ? [`${changed.length} likely`]
        : [`${name}: ${changed.join(', ')}`]
    })
    const body = bodyOf(document.root)
    const tree = pruneTree(
      selection.view,
      selection.kept,
      body,
      findChoices(selection, body),
      selection.cardLinks,
    )
    const { confidence, commentsLeftOut } = selection
    return [
      `${seed} ${pageType}, comments ${comments}${wantsEssentials ? ', essentials' : ''}`,
      [
        ...changes,
        `${confidence.toFixed(3)}, ${commentsLeftOut} left out, ${digest([outline(tree), traceOf(selection, [])])}`,
      ],
    ]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/content-steps.json')
})

const drawn = (random: Random, document: HtmlDocument): Selection => {
  const view = viewPage(document, 'https://harbour.example/news/tide-mill')
  const count = view.blocks.length
  return {
    view,
    lists: findLists(view),
    rows: [],
    url: 'https://harbour.example/news/tide-mill',
    likely: drawShares(random, count),
    kept: new Uint8Array(count),
    decidedBy: new Int8Array(count).fill(-1),
    pageType: random.pick(pageTypes),
    typeShare: random.pick([0.4, 0.59, 0.61, 0.9]),
    wantsEssentials: random.int(3) > 0,
    comments: random.pick(['auto', 'auto', 'include', 'exclude']),
    ...{ cardLinks: new Map(), commentsLeftOut: 0, hasContent: true, confidence: 0 },
  }
}

/** Blocks that stand together are mostly as likely as each other. */
const drawShares = (random: Random, count: number): Float64Array => {
  const isByBlock = random.int(3) === 0
  let share = random.pick(shares)
  return Float64Array.from({ length: count }, () => {
    if (isByBlock || random.int(4) === 0) share = random.pick(shares)
    return share
  })
}

const changesSince = ({ view, kept }: Selection, before: Uint8Array): string[] =>
  view.blocks.flatMap(({ index, text }) => {
    if (kept[index] === before[index]) return []
    return [`${kept[index] ? '+' : '-'}${index} ${text.slice(0, 16).trim()}`]
  })

/** Its elements and texts, for a digest. */
const outline = (node: HtmlNode): unknown =>
  node.type === 'text' ? node.text : [node.name, ...(node as HtmlElement).children.map(outline)]

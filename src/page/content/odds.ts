import type { HtmlDocument, HtmlElement } from '../html/html.ts'
import { judge } from './judge.ts'
import { loadModel } from './load.ts'
import { viewPage } from './view.ts'

/** For each element that holds text of its own: how likely that text is content, 0 to 1. */
export const contentShares = (document: HtmlDocument, url: string): Map<HtmlElement, number> => {
  const view = viewPage(document, url)
  const { likely } = judge(view, loadModel())
  const shares = new Map<HtmlElement, number>()
  for (const { index, texts } of view.blocks)
    for (const { parent } of texts)
      if (parent && !shares.has(parent)) shares.set(parent, likely[index] ?? 0)
  return shares
}

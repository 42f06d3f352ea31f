import { memoize } from '../../../../kit/memoize.ts'
import { contentShares } from '../../../../page/content/odds.ts'
import { around } from '../../../../page/html/around.ts'
import { descendants, type HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import type { Page } from '../../source/page.ts'

/** What is known of a page before any of its lists is looked at. */
export type RegionSurvey = {
  nodes: PageNode[]
  chars: number
  /** Characters that are content, each line counted by its likelihood. */
  mass: number
  /** Log-odds that a line is content, by its id. */
  odds: Map<number, number>
  links: Set<HtmlElement>
  /** How many pictures and form fields stand in an element. */
  images: Map<HtmlElement, number>
  inputs: Map<HtmlElement, number>
  /** How many elements stand directly in an element. */
  countChildren: (element: HtmlElement | undefined) => number
}

export const surveyRegions = (page: Page): RegionSurvey => {
  const shares = contentShares(page.document, page.url)
  const odds = new Map<number, number>()
  let mass = 0
  let chars = 0
  for (const { id, pieces, text } of page.nodes) {
    const share = pieces.map(({ element }) => shares.get(element)).find(one => one !== undefined)
    const likely = Math.min(0.99, Math.max(0.01, share ?? 0))
    odds.set(id, Math.log(likely / (1 - likely)))
    mass += likely * text.length
    chars += text.length
  }
  return {
    nodes: page.nodes,
    chars: Math.max(1, chars),
    mass: Math.max(1, mass),
    odds,
    links: new Set(page.links.map(link => link.element)),
    images: countInside(page, pictureTags),
    inputs: countInside(page, inputTags),
    countChildren: createChildCounter(),
  }
}

/** Pictures as the page draws them, also those whose address a script sets later. */
const pictureTags = new Set(['img', 'picture', 'video'])
const inputTags = new Set(['input', 'select', 'option', 'textarea'])
const maxUp = 16

const countInside = (page: Page, names: Set<string>): Map<HtmlElement, number> => {
  const counts = new Map<HtmlElement, number>()
  for (const element of descendants(page.document.root)) {
    if (!names.has(element.name)) continue
    for (const at of around(element, maxUp)) counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return counts
}

/** Thousands of lists may share one parent: it is counted once. */
const createChildCounter = () =>
  memoize(
    (element: HtmlElement | undefined) =>
      element?.children.filter(child => child.type === 'element').length ?? 0,
  )

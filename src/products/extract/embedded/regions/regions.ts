import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import type { Page } from '../../source/page.ts'
import { pathOf } from './paths.ts'
import {
  describeRegion,
  type Family,
  type RelatedFeatures,
  relateRegions,
} from './region-features.ts'
import { createSpreader } from './spread-records.ts'
import { surveyRegions } from './survey.ts'

/** Boxes that repeat: rows, cards, entries. */
export type PageRegion = {
  records: PageRecord[]
  features: RelatedFeatures
}
export type PageRecord = { element: HtmlElement; nodes: PageNode[] }

type Groups = Map<string, Map<HtmlElement, PageNode[]>>
type Draft = { records: PageRecord[]; family: Family }

/**
 * Every set of elements that stand at the same place of the tree under the same names. Records of
 * a grid have different parents (a row each), so the path counts, not the parent.
 */
export const findRegions = (page: Page): PageRegion[] => {
  const groups: Groups = new Map()
  const below = new Map<HtmlElement, PageNode[]>()
  const paths = new Map<HtmlElement, string>()
  for (const node of page.nodes.slice(0, maxNodes)) placeNode(node, groups, below, paths)
  const drafts = distinct(draftRegions(groups, below, paths))
  if (drafts.length === 0) return []
  const survey = surveyRegions(page)
  const features = drafts.map(({ records, family }) => describeRegion(records, family, survey))
  return relateRegions(features).map((related, at) => ({
    records: drafts[at]?.records ?? [],
    features: related,
  }))
}

const maxNodes = 20_000
const maxUp = 16

/** Puts a line below every element around it, and those elements, once, into their groups. */
const placeNode = (
  node: PageNode,
  groups: Groups,
  below: Map<HtmlElement, PageNode[]>,
  paths: Map<HtmlElement, string>,
) => {
  let element = node.pieces[0]?.element
  for (
    let up = 0;
    element && up < maxUp && element.name !== 'body';
    up++, element = element.parent
  ) {
    const known = below.get(element)
    if (known) {
      known.push(node)
      continue
    }
    const lines = [node]
    below.set(element, lines)
    for (const key of groupsOf(element, paths)) {
      const members = groups.get(key) ?? new Map<HtmlElement, PageNode[]>()
      if (members.size === 0) groups.set(key, members)
      members.set(element, lines)
    }
  }
}

const groupsOf = (element: HtmlElement, paths: Map<HtmlElement, string>): string[] => {
  const above = element.parent ? pathOf(element.parent, paths) : ''
  return [
    pathOf(element, paths),
    // Rows and items of one list may each have a class of their own.
    ...(element.attributes.class ? [`${above}/${element.name}`] : []),
  ]
}

const draftRegions = (
  groups: Groups,
  below: Map<HtmlElement, PageNode[]>,
  paths: Map<HtmlElement, string>,
): Draft[] => {
  const drafts: Draft[] = []
  const sizeOf = (element: HtmlElement | undefined) =>
    (element && groups.get(paths.get(element) ?? '')?.size) || 0
  const spread = createSpreader(below)
  for (const members of groups.values()) {
    const records = [...members].map(([element, nodes]) => ({ element, nodes }))
    if (records.length < 2) continue
    const family = familyOf(records, sizeOf)
    const spreads = spread(records)
    // Elements that take turns with others say half of a record each.
    if (!spreads.some(({ regular }) => regular)) drafts.push({ records, family })
    for (const { records: wide, extra, leads, regular } of spreads)
      drafts.push({ records: wide, family: { ...family, extra, leads, regular } })
  }
  return drafts
}

/** How many boxes hold these records, and how many equal boxes stand inside them: rows or cells? */
const familyOf = (
  records: PageRecord[],
  sizeOf: (element: HtmlElement | undefined) => number,
): Family => {
  let inner = 0
  for (const record of records.slice(0, 5))
    for (const child of record.element.children.slice(0, 50))
      if (child.type === 'element') inner = Math.max(inner, sizeOf(child))
  return {
    outer: sizeOf(records[0]?.element.parent),
    inner,
    extra: 0,
    leads: false,
    regular: false,
    innermost: records[0]?.element,
  }
}

/** A wrapper holds the same lines as its card: of such lists the outermost one stays. */
const distinct = (drafts: Draft[]): Draft[] => {
  const kept = new Map<string, Draft>()
  for (const draft of drafts) {
    const key = draft.records
      .map(({ nodes }) => `${nodes[0]?.id}-${nodes.at(-1)?.id}-${nodes.length}`)
      .join()
    const known = kept.get(key)
    if (!known) kept.set(key, draft)
    else if (depthOf(draft) < depthOf(known))
      kept.set(key, { ...draft, family: { ...draft.family, innermost: known.family.innermost } })
  }
  return [...kept.values()]
}

const depthOf = ({ records }: Draft) => records[0]?.element.depth ?? 0

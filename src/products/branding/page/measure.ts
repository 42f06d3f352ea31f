/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Tools } from '../../../base/web/inspect.ts'
import { chosenDistances, collectBoxes } from './boxes.ts'
import { describeElement, isFilledIn, isInText, kindOf } from './kinds.ts'
import {
  countNeighbours,
  decodeHash,
  describeLogo,
  drawSvg,
  findLogos,
  leadsHome,
  paintedPicture,
} from './logos.ts'
import {
  backdropOf,
  bodyOf,
  boxOf,
  childrenOf,
  closestOf,
  finishAnimations,
  isClear,
  isOpaque,
  isShown,
  namesOf,
  parentOf,
  regionOf,
  selectorOf,
  shownChildren,
  shownText,
  styleOf,
  textOf,
} from './look.ts'
import { collectMarks } from './marks.ts'
import { describeOverlay, findOverlays, type OverlayWords } from './overlays.ts'
import { measureCanvas, measureRoots, measureWrappers, readVariables } from './roots.ts'
import type { ElementKind, Measured, Snapshot } from './snapshot.ts'
import { collectTexts, contextOf, ownCharacters } from './texts.ts'

type MeasureInput = {
  words: OverlayWords
  maxElements: number
  limits: Record<ElementKind, number>
}

/** Elements that a later question may be about stay known in our world of the page. */
type World = { siterayKept?: Element[] }

/** Runs in the page: one walk over what is shown, everything measured, nothing decided. */
export const measurePage = ({ words, maxElements, limits }: MeasureInput): Snapshot => {
  const kept: Element[] = []
  ;(globalThis as World).siterayKept = kept
  const keep = (element: Element) => kept.push(element) - 1
  finishAnimations()
  const { all, isCut } = walkPage(maxElements)
  const { elements: floating, overlays } = findOverlays(all, words, keep)
  const overlayOf = (element: Element): number | null => {
    if (floating.length === 0) return null
    for (let at: Element | null = element; at; at = parentOf(at)) {
      const index = floating.indexOf(at)
      if (index >= 0) return index
    }
    return null
  }
  const elements: Measured[] = []
  const left = { ...limits }
  const texts = collectTexts(keep)
  const boxes = collectBoxes()
  for (const element of all) {
    if (!isShown(element)) continue
    const style = getComputedStyle(element)
    const overlay = overlayOf(element)
    const kind = kindOf(element, style)
    const isEmptyLink = kind === 'link' && ownCharacters(element) === 0
    if (kind && !isEmptyLink && left[kind]-- > 0)
      elements.push(describeElement(kind, element, overlay))
    texts.add(element, style, overlay)
    boxes.addSurface(element, style, overlay)
    if (overlay === null || overlays[overlay]?.hasNavigation) boxes.addShape(element, style, kind)
  }
  const { scrollWidth, scrollHeight } = document.documentElement
  return {
    viewport: { width: innerWidth, height: innerHeight },
    page: { width: scrollWidth, height: scrollHeight },
    roots: measureRoots(),
    ...{ elements, overlays, isCut },
    texts: texts.groups(),
    ...boxes.result(),
    logos: findLogos(all, overlayOf),
    variables: readVariables(),
    marks: collectMarks(all),
  }
}

/** What has a box, in page order, open shadow roots included. */
const walkPage = (maxElements: number): { all: Element[]; isCut: boolean } => {
  const all: Element[] = []
  const stack: Element[] = [document.documentElement]
  const skipped = /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|LINK|META|BR|OPTION|SOURCE)$/
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (all.length >= maxElements) return { all, isCut: true }
    if (skipped.test(element.tagName) || getComputedStyle(element).display === 'none') continue
    all.push(element)
    if (element.tagName === 'svg') continue
    stack.push(...shownChildren(element).reverse())
  }
  return { all, isCut: false }
}

/** What `measurePage` calls, to travel with it into the page. */
export const measureTools: Tools = {
  ...{ finishAnimations, walkPage, findOverlays, describeOverlay, kindOf, describeElement },
  ...{ isInText, collectTexts, contextOf, ownCharacters, collectBoxes, chosenDistances },
  ...{ collectMarks },
  ...{ measureRoots, measureWrappers, measureCanvas, readVariables },
  ...{ findLogos, describeLogo, drawSvg, paintedPicture, leadsHome, decodeHash },
  ...{ countNeighbours },
  ...{ backdropOf, boxOf, isClear, isOpaque, isShown, namesOf, parentOf, regionOf },
  ...{ selectorOf, styleOf, textOf, shownText, childrenOf, shownChildren, closestOf, bodyOf },
  ...{ isFilledIn },
}

/** Runs in the page: an element that was kept, by its index. */
export const keptElement = (index: number): Element | undefined =>
  (globalThis as World).siterayKept?.[index]

/** Runs in the page: presses what was kept, as a script would. */
export const pressKept = (index: number): void => {
  const element = (globalThis as World).siterayKept?.[index]
  if (element instanceof HTMLElement) element.click()
}

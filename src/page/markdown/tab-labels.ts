import { type HtmlElement, textContent } from '../html/html.ts'

/** What a panel is called, and the tabs that need not be written besides. */
export type TabLabels = {
  labels: ReadonlyMap<HtmlElement, string>
  tabs: ReadonlySet<HtmlElement>
}

/**
 * A panel belongs to the tab that one of the two names, else to the one with its number: then there
 * are as many panels below the list's parent as tabs in the list.
 */
export const findTabLabels = (
  tabs: readonly HtmlElement[],
  panels: readonly HtmlElement[],
  byId: ReadonlyMap<string, HtmlElement>,
): TabLabels => {
  const found = { labels: new Map<HtmlElement, string>(), tabs: new Set<HtmlElement>() }
  if (tabs.length === 0 || tabs.length > maxTabs || panels.length > maxTabs) return found
  const pair = (panel: HtmlElement | undefined, tab: HtmlElement | undefined) => {
    const label = tab ? textContent(tab).replace(/\s+/g, ' ').trim() : ''
    if (!panel || !tab || !label || label.length > maxLabel || found.labels.has(panel)) return
    found.labels.set(panel, label)
    found.tabs.add(tab)
  }
  const isPanel = new Set(panels)
  for (const panel of panels) {
    const named = byId.get(panel.attributes['aria-labelledby'] ?? '')
    if (named?.attributes.role === 'tab') pair(panel, named)
  }
  for (const tab of tabs) {
    const panel = byId.get(tab.attributes['aria-controls'] ?? '')
    if (panel && isPanel.has(panel)) pair(panel, tab)
  }
  for (const [list, own] of Map.groupBy(tabs, listOf)) {
    const below = panels.filter(panel => list?.parent && isNear(panel, list.parent))
    if (below.length === own.length) for (const [at, tab] of own.entries()) pair(below[at], tab)
  }
  return found
}

const maxTabs = 500
const maxLabel = 80
const maxLevels = 4

const listOf = (tab: HtmlElement): HtmlElement | undefined => {
  let at = tab.parent
  for (let up = 0; at && up < maxLevels; up++, at = at.parent)
    if (at.attributes.role === 'tablist') return at
  return undefined
}

const isNear = (panel: HtmlElement, box: HtmlElement): boolean => {
  let at = panel.parent
  for (let up = 0; at && up < maxLevels; up++, at = at.parent) if (at === box) return true
  return false
}

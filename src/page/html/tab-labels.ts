import { around, isWithin } from './around.ts'
import { descendants, type HtmlElement, textContent } from './html.ts'

/** What a panel is called, and the panel of each tab. */
export type TabLabels = {
  labels: ReadonlyMap<HtmlElement, string>
  tabs: ReadonlyMap<HtmlElement, HtmlElement>
}

/**
 * A panel belongs to the tab that one of the two names, else to the one with its number. Tabs are
 * told by their roles, by links to panels in a list of that name, or by radio buttons: a page
 * without a script shows the panel whose button is checked.
 */
export const findTabLabels = (root: HtmlElement): TabLabels => {
  const page = collect(root)
  const labels = new Map<HtmlElement, string>()
  const tabs = new Map<HtmlElement, HtmlElement>()
  const pair: Pair = (panel, tab) => {
    const label = tab ? textContent(tab).replace(/\s+/g, ' ').trim() : ''
    if (!panel || !tab || !label || label.length > maxLabel || labels.has(panel)) return
    tabs.set(tab, panel)
    labels.set(panel, label)
  }
  if (page.tabs.length <= maxTabs && page.panels.length <= maxTabs) {
    pairByRole(page, pair)
    for (const link of page.links.slice(0, maxTabs)) pairLink(page, link, pair)
    for (const group of groupsOf(page)) pairGroup(group, pair)
  }
  return { labels, tabs }
}

const maxTabs = 500
const maxLabel = 80
const maxLevels = 4

type Pair = (panel: HtmlElement | undefined, tab: HtmlElement | undefined) => void

type Page = {
  byId: Map<string, HtmlElement>
  tabs: HtmlElement[]
  panels: HtmlElement[]
  /** Links to places of the page in a list of tabs. */
  links: HtmlElement[]
  /** Labels of buttons in a box of tabs. */
  choices: HtmlElement[]
}

const collect = (root: HtmlElement): Page => {
  const page: Page = { byId: new Map(), tabs: [], panels: [], links: [], choices: [] }
  for (const element of descendants(root)) {
    const { name, attributes } = element
    const { role } = attributes
    if (role === 'tab') page.tabs.push(element)
    else if (role === 'tabpanel') page.panels.push(element)
    else if (name === 'a' && attributes.href?.startsWith('#') && isInTabs(element)) {
      if (!isInText(element)) page.links.push(element)
    } else if (name === 'label' && attributes.for && isInTabs(element)) page.choices.push(element)
  }
  if (page.tabs.length + page.links.length + page.choices.length === 0) return page
  for (const element of descendants(root)) {
    const { id } = element.attributes
    if (id && !page.byId.has(id)) page.byId.set(id, element)
  }
  return page
}

/** `nav-tabs`, `ui-tabs-nav`, `tabbed-labels`, `sd-tab-label`, `vp-code-group`. */
const isInTabs = (element: HtmlElement): boolean =>
  around(element, maxLevels).some(({ attributes }) =>
    tabsName.test((attributes.class ?? '').slice(0, 200)),
  )
const tabsName = /(?<![a-z])(?:tab(?:s|bed|list|set)?|code-group)(?![a-z])/i

/** Javadoc gives the rows of a table the names of the tabs that show them. */
const isInText = ({ parent }: HtmlElement): boolean =>
  parent?.children.some(node => node.type === 'text' && node.text.trim() !== '') === true

const pairByRole = ({ tabs, panels, byId }: Page, pair: Pair): void => {
  if (tabs.length === 0) return
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
    const below = panels.filter(
      panel => list?.parent && around(panel.parent, maxLevels).includes(list.parent),
    )
    if (below.length === own.length) for (const [at, tab] of own.entries()) pair(below[at], tab)
  }
}

const listOf = ({ parent }: HtmlElement): HtmlElement | undefined =>
  around(parent, maxLevels).find(({ attributes }) => attributes.role === 'tablist')

const pairLink = ({ byId }: Page, link: HtmlElement, pair: Pair): void => {
  const panel = byId.get(link.attributes.href?.slice(1) ?? '')
  if (panel && panelTags.has(panel.name) && !isWithin(link, panel)) pair(panel, link)
}
const panelTags = new Set(['div', 'section', 'article'])

/** The labels of each group of radio buttons that stand beside each other. */
const groupsOf = ({ byId, choices }: Page): HtmlElement[][] =>
  choices.length > maxTabs
    ? []
    : [
        ...Map.groupBy(choices, ({ attributes, parent }) => {
          const button = byId.get(attributes.for ?? '')
          return button?.attributes.type === 'radio' ? parent : undefined
        }),
      ].flatMap(([parent, labels]) => (parent && labels.length > 1 ? [labels] : []))

/** Each panel stands behind its label, or all of them behind all labels, or in the next box. */
const pairGroup = (labels: readonly HtmlElement[], pair: Pair): void => {
  const box = labels[0]?.parent
  if (!box) return
  const beside = elementsIn(box)
  const own = labels.map(label => beside[beside.indexOf(label) + 1])
  const after = beside.slice(beside.indexOf(labels.at(-1) as HtmlElement) + 1).filter(isPanel)
  const around = box.parent ? elementsIn(box.parent) : []
  const next = around[around.indexOf(box) + 1]
  const choices = [own.filter(isPanel), after, next ? elementsIn(next) : []]
  const panels = choices.find(one => one.length === labels.length)
  for (const [at, panel] of panels?.entries() ?? []) pair(panel, labels[at])
}

const elementsIn = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter(child => child.type === 'element')

const isPanel = (element: HtmlElement | undefined): element is HtmlElement =>
  element !== undefined && element.name !== 'label' && element.name !== 'input'

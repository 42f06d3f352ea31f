import { readColor } from '../../../page/css/color.ts'
import type { Theme } from '../../../page/css/media.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import { schemeOf } from '../decide/page-background.ts'
import { pageColor } from '../decide/paint.ts'
import type { Roots, Snapshot } from '../page/snapshot.ts'
import { rootsOf, type Sketched, sketchPage } from './sketch.ts'

/** Classes that switch schemes; rules for them must be read although the page has none of them. */
export const darkClasses = ['dark', 'dark-mode', 'dark-theme', 'theme-dark', 'light', 'theme-light']

type Page = Omit<Sketched, 'preference'>

/**
 * The page in its other color scheme, where its CSS has one: as a visitor who prefers it, else by
 * the switches that its own selectors name.
 */
export const sketchOther = (page: Page, now: Snapshot): Snapshot | undefined => {
  const scheme = schemeOfRoots(now.roots)
  const wanted = scheme === 'light' ? 'dark' : 'light'
  const isWanted = (snapshot: Snapshot) => schemeOfRoots(snapshot.roots) === wanted
  if (wanted === 'dark' && followsPreference(page)) {
    const dark = sketchPage({ ...page, preference: 'dark' })
    if (isWanted(dark)) return dark
  }
  const { html, body } = rootsOf(page.document)
  for (const change of changesTo(wanted, page, [html, body])) {
    const snapshot = sketchChanged(page, change)
    if (isWanted(snapshot)) return snapshot
  }
  return undefined
}

const followsPreference = ({ sheets }: Page): boolean =>
  sheets.rules.some(({ schemes }) => schemes.light !== schemes.dark)

const schemeOfRoots = (roots: Roots): Theme =>
  schemeOf(pageColor({ roots }), readColor(roots.bodyText))

type Change = { root: HtmlElement; attribute: string; value: string }

/** A page has one or two of these; each costs a whole look. */
const maxChanges = 4

const changesTo = (wanted: Theme, { sheets }: Page, roots: readonly HtmlElement[]): Change[] =>
  sheets.darkSwitches
    .values()
    .flatMap(name => {
      const [attribute = '', dark = ''] = name.split('=')
      return roots.flatMap(root => {
        const present = root.attributes[attribute] ?? ''
        const value =
          attribute === 'class'
            ? changedClass(wanted, present, dark)
            : changedValue(wanted, present, dark)
        return value === undefined ? [] : [{ root, attribute, value }]
      })
    })
    .take(maxChanges)
    .toArray()

const changedClass = (wanted: Theme, present: string, dark: string): string | undefined => {
  const others = present.split(/\s+/).filter(word => word !== dark)
  const value = (wanted === 'dark' ? [...others, dark] : others).join(' ').trim()
  return value === present ? undefined : value
}

/** What is not switched on cannot be switched off. */
const changedValue = (wanted: Theme, present: string, dark: string): string | undefined => {
  const isDark = present.includes('dark')
  if (isDark === (wanted === 'dark')) return undefined
  return wanted === 'dark' ? dark : dark.replace('dark', 'light')
}

/** The page's own element is changed for the look and changed back. */
const sketchChanged = (page: Page, { root, attribute, value }: Change): Snapshot => {
  const before = root.attributes
  root.attributes = { ...before, [attribute]: value }
  try {
    return sketchPage({ ...page, preference: 'light' })
  } finally {
    root.attributes = before
  }
}

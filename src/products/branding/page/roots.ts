/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { bodyOf, childrenOf, finishAnimations, isClear } from './look.ts'
import type { Roots } from './snapshot.ts'

/** What lies under the whole page. */
export const measureRoots = (): Roots => {
  finishAnimations()
  const root = document.documentElement
  const body = bodyOf()
  const rootStyle = getComputedStyle(root)
  const bodyStyle = getComputedStyle(body)
  return {
    html: rootStyle.backgroundColor,
    body: bodyStyle.backgroundColor,
    wrappers: measureWrappers(body),
    canvas: measureCanvas(),
    bodyText: bodyStyle.color,
    rootFontPx: Number.parseFloat(rootStyle.fontSize) || 16,
    hasImage: bodyStyle.backgroundImage !== 'none' || rootStyle.backgroundImage !== 'none',
  }
}

/** Applications paint their page on `#root` or the like. */
export const measureWrappers = (body: Element): string[] => {
  const found: string[] = []
  const pageHeight = Math.max(document.documentElement.scrollHeight, innerHeight)
  let at: Element | undefined = body
  for (let depth = 0; at && depth < 8; depth++) {
    at = childrenOf(at).find(child => {
      const { width, height } = child.getBoundingClientRect()
      const { position } = getComputedStyle(child)
      return width >= innerWidth * 0.97 && height >= pageHeight * 0.9 && position !== 'fixed'
    })
    const color = at ? getComputedStyle(at).backgroundColor : ''
    if (color !== '' && !isClear(color)) found.push(color)
  }
  return found
}

/** The browser's own page color, which a page in a dark `color-scheme` does not paint over. */
export const measureCanvas = (): string => {
  const probe = document.createElement('siteray-probe')
  probe.style.cssText =
    'all: initial; color-scheme: inherit; display: none; background-color: Canvas'
  document.documentElement.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

export const readVariables = (): [name: string, value: string][] => {
  const variables = new Map<string, string>()
  for (const holder of [document.documentElement, bodyOf()])
    for (const [name, values] of holder.computedStyleMap()) {
      if (!name.startsWith('--') || name.length > 120 || variables.size >= 3_000) continue
      const value = [...values].join(' ').trim()
      if (value !== '' && value.length <= 300) variables.set(name, value)
    }
  return [...variables]
}

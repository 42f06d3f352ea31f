import type { Cascade } from '../../../page/css/cascade.ts'
import type { Theme } from '../../../page/css/media.ts'
import { cssOf, type Painter } from '../../../page/css/paint.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { Roots } from '../page/snapshot.ts'
import { textOf } from './text.ts'

type Input = {
  html: HtmlElement
  body: HtmlElement
  cascade: Cascade
  painter: Painter
  scheme: Theme
}

/** What lies under the whole page. */
export const sketchRoots = ({ html, body, cascade, painter, scheme }: Input): Roots => {
  const fillOf = (element: HtmlElement): string => {
    const fill = painter.fill(cascade.styleOf(element))
    return fill ? cssOf(fill) : 'transparent'
  }
  const isPictured = (element: HtmlElement) =>
    /gradient|url\(/i.test(cascade.styleOf(element).own('background-image') ?? '')
  return {
    html: fillOf(html),
    body: fillOf(body),
    wrappers: wrappersOf(body)
      .map(fillOf)
      .filter(fill => fill !== 'transparent'),
    // Chromium's own page colors.
    canvas: scheme === 'dark' ? '#121212' : '#ffffff',
    bodyText: cssOf(painter.text(cascade.styleOf(body))),
    rootFontPx: 16,
    hasImage: isPictured(html) || isPictured(body),
  }
}

const maxText = 5_000

/** Applications paint their page on `#root` or the like: what holds (nearly) all of the text. */
const wrappersOf = (body: HtmlElement): HtmlElement[] => {
  const wrappers: HtmlElement[] = []
  const all = textOf(body, maxText).length
  let at = body
  for (let depth = 0; depth < 4; depth++) {
    const inner = at.children.find(
      (node): node is HtmlElement =>
        node.type === 'element' &&
        !/^(?:main|header|footer|script|style)$/.test(node.name) &&
        textOf(node, maxText).length >= all * 0.97,
    )
    if (!inner || all === 0) break
    wrappers.push(inner)
    at = inner
  }
  return wrappers
}

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Frame, Page } from 'playwright-core'

/** Frames smaller than this are counters, pixels and buttons. */
const minFramePx = { width: 200, height: 100 }
const maxFrames = 20

/**
 * The page as HTML the way a reader sees it: open shadow roots in place of their hosts' content,
 * and what is in frames in place of the frames.
 */
export const capturePage = async (page: Page): Promise<string> => {
  const frames = await markFrames(page)
  const html = await page.mainFrame().evaluate(serialize, false)
  const contents = await Promise.all(
    frames.map(frame => frame.evaluate(serialize, true).catch(() => '')),
  )
  /** Each once: a script may hold the mark of its own frame as text. */
  const fill = (html: string): string =>
    html.replaceAll(/<siteray-frame n="(\d+)"><\/siteray-frame>/g, (_, index: string) => {
      const [content = ''] = contents.splice(Number(index), 1, '')
      return `<div>${fill(content)}</div>`
    })
  return fill(html)
}

/** Gives every frame worth reading a number that `serialize` writes in its place. */
const markFrames = async (page: Page): Promise<Frame[]> => {
  const marked: Frame[] = []
  for (const frame of page.frames()) {
    if (frame === page.mainFrame() || marked.length === maxFrames) continue
    const element = await frame.frameElement().catch(() => undefined)
    const box = await element?.boundingBox().catch(() => undefined)
    if (!element || !box || box.width < minFramePx.width || box.height < minFramePx.height) continue
    const index = marked.length
    const set = await element
      .evaluate(
        (node, number) => (node as Element).setAttribute('data-siteray-frame', String(number)),
        index,
      )
      .then(
        () => true,
        () => false,
      )
    if (set) marked.push(frame)
  }
  return marked
}

/**
 * The page, or what is in the body of a frame, whose addresses are whole: they stand in another page
 * then. Runs in the page. Self-contained: nothing of this module exists there.
 */
const serialize = (isFrame: boolean): string => {
  const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
  const raw = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'noembed', 'noframes'])
  const escapeText = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const escapeValue = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

  const wholeAddress = (text: string): string =>
    text.startsWith('#') ? text : (URL.parse(text, document.baseURI)?.href ?? text)
  const wholeSet = (value: string): string =>
    value.replaceAll(/(^|,)(\s*)([^\s,]\S*)/g, (_, comma, space, address) =>
      [comma, space, wholeAddress(address)].join(''),
    )
  const addresses = new Set(['href', 'src', 'poster', 'cite'])
  const written = ({ name, value }: Attr): string => {
    if (isFrame && addresses.has(name)) return wholeAddress(value.trim())
    return isFrame && name === 'srcset' ? wholeSet(value) : value
  }

  const childrenOf = (node: Node): Node[] => {
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes()
      if (assigned.length > 0) return assigned
    }
    const shadow = node instanceof Element ? node.shadowRoot : null
    return [...(shadow ?? node).childNodes]
  }
  const openTag = (element: Element, name: string) => {
    let tag = `<${name}`
    for (const attribute of element.attributes)
      tag += ` ${attribute.name}="${escapeValue(written(attribute))}"`
    // What the reader sees of a lazy image is what it finally loaded.
    if (element instanceof HTMLImageElement && element.currentSrc && !element.getAttribute('src'))
      tag += ` src="${escapeValue(element.currentSrc)}"`
    return `${tag}>`
  }

  const out: string[] = isFrame ? [] : ['<!doctype html>']
  // A stack of its own: a page may be nested deeper than a call stack.
  const stack: (Node | string)[] = isFrame
    ? childrenOf(document.body ?? document.documentElement).reverse()
    : [document.documentElement]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item === 'string') {
      out.push(item)
    } else if (item.nodeType === Node.TEXT_NODE) {
      out.push(escapeText(item.nodeValue ?? ''))
    } else if (item instanceof Element) {
      // Nothing but frames may stand in a frameset, and what they show comes in their place.
      const tag = item.tagName.toLowerCase()
      const name = tag === 'frameset' ? 'div' : tag
      const frame = item.getAttribute('data-siteray-frame')
      if (frame !== null) {
        out.push(`<siteray-frame n="${frame}"></siteray-frame>`)
        continue
      }
      out.push(openTag(item, name))
      if (voids.has(name)) continue
      if (raw.has(name)) {
        out.push(
          name === 'template' || name === 'noscript' ? '' : (item.textContent ?? ''),
          `</${name}>`,
        )
        continue
      }
      stack.push(`</${name}>`)
      const children = childrenOf(item)
      for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as Node)
    }
  }
  return out.join('')
}

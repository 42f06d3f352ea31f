import { descendants, type HtmlElement, textContent } from './html.ts'
import { imageSource } from './image-source.ts'

/**
 * Whether a `<noscript>` adds something. No script of the page has run, so on some sites the
 * text stands only here; but it is not worth reading where it is the copy of a lazy picture that
 * was found anyway, a frame that counts visitors, or a plea to switch JavaScript on.
 */
export const noscriptHasContent = (noscript: HtmlElement, baseUrl: string): boolean => {
  let hasImage = false
  for (const child of descendants(noscript)) {
    if (child.name === 'iframe') return false
    if (child.name === 'img') hasImage = true
  }
  const text = textContent(noscript).trim()
  if (text === '') return hasImage && !hasPictureBeside(noscript, baseUrl)
  return text.length >= pleaLength || !/javascript|cookies/i.test(text)
}

const pleaLength = 400

const hasPictureBeside = (noscript: HtmlElement, baseUrl: string): boolean => {
  for (const node of noscript.parent?.children.slice(0, 12) ?? []) {
    if (node.type === 'text' || node === noscript) continue
    if (node.name === 'img' && imageSource(node, baseUrl)) return true
    if (node.name !== 'picture') continue
    for (const child of node.children)
      if (child.type === 'element' && child.name === 'img' && imageSource(child, baseUrl))
        return true
  }
  return false
}

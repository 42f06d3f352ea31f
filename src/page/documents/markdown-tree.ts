import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { descendants, type HtmlElement, parseHtml } from '../html/html.ts'

/** What a Markdown file shows, as a tree that is trusted as little as any page's. */
export const markdownTree = (markdown: string): HtmlElement => {
  const html = micromark(markdown, {
    // Authors write HTML into Markdown, and pages are full of it anyway.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
  const { root } = parseHtml(html)
  return descendants(root).find(({ name }) => name === 'body') ?? root
}

import { webUrl } from '../base-url.ts'
import { descendants, type HtmlElement, textContent } from '../html.ts'
import { imageSource, isTrackingPixel } from '../image-source.ts'
import { codeLanguage, readCode } from './code.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'

/** Code keeps its lines; where no block can stand, each line is inline code. */
export const codeBlock = (reader: Reader, element: HtmlElement): 'skip' => {
  const { draft } = reader
  const text = readCode(element)
  if (text.trim() === '') return 'skip'
  if (!draft.fixed) {
    draft.flush()
    draft.append({ kind: 'code', text, language: codeLanguage(element) })
    return 'skip'
  }
  draft.boundary()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    draft.piece({ kind: 'code', text: line.trim() })
    draft.lineBreak()
  }
  return 'skip'
}

const enterRule: Rule = ({ draft }) => {
  draft.boundary()
  if (!draft.fixed) draft.append({ kind: 'rule' })
  return 'skip'
}

const enterImage: Rule = ({ draft, baseUrl }, element) => {
  if (isTrackingPixel(element)) return 'skip'
  const { alt, title = '' } = element.attributes
  const url = imageSource(element, baseUrl)
  const text = (alt ?? element.attributes['aria-label'] ?? '').trim()
  // A picture without an address that can be followed still has its words.
  if (url) draft.piece({ kind: 'image', alt: text, url, title: title.trim() === text ? '' : title })
  else if (text) draft.text(text)
  return 'skip'
}

/** Read only where it adds something: not the copy of a lazy picture, not a plea for JavaScript. */
const enterNoscript: Rule = (reader, element) => {
  let image: HtmlElement | undefined
  for (const child of descendants(element)) {
    if (child.name === 'iframe') return 'skip'
    if (child.name === 'img') image ??= child
  }
  const text = textContent(element).trim()
  if (text === '') return !image || hasPictureBefore(reader, element) ? 'skip' : undefined
  if (text.length < 400 && /javascript|cookies/i.test(text)) return 'skip'
  return enterBlock(reader)
}

const hasPictureBefore = ({ baseUrl }: Reader, noscript: HtmlElement): boolean => {
  const siblings = noscript.parent?.children ?? []
  for (const node of siblings.slice(0, 12)) {
    if (node.type === 'text' || node === noscript) continue
    if (node.name === 'img' && imageSource(node, baseUrl)) return true
    if (node.name === 'picture')
      for (const child of node.children)
        if (child.type === 'element' && child.name === 'img' && imageSource(child, baseUrl))
          return true
  }
  return false
}

/** A film or a sound becomes a link to it; what the element says to old browsers is dropped. */
const enterPlayer: Rule = (reader, element) => {
  const { draft, baseUrl } = reader
  const url = webUrl(element.attributes.src, baseUrl) ?? firstSource(element, baseUrl)
  if (!url) return 'skip'
  const label = element.attributes.title ?? element.attributes['aria-label']
  draft.boundary()
  const leave = draft.span(embedLink(url))
  const poster = webUrl(element.attributes.poster, baseUrl)
  const words = label?.trim() || (element.name === 'video' ? 'Video' : 'Audio')
  if (poster) draft.piece({ kind: 'image', alt: words, url: poster, title: '' })
  else draft.text(words)
  leave?.()
  draft.boundary()
  return 'skip'
}

const firstSource = (player: HtmlElement, baseUrl: string): string | undefined => {
  for (const child of player.children) {
    const url =
      child.type === 'element' && child.name === 'source'
        ? webUrl(child.attributes.src, baseUrl)
        : undefined
    if (url) return url
  }
  return undefined
}

const embedLink = (url: string) =>
  ({ kind: 'link', url, title: '', label: '', home: undefined, rank: 0 }) as const

/** Frames are worth a link where they have a name, or show what people watch or listen to. */
const enterFrame: Rule = (reader, element) => {
  const { draft, baseUrl } = reader
  const { attributes } = element
  const url = webUrl(attributes.src ?? attributes['data-src'], baseUrl)
  if (!url || isTrackingPixel(element)) return 'skip'
  const page = watchPage(url)
  const title = attributes.title?.trim()
  if (!title && !page) return 'skip'
  draft.boundary()
  const leave = draft.span(embedLink(page ?? url))
  draft.text(title || new URL(page ?? url).hostname)
  leave?.()
  draft.boundary()
  return 'skip'
}

/** The page of a player's film, which can be read without the player. */
const watchPage = (address: string): string | undefined => {
  const url = new URL(address)
  const host = url.hostname.replace(/^www\./, '')
  const id = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1]
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && id && id !== 'videoseries')
    return `https://www.youtube.com/watch?v=${id}`
  const film = /^\/video\/(\d+)$/.exec(url.pathname)?.[1]
  if (host === 'player.vimeo.com' && film) return `https://vimeo.com/${film}`
  return players.test(host) ? address : undefined
}

const players = /^(?:open\.spotify\.com|w\.soundcloud\.com|codepen\.io|codesandbox\.io|player\.)/

export const mediaRules: [string, Rule][] = [
  ['pre', codeBlock],
  ['xmp', codeBlock],
  ['listing', codeBlock],
  ['plaintext', codeBlock],
  ['hr', enterRule],
  ['img', enterImage],
  ['noscript', enterNoscript],
  ['video', enterPlayer],
  ['audio', enterPlayer],
  ['iframe', enterFrame],
  ['embed', enterFrame],
]

import { webUrl } from '../base-url.ts'
import { type HtmlElement, textContent } from '../html.ts'
import { imageSource, isTrackingPixel } from '../image-source.ts'
import { noscriptHasContent } from '../noscript.ts'
import { codeLanguage, readCode } from './code.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'

/** Code keeps its lines; where no block can stand, each line is inline code. */
export const codeBlock = (reader: Reader, element: HtmlElement): 'skip' => {
  const { draft } = reader
  const text = readCode(element)
  if (text.trim() === '') return 'skip'
  if (!draft.fixed) {
    const language = codeLanguage(element)
    draft.flush()
    if (language) draft.dropLabel(language)
    draft.append({ kind: 'code', text, language })
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

/** What copies the code beside it is no text of the page. */
const enterButton: Rule = (_reader, { children }) => {
  const only = children.length === 1 ? children[0] : undefined
  return only?.type === 'text' && /^\s*cop(?:y|ied)(?: code| to clipboard)?!?\s*$/i.test(only.text)
    ? 'skip'
    : undefined
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

const enterNoscript: Rule = (reader, element) => {
  // One inside another is looked at with the outer one, else the work would multiply.
  if (reader.insideNoscript) return enterBlock(reader)
  if (!noscriptHasContent(element, reader.baseUrl)) return 'skip'
  reader.insideNoscript = true
  const isPicture = textContent(element).trim() === ''
  if (!isPicture) reader.draft.boundary()
  return () => {
    reader.insideNoscript = false
    if (!isPicture) reader.draft.boundary()
  }
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
  const film = filmOf(url)
  const label = attributes.title?.trim() || film?.label
  if (!label) return 'skip'
  draft.boundary()
  const leave = draft.span(embedLink(film?.page ?? url))
  draft.text(label)
  leave?.()
  draft.boundary()
  return 'skip'
}

/** The page of a player's film, which can be read without the player. */
const filmOf = (address: string): { page: string; label: string } | undefined => {
  const url = new URL(address)
  const host = url.hostname.replace(/^www\./, '')
  const youtube = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1]
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && youtube && youtube !== 'videoseries')
    return { page: `https://www.youtube.com/watch?v=${youtube}`, label: 'Video' }
  const vimeo = /^\/video\/(\d+)$/.exec(url.pathname)?.[1]
  if (host === 'player.vimeo.com' && vimeo)
    return { page: `https://vimeo.com/${vimeo}`, label: 'Video' }
  return players.test(host) ? { page: address, label: host } : undefined
}

const players = /^(?:open\.spotify\.com|w\.soundcloud\.com|codepen\.io|codesandbox\.io|player\.)/

export const mediaRules: [string, Rule][] = [
  ['pre', codeBlock],
  ['xmp', codeBlock],
  ['listing', codeBlock],
  ['plaintext', codeBlock],
  ['button', enterButton],
  ['hr', enterRule],
  ['img', enterImage],
  ['noscript', enterNoscript],
  ['video', enterPlayer],
  ['audio', enterPlayer],
  ['iframe', enterFrame],
  ['embed', enterFrame],
]

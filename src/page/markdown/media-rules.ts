import { webUrl } from '../html/addresses.ts'
import { nextElement } from '../html/footnotes.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { isTrackingPixel, largestImageSource } from '../html/image-source.ts'
import { noscriptHasContent } from '../html/noscript.ts'
import { codeLanguage, readCode } from './code.ts'
import { emptyWords, isDecoration, isOnlySign, pictureWords } from './pictures.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'

/** Code keeps its lines; where no block can stand, each line is inline code. */
export const codeBlock = (reader: Reader, element: HtmlElement): 'skip' => {
  const { draft } = reader
  const text = readCode(element)
  if (text.trim() === '') return 'skip'
  if (!draft.fixed) {
    draft.code(text, codeLanguage(element))
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
const enterButton: Rule = (_reader, button) =>
  /^\s*cop(?:y|ied)(?: code| to clipboard)?!?\s*$/i.test(textContent(button)) ? 'skip' : undefined

const enterRule: Rule = ({ draft }) => {
  draft.boundary()
  if (!draft.fixed) draft.append({ kind: 'rule' })
  return 'skip'
}

const enterImage: Rule = ({ draft, baseUrl, survey }, element) => {
  if (isTrackingPixel(element) || isSpacer(element) || isFileIcon(element)) return 'skip'
  const { src = '', alt = '', title = '' } = element.attributes
  const url = largestImageSource(element, baseUrl)
  // A picture that is the whole document goes by its name.
  const words = src === baseUrl ? alt : pictureWords(element)
  const repeats = words === '' ? (survey.wordlessPictures.get(src) ?? 0) : 0
  if (isEmoji(element, words)) draft.text(words)
  else if (url && isDecoration(element, url, repeats) && !isOnlySign(element)) return 'skip'
  else if (url) {
    const isSaid = emptyWords.test(title.trim()) || title.trim() === words
    draft.piece({ kind: 'image', alt: words, url, title: isSaid ? '' : title })
  } else if (words && !hasCopyBehind(element) && (draft.isInLine || isOnlySign(element)))
    draft.text(words)
  return 'skip'
}

/** Old pages push text aside with a picture that is a line. */
const isSpacer = ({ attributes: { width = '', height = '', alt = '' } }: HtmlElement): boolean =>
  alt.trim() === '' && (/^[01]$/.test(width) || /^[01]$/.test(height))

/** Apache draws the kind of each file that it lists: `[DIR]`, `[ICO]`. */
const isFileIcon = ({ attributes: { alt = '', src = '' } }: HtmlElement): boolean =>
  /^\[[ \w]{3,11}\]$/.test(alt) && src.includes('/icons/')

/** A letter that is drawn: sites replace emoji by pictures of their own. */
const isEmoji = ({ attributes }: HtmlElement, alt: string): boolean =>
  alt !== '' &&
  alt.length < 40 &&
  (emojiClass.test(attributes.class ?? '') ||
    (emoji.test(alt) &&
      (Number(attributes.width) <= maxEmoji || emojiFile.test(attributes.src ?? ''))))
const emojiClass = /(?:^|\s)(?:wp-|tw)?emoji(?:\s|$)|(?:^|\s)smil(?:ey|ie)s?(?:\s|$)/
const emoji = /^(?=\P{ASCII})(?:\p{Emoji}|\u200d|\ufe0f){1,10}$/u
const emojiFile = /emoji|[/_]u?1f[\da-f]{3}[._-]/i
const maxEmoji = 72

/** Where scripts load the picture, the real one often follows for those who run none. */
const hasCopyBehind = (image: HtmlElement): boolean => {
  const next = nextElement(image)
  return next?.name === 'noscript' && descendants(next).some(({ name }) => name === 'img')
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
  const url = frameSources.map(name => webUrl(attributes[name], baseUrl)).find(Boolean)
  if (!url || isTrackingPixel(element)) return 'skip'
  const film = filmOf(url)
  const label = attributes.title?.trim() || film?.label
  if (label) appendLink(draft, film?.page ?? url, label)
  return 'skip'
}

/** Lazy loaders and consent banners keep the address back. */
const frameSources = ['src', 'data-src', 'data-lazy-src', 'data-litespeed-src', 'data-cmp-src']

/** Players that are put in place by a script know their film by its number only. */
const enterFilm =
  (page: string): Rule =>
  ({ draft }, { attributes }) => {
    const id = /^[\w-]{1,20}$/.exec((attributes.videoid ?? '').trim())?.[0]
    const label = attributes.playlabel ?? attributes.title
    if (id) appendLink(draft, page + id, label?.trim() || 'Video')
    return 'skip'
  }

const appendLink = (draft: Reader['draft'], url: string, label: string): void => {
  draft.boundary()
  const leave = draft.span(embedLink(url))
  draft.text(label)
  leave?.()
  draft.boundary()
}

/** The page of a player's film, which can be read without the player. */
const filmOf = (address: string): { page: string; label: string } | undefined => {
  const url = new URL(address)
  const host = url.hostname.replace(/^www\./, '')
  const youtube = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1]
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && youtube && youtube !== 'videoseries')
    return { page: youtubePage + youtube, label: 'Video' }
  const vimeo = /^\/video\/(\d+)$/.exec(url.pathname)?.[1]
  // A film that is not listed opens with its hash alone.
  const hash = /^[\da-f]{6,20}$/.exec(url.searchParams.get('h') ?? '')?.[0]
  if (host === 'player.vimeo.com' && vimeo)
    return { page: vimeoPage + vimeo + (hash ? `/${hash}` : ''), label: 'Video' }
  return players.test(host) ? { page: address, label: host } : undefined
}

const youtubePage = 'https://www.youtube.com/watch?v='
const vimeoPage = 'https://vimeo.com/'
const players = /^(?:open\.spotify\.com|w\.soundcloud\.com|codepen\.io|codesandbox\.io|player\.)/

export const mediaRules: [string, Rule][] = [
  ['pre', codeBlock],
  ['xmp', codeBlock],
  ['listing', codeBlock],
  ['plaintext', codeBlock],
  ['button', enterButton],
  ['hr', enterRule],
  ['img', enterImage],
  ['amp-img', enterImage],
  ['amp-anim', enterImage],
  ['noscript', enterNoscript],
  ['video', enterPlayer],
  ['audio', enterPlayer],
  ['iframe', enterFrame],
  ['embed', enterFrame],
  ['lite-youtube', enterFilm(youtubePage)],
  ['lite-vimeo', enterFilm(vimeoPage)],
]

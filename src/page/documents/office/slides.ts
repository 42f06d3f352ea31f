import { type HtmlElement, textContent } from '../../html/html.ts'
import { namedIn, openParts, type Parts, relationsOf } from './parts.ts'
import { readZip, replaceEntries } from './zip.ts'

/** The letters of each slide with its notes, in the order of the presentation. */
export const slideTexts = async (
  parts: Parts,
  slides: readonly ListedSlide[],
): Promise<string[]> => {
  const pages = namedIn(await parts.tree('content.xml'), 'draw:page')
  if (pages.length > 0) return pages.map(lettersIn)
  const texts: string[] = []
  for (const { name, isHidden } of slides) {
    if (isHidden) {
      texts.push('')
      continue
    }
    const others = [...(await relationsOf(parts, name)).values()]
    const own = [name, ...others.filter(other => /\/(?:notesSlides|charts|diagrams)\//.test(other))]
    const trees = await Promise.all(own.map(part => parts.tree(part)))
    texts.push(trees.map(tree => (tree ? lettersIn(tree) : '')).join('\n'))
  }
  return texts
}

const presentation = 'ppt/presentation.xml'

/** As the presentation lists it; `id` is that by which it refers to the part of that name. */
export type ListedSlide = { id: string; name: string; isHidden: boolean }

/** Those that are skipped (ECMA-376, 19.3.1.38 `show`) are hidden, unless all are. */
export const listSlides = async (parts: Parts): Promise<ListedSlide[]> => {
  const names = await relationsOf(parts, presentation)
  const slides: ListedSlide[] = []
  for (const { attributes } of namedIn(await parts.tree(presentation), 'p:sldid')) {
    const id = attributes['r:id'] ?? ''
    const name = names.get(id) ?? ''
    const [tag = ''] = /<p:sld\s[^<>]*/.exec((await parts.text(name)) ?? '') ?? []
    slides.push({ id, name, isHidden: /\sshow="(?:0|false)"/.test(tag) })
  }
  const areAll = slides.every(({ isHidden }) => isHidden)
  return areAll ? slides.map(slide => ({ ...slide, isHidden: false })) : slides
}

/** The file without its hidden slides. */
export const showSlides = async (file: Buffer, slides: readonly ListedSlide[]): Promise<Buffer> => {
  const hidden = slides.filter(({ isHidden }) => isHidden)
  if (hidden.length === 0) return file
  const entries = readZip(file) ?? []
  const xml = (await openParts(file, entries).text(presentation)) ?? ''
  const left = xml.replace(/<p:sldId\s[^<>]*>/g, tag =>
    hidden.some(({ id }) => tag.includes(`"${id}"`)) ? '' : tag,
  )
  return replaceEntries(file, entries, new Map([[presentation, Buffer.from(left)]]))
}

export const hiddenSlidesWarning = (slides: readonly ListedSlide[]): string | undefined => {
  const numbers = slides.flatMap(({ isHidden }, at) => (isHidden ? [at + 1] : []))
  if (numbers.length === 0) return undefined
  const named = numbers.slice(0, maxNamed).join(', ')
  return `Hidden in the presentation and left out: slide${numbers.length > 1 ? 's' : ''} ${named}.`
}
/** In a sentence. */
const maxNamed = 20

const lettersIn = (element: HtmlElement): string => lettersOf(textContent(element))

const lettersOf = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * On which slide a text stands, as the reader of the file does not say where one ends: the first,
 * from that of the text before on, that has its letters and has not given them to another text.
 */
export const createSlideFinder = (
  slides: readonly string[],
): ((text: string) => number | undefined) => {
  const left = [...slides]
  let at = 0
  return text => {
    const letters = lettersOf(text)
    if (letters === '') return undefined
    const found = left.findIndex((slide, index) => index >= at && slide.includes(letters))
    if (found < 0) return undefined
    at = found
    left[found] = (left[found] as string).replace(letters, '')
    return found + 1
  }
}

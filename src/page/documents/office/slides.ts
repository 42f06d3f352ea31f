import { type HtmlElement, textContent } from '../../html/html.ts'
import { namedIn, type Parts, relationsOf } from './parts.ts'

/** The letters of each slide with its notes, in the order of the presentation. */
export const slideTexts = async (parts: Parts): Promise<string[]> => {
  const pages = namedIn(await parts.tree('content.xml'), 'draw:page')
  if (pages.length > 0) return pages.map(lettersIn)
  const presentation = 'ppt/presentation.xml'
  const slides = await relationsOf(parts, presentation)
  const texts: string[] = []
  for (const { attributes } of namedIn(await parts.tree(presentation), 'p:sldid')) {
    const name = slides.get(attributes['r:id'] ?? '') ?? ''
    const others = [...(await relationsOf(parts, name)).values()]
    const own = [name, ...others.filter(other => /\/(?:notesSlides|charts|diagrams)\//.test(other))]
    const trees = await Promise.all(own.map(part => parts.tree(part)))
    texts.push(trees.map(tree => (tree ? lettersIn(tree) : '')).join('\n'))
  }
  return texts
}

const lettersIn = (element: HtmlElement): string => lettersOf(textContent(element))

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

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

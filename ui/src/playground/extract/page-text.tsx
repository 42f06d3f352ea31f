import { useEffect, useRef } from 'react'
import { Markdown } from '../../parts/markdown.tsx'

/** The page's words for a value, and the name of its field. */
export type Quoted = { quote: string; name: string }

/**
 * The page's text with the words that values came from. They are marked with the browser's highlight
 * registry: nothing is written into the text, so a quote may begin in one element and end in another.
 */
export const PageText = ({
  markdown,
  quotes,
  active,
}: {
  markdown: string
  quotes: readonly Quoted[]
  /** The one that a person looks at. */
  active: Quoted | undefined
}) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const text = readText(box.current)
    paint(
      'evidence',
      quotes.flatMap(quote => findQuote(text, quote) ?? []),
    )
    return () => paint('evidence', [])
  }, [quotes])
  useEffect(() => {
    if (!box.current || active === undefined) return
    const range = findQuote(readText(box.current), active)
    paint('evidence-active', range ? [range] : [])
    if (range) scrollTo(box.current, range)
    return () => paint('evidence-active', [])
  }, [active])
  return (
    <section
      ref={box}
      aria-label="Text of the page"
      className="max-h-[24rem] overflow-auto rounded-md border bg-page p-4"
    >
      <Markdown text={markdown} />
    </section>
  )
}

// In a sheet of its own: the build's reader of style sheets does not know ::highlight yet.
const colors = new CSSStyleSheet()
colors.replaceSync(`
  ::highlight(evidence) { background-color: color-mix(in srgb, var(--warn) 22%, transparent); }
  ::highlight(evidence-active) { background-color: var(--warn); color: var(--page); }
`)
document.adoptedStyleSheets.push(colors)

const paint = (name: string, ranges: readonly Range[]) => {
  // Older browsers show the quotes beside the values and mark nothing.
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

const scrollTo = (box: HTMLElement, range: Range) => {
  const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return
  box.scrollBy({ top: inner.top - outer.top - outer.height / 3 })
}

type Letter = { node: Text; offset: number }
type PlainText = { text: string; letters: Letter[] }

/** All letters without white space: how a page is broken into elements and lines says nothing. */
const readText = (root: Node): PlainText => {
  const letters: Letter[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!(node instanceof Text)) continue
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = node.data.charAt(offset)
      if (/\s/.test(letter)) continue
      text += letter
      letters.push({ node, offset })
    }
  }
  return { text, letters }
}

/** The same words may stand in several places: the line that names the field, or says little else. */
const findQuote = ({ text, letters }: PlainText, { quote, name }: Quoted): Range | undefined => {
  const wanted = quote.replace(/\s+/g, '')
  const doubt = (place: number) => {
    const line = lineOf(letters[place])
    return line.length + (line.toLowerCase().includes(name.toLowerCase()) ? 0 : 1_000)
  }
  const [at = -1] = placesOf(text, wanted).sort((one, other) => doubt(one) - doubt(other))
  const [first, last] = [letters[at], letters[at + wanted.length - 1]]
  if (!first || !last) return undefined
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

const placesOf = (text: string, wanted: string): number[] => {
  const places: number[] = []
  if (wanted === '') return places
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at)
  return places
}

const lineOf = (letter: Letter | undefined): string =>
  letter?.node.parentElement?.closest('p, li, td, th, h1, h2, h3, h4, h5, h6, pre')?.textContent ??
  ''

import { bracketed, mathsIn } from './formulas.ts'

/**
 * A chapter of a book whose super- and subscripts, formulas and notes pass through the reader of
 * EPUB, which would leave plain text of them.
 */
export const markChapter = (xhtml: string, name: string): string =>
  mathsIn(xhtml)
    .replace(/<(\/?su[bp])(?: [^<>]*)?>/g, (_, tag: string) => bracketed(tag))
    .replace(arrowBack, '')
    .replace(noteStart, (whole: string, tag: string, paragraph = '') => {
      const id = idOf.exec(tag)?.[1]
      const mark = `span role=doc-footnote id=${noteId(name, `#${id}`)}`
      return id ? `${tag}${paragraph}${bracketed(mark)}${bracketed('/span')}` : whole
    })
    .replace(reference, (whole: string, tag: string, label: string) => {
      const href = hrefOf.exec(tag)?.[1]
      const link = `a role=doc-noteref href=#${noteId(name, href ?? '')}`
      return href && isReference.test(tag)
        ? `${bracketed('sup')}${bracketed(link)}${label.trim()}${ends}`
        : whole
    })

/** Elements that say they are one note, the paragraph in them, and its link back. */
const noteStart =
  /(<(?:aside|li|div|p) [^<>]{0,300}(?:epub:type|role)="[^"<>]{0,100}\b(?:footnote|endnote|rearnote)\b[^<>]{0,300}>)(?:(\s{0,20}<p(?: [^<>]{0,300})?>)?(?:\s{0,20}<a [^<>#]{0,300}#[^<>]{0,300}>[^<>]{0,5}<\/a>[.:]?\s{0,20})?)/g
const reference = /(<a [^<>]{1,400}>)([^<]{1,50})<\/a>/g
const isReference = /"[^"]{0,60}noteref/
const arrowBack = /<a [^<>]*>[↩↑⤴^][\ufe0e\ufe0f]?<\/a>/g
const idOf = /\sid="([^"<>]{1,200})"/
const hrefOf = /\shref="([^"<>]{1,200})"/
const ends = bracketed('/a') + bracketed('/sup')

/** Chapters number their notes anew. */
const noteId = (chapter: string, href: string): string => {
  const [file, id = ''] = href.split('#', 2)
  const own = (file || chapter).replace(/^.*\//, '')
  return `fn-${own}-${id}`.replace(/[^\w-]+/g, '_')
}

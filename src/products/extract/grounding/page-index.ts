import type { FilePlace } from '../../../page/documents/places/places.ts'
import type { Box } from './boxes.ts'
import type { Doubt } from './doubt.ts'
import type { PageLines } from './lines.ts'
import { type Mentions, readMentions } from './mentions.ts'
import type { Address, Quotation } from './quotation.ts'
import { readStream, type Stream } from './stream.ts'

/**
 * Does a value follow from the page? Decided by looking, never by asking a model: this is what
 * stands between an obeyed injection, or a plain invention, and the caller. `judged` is for fields
 * that ask for an opinion, which no quote can prove.
 */
export type Grounded =
  | Quoted
  | { status: 'judged'; quote?: string; node?: number | undefined }
  | { status: 'missing' }

type Quoted = Quotation & {
  status: 'quoted'
  doubt?: Doubt | undefined
  /** A reader sees it somewhere by itself; false: only inside of longer lines. */
  isAlone?: boolean
  /** The sentence around it, where it stands in sentences only. */
  sentence?: string | undefined
  /** And there under a label that speaks of the field. */
  isNamed?: boolean
  /** In a line that the model says it read. */
  isCited?: boolean
}

/** A page's lines, made ready to be looked up. */
export type PageIndex = {
  url: string
  /** What the page calls itself in a browser's tab. */
  title: string
  stream: Stream
  mentions: Mentions
  boxes: readonly Box[]
  /** Addresses on the page. */
  urls: Map<string, Address>
  /** Where lines stand in a file. */
  places: ReadonlyMap<number, FilePlace>
  /** As the page declares it. */
  language: string | undefined
}

/** Everything a page can prove, read once. */
export const indexPage = (page: PageLines): PageIndex => {
  const stream = readStream(page)
  const { url, title, urls, boxes, places, language } = page
  const mentions = readMentions(stream, language)
  return { url, title, urls, boxes, places, language, stream, mentions }
}

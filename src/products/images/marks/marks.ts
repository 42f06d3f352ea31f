import { brotliDecompressSync } from 'node:zlib'
import type { Theme } from '../../../page/css/media.ts'
import { type Catalogue, type Mark, readCatalogue } from './catalogue.ts'
import { onPlate, paintMark } from './paint.ts'
import removed from './removed.json' with { type: 'json' }

/**
 * The mark of a site, by its canonical host name (lower case, punycode, no trailing dot). Only the
 * registrable domain itself and its www: mail.google.com or a page on github.io is another site, so
 * every other sub-domain is left to discovery. The keys are registrable domains by construction
 * (and by test), so nothing needs the public suffix list here.
 */
export const findMark = (hostname: string): Mark | undefined =>
  catalogue().byDomain.get(hostname.startsWith('www.') ? hostname.slice(4) : hostname)

/** The mark as a square SVG that can be seen on the theme's surface. */
export const markSvg = (mark: Mark, theme: Theme): string => {
  const drawing = mark[theme]
  const { shard, at, bytes, mono } = drawing
  const stored = catalogue().shards[shard]?.subarray(at, at + bytes)
  if (!stored) throw new Error(`The drawing of ${mark.title} is not in the stored files.`)
  const svg = brotliDecompressSync(stored).toString('utf8')
  if (drawing.plate) return onPlate(svg)
  return mono ? paintMark(svg, mark, drawing, theme) : svg
}

let loaded: Catalogue | undefined

/** Read once, at the first question: a process that serves no icons pays nothing. */
const catalogue = (): Catalogue => {
  loaded ??= readCatalogue(removed)
  return loaded
}

import { readdirSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { readColor } from '../src/page/css/color.ts'
import type { Theme } from '../src/page/css/media.ts'
import { surfaces } from '../src/page/pixels/facts.ts'
import { sanitizeSvg } from '../src/page/pixels/svg/sanitize.ts'
import stored from '../src/products/images/marks/marks.generated.json' with { type: 'json' }
import { findMark, markSvg } from '../src/products/images/marks/marks.ts'

/**
 * What the curated marks cost: time and memory of loading, time of a look-up and of a drawing; and
 * every drawing once through renderer and sanitiser, in both themes. `node --expose-gc bench/marks.ts`
 */
type Rgb = [red: number, green: number, blue: number]

const gc = globalThis.gc ?? (() => {})
const folder = new URL('../src/products/images/marks/', import.meta.url)

gc()
const rssBefore = process.memoryUsage().rss
const heapBefore = process.memoryUsage().heapUsed
const loadStart = performance.now()
findMark('github.com')
const loadMs = performance.now() - loadStart
gc()
const memory = process.memoryUsage()

const domains = stored.flatMap(mark => mark.domains)
const marks = [...new Set(domains.map(findMark))].filter(mark => mark !== undefined)
const hosts = domains.flatMap(domain => [domain, `www.${domain}`, `mail.${domain}`])
const rounds = 200
for (const host of hosts) findMark(host)
const lookupStart = performance.now()
for (let round = 0; round < rounds; round++) for (const host of hosts) findMark(host)
const lookupNs = ((performance.now() - lookupStart) * 1e6) / (rounds * hosts.length)

const drawStart = performance.now()
for (const mark of marks) markSvg(mark, 'light')
const drawUs = ((performance.now() - drawStart) * 1e3) / marks.length

const blank: string[] = []
const renderStart = performance.now()
for (const mark of marks)
  for (const theme of ['light', 'dark'] as Theme[]) {
    const svg = markSvg(mark, theme).replace('<svg ', '<svg width="32" height="32" ')
    const { red, green, blue } = readColor(surfaces[theme]) ?? { red: 1, green: 1, blue: 1 }
    const [r, g, b] = [red, green, blue].map(share => Math.round(share * 255)) as Rgb
    const image = sharp(Buffer.from(svg)).flatten({ background: { r, g, b } })
    const pixels = await image.raw().toBuffer()
    if (!pixels.some((channel, at) => Math.abs(channel - ([r, g, b][at % 3] ?? 0)) > 48))
      blank.push(`${mark.title} (${theme})`)
  }
const renderS = (performance.now() - renderStart) / 1000

const changed = marks.flatMap(mark =>
  (['light', 'dark'] as Theme[]).flatMap(theme => {
    const svg = markSvg(mark, theme)
    const clean = sanitizeSvg(svg)
    return clean.ok && clean.svg === svg ? [] : [`${mark.title} (${theme})`]
  }),
)

const sizes = readdirSync(folder)
  .filter(name => name.includes('.generated.'))
  .map(name => `${name} ${(statSync(new URL(name, folder)).size / 1024).toFixed(0)} KB`)
console.log(`
${marks.length} marks, ${domains.length} domains
files      ${sizes.join(', ')}
load       ${loadMs.toFixed(1)} ms once; heap +${mb(memory.heapUsed - heapBefore)}, rss +${mb(memory.rss - rssBefore)}
look-up    ${lookupNs.toFixed(0)} ns
drawing    ${drawUs.toFixed(0)} µs
rendering  ${marks.length * 2} at 32 px in ${renderS.toFixed(1)} s; blank: ${blank.join(', ') || 'none'}
sanitiser  changes: ${changed.join(', ') || 'none'}`)

function mb(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

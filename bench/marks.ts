import sharp from 'sharp'
import { companySites } from '../scripts/marks/top-sites.ts'
import { sanitizeSvg } from '../src/page/pixels/svg/sanitize.ts'
import type { Mark } from '../src/products/images/marks/catalogue.ts'
import stored from '../src/products/images/marks/marks.generated.json' with { type: 'json' }
import { findMark, markSvg } from '../src/products/images/marks/marks.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'

export const bench = defineBench({
  name: 'marks',
  part: 'Images',
  title: 'The curated marks: what they cost, and every drawing once in both themes',
  minutes: 0.5,
  nodeFlags: ['--expose-gc'],
  rows: {
    domains: { what: 'domains with a mark', limit: atLeast(1_900) },
    marks: { what: 'marks' },
    covered: {
      what: 'company sites among the 500 most linked that have one',
      unit: '%',
      limit: atLeast(55),
      note: 'Moz’s list as in the npm package top-sites 1.1.222, without sub-domains, states and universities; docs/marks.md says what is missing.',
    },
    load: { what: 'loading them, once', unit: 'ms' },
    memory: { what: 'memory they take', unit: 'MB' },
    lookup: { what: 'looking one up', unit: 'µs' },
    drawing: { what: 'writing one as SVG', unit: 'µs' },
    blank: { what: 'drawings of which nothing is seen', limit: atMost(0) },
    unchanged: {
      what: 'drawings the sanitiser leaves as they are',
      unit: '%',
      limit: atLeast(100),
    },
  },
  measure: async ({ sample, say }) => {
    const { loadMs, memoryMb } = measureLoad()
    const domains = stored.flatMap(mark => mark.domains)
    const marks = [...new Set(domains.map(findMark))].filter(mark => mark !== undefined)
    const drawings = marks
      .filter((_, at) => at % sample === 0)
      .flatMap(mark => themes.map(theme => ({ mark, theme, svg: markSvg(mark, theme) })))
    const companies = companySites('.cache/marks')
    const sums = { blank: 0, changed: 0 }
    for (const { mark, theme, svg } of drawings) {
      const clean = sanitizeSvg(svg)
      const isChanged = !clean.ok || clean.svg !== svg
      const isBlank = await looksBlank(svg, theme)
      sums.changed += Number(isChanged)
      sums.blank += Number(isBlank)
      if (isChanged || isBlank) say(`${mark.title} (${theme})${isBlank ? ' blank' : ' changed'}`)
    }
    return {
      domains: figure(domains.length),
      marks: figure(marks.length),
      covered: share(companies.filter(findMark).length, companies.length),
      load: figure(loadMs),
      memory: figure(memoryMb),
      lookup: figure(lookupUs(domains)),
      drawing: figure(drawingUs(marks)),
      blank: figure(sums.blank),
      unchanged: share(drawings.length - sums.changed, drawings.length),
    }
  },
})

type Theme = Parameters<typeof markSvg>[1]
const themes: readonly Theme[] = ['light', 'dark']
/** What the marks are drawn for. */
const surfaces: Record<Theme, [number, number, number]> = {
  light: [255, 255, 255],
  dark: [0x12, 0x12, 0x12],
}

/** Only the first look loads them. */
const measureLoad = () => {
  const gc = globalThis.gc ?? (() => undefined)
  gc()
  const before = process.memoryUsage().rss
  const startedMs = performance.now()
  findMark('github.com')
  const loadMs = performance.now() - startedMs
  gc()
  return { loadMs, memoryMb: (process.memoryUsage().rss - before) / 2 ** 20 }
}

const lookupUs = (domains: readonly string[]): number => {
  const hosts = domains.flatMap(domain => [domain, `www.${domain}`, `mail.${domain}`])
  const rounds = 200
  for (const host of hosts) findMark(host)
  const startedMs = performance.now()
  for (let round = 0; round < rounds; round++) for (const host of hosts) findMark(host)
  return ((performance.now() - startedMs) * 1e3) / (rounds * hosts.length)
}

const drawingUs = (marks: readonly Mark[]): number => {
  const startedMs = performance.now()
  for (const mark of marks) markSvg(mark, 'light')
  return ((performance.now() - startedMs) * 1e3) / marks.length
}

const looksBlank = async (svg: string, theme: Theme): Promise<boolean> => {
  const [r, g, b] = surfaces[theme]
  const sized = Buffer.from(svg.replace('<svg ', '<svg width="32" height="32" '))
  const pixels = await sharp(sized).flatten({ background: { r, g, b } }).raw().toBuffer()
  return !pixels.some((channel, at) => Math.abs(channel - ([r, g, b][at % 3] ?? 0)) > 48)
}

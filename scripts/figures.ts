import { type Results, readResults } from '../bench/harness/results.ts'

/** What the README says was measured, out of the last run of each bench. */
export const figuresTable = (results: Results = readResults()): string => {
  const of = (bench: string, id: string) => figureOf(results, bench, id)
  /** The figure of a site is the share of its pages that were read. */
  const crawled = () => {
    const sites = Object.values(results.crawl?.figures ?? {}).filter(({ text }) =>
      / of /.test(text ?? ''),
    )
    const least = Math.min(...sites.map(({ value }) => value))
    const again = of('crawl', 'again')
    return `${least === 100 ? 'all' : `${least} % or more`}; ${again === 0 ? 'none' : again} twice`
  }
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const rows = [
    [
      'main content of 1,393 real pages of seven kinds: mean word F1, on domains not trained on',
      of('content', 'scraped').toFixed(2),
    ],
    [
      'processor time of a page, compared with readability and turndown',
      `${of('scrape-speed', 'whole').toFixed(2)} ×`,
    ],
    ['a batch, results in PostgreSQL included', `${whole(of('batch', 'batch'))} URLs a second`],
    ['pages that crawls found on eighteen test sites, most of them with traps', crawled()],
    [
      'a cached icon, with 32 connections: median and throughput',
      `${of('icon-cached', 'p50').toFixed(1)} ms, ${whole(of('icon-cached', 'perSecond'))} a second`,
    ],
  ]
  return ['| | |', '|---|---|', ...rows.map(([what, said]) => `| ${what} | ${said} |`)].join('\n')
}

/** How long a caller waits for our part of a page, as the bench `latency` last measured it. */
export const latencyTable = (results: Results = readResults()): string => {
  if (!results.latency) return ''
  const shown = (id: string) => duration(figureOf(results, 'latency', id))
  const rows = [
    ['a page of 1.7 kB', 'small', 'small99'],
    ['a page of 64 kB', 'page', 'page99'],
    ['a page of 64 kB, in a running browser', 'rendered', 'rendered99'],
    ['the first page of 64 kB after a start', 'first'],
    ['the first page of 64 kB in a browser, its start included', 'firstRendered'],
    ['only the Markdown of a page of 64 kB: parsed and written', 'ours', 'ours99'],
    ['the same by `@kreuzberg/html-to-markdown`, native code', 'theirs', 'theirs99'],
  ]
  return [
    'What Siteray adds to the response time of the site, one call at a time:',
    '',
    '| | median | 99 % |',
    '|---|---|---|',
    ...rows.map(([what = '', middle = '', last]) =>
      [`| ${what}`, shown(middle), `${last === undefined ? '' : shown(last)} |`].join(' | '),
    ),
  ].join('\n')
}

const figureOf = (results: Results, bench: string, id: string): number => {
  const value = results[bench]?.figures[id]?.value
  if (value === undefined) throw new Error(`No run of the bench "${bench}" has "${id}".`)
  return value
}

const duration = (ms: number): string =>
  ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`

import { readResults } from '../bench/harness/results.ts'

/** What the README says was measured, out of the last run of each bench. */
export const figuresTable = (): string => {
  const results = readResults()
  const of = (bench: string, id: string): number => {
    const value = results[bench]?.figures[id]?.value
    if (value === undefined) throw new Error(`No run of the bench "${bench}" has "${id}".`)
    return value
  }
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
      'main content of 1,393 real pages of seven kinds, mean word F1, domains never seen',
      of('content', 'scraped').toFixed(2),
    ],
    [
      'all a page costs, beside readability and turndown',
      `${of('scrape-speed', 'whole').toFixed(2)} ×`,
    ],
    ['a batch, with its rows in PostgreSQL', `${whole(of('batch', 'batch'))} URLs a second`],
    ['pages that crawls found on eighteen sites, most of them with traps', crawled()],
    [
      'a cached icon, median with 32 connections',
      `${of('icon-cached', 'p50').toFixed(1)} ms, ${whole(of('icon-cached', 'perSecond'))} a second`,
    ],
  ]
  return ['| | |', '|---|---|', ...rows.map(([what, said]) => `| ${what} | ${said} |`)].join('\n')
}

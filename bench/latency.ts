import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseHtml } from '../src/page/html/html.ts'
import { toMarkdown } from '../src/page/markdown/markdown.ts'
import { type Context, defineBench, type Figure, figure, median } from './harness/bench.ts'
import { lampPage } from './support/lamp-page.ts'
import { installPackages } from './support/packages.ts'
import { scrapeHtml } from './support/scrape.ts'
import { type Server, startServer, startWeb } from './support/server.ts'

/** The native part of `@kreuzberg/html-to-markdown`, which is all of it but its types. */
const peer = { '@kreuzberg/html-to-markdown-node': '3.7.2' }

const ms = (what: string, note?: string) => ({ what, unit: 'ms', ...(note && { note }) })

export const bench = defineBench({
  name: 'latency',
  part: 'Scrape',
  title:
    'How long a caller waits for our own part of `POST /v1/scrape`: one call at a time, at sites that answer at once; and one page made Markdown beside `@kreuzberg/html-to-markdown`',
  minutes: 3,
  needs: { browser: true, quiet: true, packages: peer },
  rows: {
    small: ms(
      'a page of 1.7 kB, median',
      'From the request to the last byte of the answer: key, credits, fetch, reading, ledger.',
    ),
    small99: ms('a page of 1.7 kB, 99 %'),
    page: ms('a page of 64 kB, median'),
    page99: ms('a page of 64 kB, 99 %'),
    first: ms('the first page after a start, 64 kB', 'The median of three starts.'),
    rendered: ms('a page of 64 kB by a browser that runs, median'),
    rendered99: ms('a page of 64 kB by a browser that runs, 99 %'),
    firstRendered: ms('the first page by a browser, which is started for it'),
    ours: ms('Markdown of a whole page of 64 kB, parsed and written, median'),
    ours99: ms('Markdown of a whole page of 64 kB, parsed and written, 99 %'),
    theirs: ms(
      'the same by @kreuzberg/html-to-markdown, median',
      'Native code that converts a page as it stands: menus, footers and what is hidden included. In turns, in one process.',
    ),
    theirs99: ms('the same by @kreuzberg/html-to-markdown, 99 %'),
    whole: ms('all that a thread does with that page, median'),
  },
  measure: async context => {
    const web = await startWeb('bench/webs/budgets.ts', '10')
    try {
      const starts: Awaited<ReturnType<typeof firstCalls>>[] = []
      for (let n = 0; n < 3; n++) {
        const server = await startServer(web.env)
        try {
          starts.push(await firstCalls(server))
          if (n === 2)
            return {
              ...firstOf(starts),
              ...(await warmCalls(server, context)),
              ...conversions(context),
            }
        } finally {
          await server.stop()
        }
      }
      throw new Error('No server was started.')
    } finally {
      web.stop()
    }
  },
})

const firstCalls = async (server: Server) => ({
  first: await timed(() => scrape(server, 'http://lamps0.test/')),
  firstRendered: await timed(() => scrape(server, 'http://lamps1.test/', 'always')),
})

const firstOf = (starts: readonly Awaited<ReturnType<typeof firstCalls>>[]) => ({
  first: figure(median(starts.map(({ first }) => first))),
  firstRendered: figure(median(starts.map(({ firstRendered }) => firstRendered))),
})

const warmCalls = async (server: Server, { sample }: Context) => {
  const many = Math.ceil(400 / sample)
  const timesOf = async (count: number, warmUp: number, ask: (n: number) => Promise<void>) => {
    const times: number[] = []
    for (let n = 0; n < warmUp + count; n++) times.push(await timed(() => ask(n)))
    return times.slice(warmUp)
  }
  const small = await timesOf(many, 200, n => scrape(server, `http://h${n % 200}.test/${n}`))
  const page = await timesOf(many, 40, n => scrape(server, `http://lamps${n % 200}.test/`))
  const rendered = await timesOf(Math.ceil(100 / sample), 10, n =>
    scrape(server, `http://lamps${n % 200}.test/`, 'always'),
  )
  return {
    ...quantiles('small', small),
    ...quantiles('page', page),
    ...quantiles('rendered', rendered),
  }
}

const scrape = async (server: Server, url: string, render = 'auto'): Promise<void> => {
  const body = { url, render, formats: ['markdown', 'links', 'metadata'] }
  const { status, json } = await server.post('/v1/scrape', body)
  if (status !== 200) throw new Error(JSON.stringify(json))
}

/** In turns, so that whatever else the machine does falls on all. */
const conversions = ({ sample }: Context) => {
  const require = createRequire(join(installPackages('converter', peer), 'package.json'))
  const { convert } = require('@kreuzberg/html-to-markdown-node') as {
    convert: (html: string) => unknown
  }
  const url = 'http://lamps.test/'
  const works = {
    ours: (html: string) => toMarkdown(parseHtml(html).root, { baseUrl: url }),
    theirs: convert,
    whole: (html: string) => scrapeHtml(html, url, { formats: ['markdown', 'links', 'metadata'] }),
  }
  const times: Record<keyof typeof works, number[]> = { ours: [], theirs: [], whole: [] }
  const pages = Array.from({ length: 20 }, (_, n) => lampPage(n))
  // For code that has just been loaded.
  const warmUp = 5
  for (let round = 0; round < warmUp + Math.ceil(10 / sample); round++)
    for (const html of pages)
      for (const name of Object.keys(works) as (keyof typeof works)[]) {
        const startedMs = performance.now()
        works[name](html)
        if (round >= warmUp) times[name].push(performance.now() - startedMs)
      }
  return {
    ...quantiles('ours', times.ours),
    ...quantiles('theirs', times.theirs),
    whole: figure(median(times.whole)),
  }
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const quantiles = <Name extends string>(
  name: Name,
  times: readonly number[],
): Record<Name | `${Name}99`, Figure> => {
  const last = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
  const both = { [name]: figure(median(times)), [`${name}99`]: figure(last) }
  return both as Record<Name | `${Name}99`, Figure>
}

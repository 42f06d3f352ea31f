import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'tldts'
import { type Companies, createCompanies } from '../src/products/companies/companies.ts'
import type { Resolution } from '../src/products/companies/resolve.ts'
import { createRandom } from '../test/support/random.ts'
import { manglings, misspell } from './companies/mangle.ts'
import {
  atLeast,
  atMost,
  type Context,
  defineBench,
  figure,
  median,
  share,
} from './harness/bench.ts'
import type { Load } from './support/load-client.ts'
import { type Server, startServer } from './support/server.ts'

export const bench = defineBench({
  name: 'companies',
  part: 'Images',
  title:
    'Companies by name and symbol: 3,000 listings whose rows were never looked at, names changed as people write them; and searching',
  minutes: 2,
  needs: { data: ['companies/listings.tsv.gz'], linux: true },
  nodeFlags: ['--expose-gc'],
  rows: {
    tickers: {
      what: 'symbols, as they stand and as XETR:SAP: right',
      unit: '%',
      limit: atLeast(99),
      note: 'A site that ten or more differently named companies claim is an error of the source; such rows are left out.',
    },
    exactAnswered: { what: 'names as they stand: answered', unit: '%', limit: atLeast(90) },
    exactRight: { what: 'names as they stand: right, of these', unit: '%', limit: atLeast(97) },
    mangledAnswered: {
      what: 'without legal form, in small letters, otherwise spaced, with & for and: answered',
      unit: '%',
    },
    mangledRight: { what: 'written otherwise: right, of these', unit: '%' },
    misspelledAnswered: { what: 'with a typing mistake: answered', unit: '%' },
    misspelledRight: { what: 'with a typing mistake: right, of these', unit: '%' },
    wrong: {
      what: 'wrong, of all questions',
      unit: '%',
      limit: atMost(0.5),
      note: 'Right is the row’s own site, or one that a person wrote into the list of well-known companies.',
    },
    bestKnown: { what: 'the best-known companies, by hand: wrong', limit: atMost(0) },
    searchP50: { what: 'a search for each letter that is typed: processor, median', unit: 'ms' },
    searchP99: { what: 'the same, 99 %', unit: 'ms', limit: atMost(10) },
    searchRoute: {
      what: 'the same through the route, 200 people typing at once: processor of an answer, mean',
      unit: 'ms',
      limit: atMost(10),
    },
    searchWait: { what: 'the same, time until the answer, 99 %', unit: 'ms' },
    load: {
      what: 'the first question, with reading the table: processor',
      unit: 'ms',
      limit: atMost(100),
    },
    memory: { what: 'memory with the table and its spellings', unit: 'MB', limit: atMost(40) },
    cached: {
      what: 'a cached icon by name beside the same by domain, processor',
      limit: atMost(1.2),
    },
  },
  measure: async context => {
    globalThis.gc?.()
    const memory = process.memoryUsage.rss()
    const started = process.threadCpuUsage()
    const companies = createCompanies({ companies: () => [], onChange: () => undefined })
    companies.resolve('name', 'Apple')
    const { user, system } = process.threadCpuUsage(started)
    companies.resolve('name', 'Mircosoft')
    companies.search('mircos', 10)
    const memoryMb = (process.memoryUsage.rss() - memory) / 1e6
    const rows = readHeldOut(context)
    const answers = measureAnswers(companies, rows)
    const searches = measureSearches(companies, rows)
    return {
      ...answers,
      bestKnown: measureBestKnown(companies, context),
      searchP50: figure(percentile(searches, 0.5)),
      searchP99: figure(percentile(searches, 0.99)),
      load: figure((user + system) / 1_000),
      memory: figure(memoryMb),
      ...(await measureServer(context, rows)),
    }
  },
})

type Row = { symbol: string; name: string; mic: string; domain: string }

/** By the site, so that all listings of a company are on one side; rules were made on the others. */
const readHeldOut = ({ data, sample }: Context): Row[] => {
  const bytes = readFileSync(data('companies/listings.tsv.gz'))
  const [, ...lines] = gunzipSync(bytes).toString('utf8').trimEnd().split('\n')
  const all = lines.flatMap(line => {
    const [symbol = '', name = '', , mic = '', , site = '', delisted] = line.split('\t')
    const { domain } = parse(site.replace(/:\d+$/, ''), { allowPrivateDomains: true })
    const isOne = delisted === 'False' && domain && !notACompany.test(name)
    return isOne ? [{ symbol, name, mic, domain }] : []
  })
  const names = Map.groupBy(all, ({ domain }) => domain)
  const isOwned = ({ domain }: Row) =>
    new Set(names.get(domain)?.map(({ name }) => name.slice(0, 6).toLowerCase())).size < 10
  const held = all.filter(row => isOwned(row) && hash(row.domain) < 0x20000000)
  return held
    .toSorted((a, b) => hash(a.symbol) - hash(b.symbol))
    .slice(0, 3_000)
    .filter((_, at) => at % sample === 0)
}

const notACompany =
  /\b(?:etfs?|etcs?|etps?|fund|funds|fondo|sicav|warrants?|units?|acquisition|spac|ishares|split|class [a-z]|ord|shs|drn|gdrs?|adrs?|sponsored)\b/i

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

const measureAnswers = (companies: Companies, rows: readonly Row[]) => {
  const random = createRandom(41)
  const all: Verdict[] = []
  const ask = (kind: 'name' | 'ticker', text: string, row: Row): Verdict => {
    const verdict = judge(companies.resolve(kind, text), row)
    all.push(verdict)
    return verdict
  }
  const tickers = rows.flatMap(row => {
    const [base = '', suffix] = row.symbol.split(/\.(?=[^.]+$)/)
    const behind = suffix && row.mic ? [`${row.mic}:${base}`] : []
    return [row.symbol, ...behind].map(text => ask('ticker', text, row))
  })
  const exact = rows.map(row => ask('name', row.name, row))
  const mangled = rows.flatMap(row =>
    Object.values(manglings).map(mangle => ask('name', mangle(row.name, random), row)),
  )
  const misspelled = rows.map(row => ask('name', misspell(row.name, random), row))
  const answered = (verdicts: readonly Verdict[]) => verdicts.filter(each => each !== 'none')
  const count = (verdicts: readonly Verdict[], which: Verdict) =>
    verdicts.filter(each => each === which).length
  const right = (verdicts: readonly Verdict[]) =>
    share(count(verdicts, 'right'), answered(verdicts).length)
  return {
    tickers: share(count(tickers, 'right'), tickers.length),
    exactAnswered: share(answered(exact).length, exact.length),
    exactRight: right(exact),
    mangledAnswered: share(answered(mangled).length, mangled.length),
    mangledRight: right(mangled),
    misspelledAnswered: share(answered(misspelled).length, misspelled.length),
    misspelledRight: right(misspelled),
    wrong: share(count(all, 'wrong'), all.length),
  }
}

type Verdict = 'right' | 'wrong' | 'none'

const judge = ({ domain, company }: Resolution, row: Row): Verdict => {
  if (domain === undefined) return 'none'
  return domain === row.domain || company?.source === 'known' ? 'right' : 'wrong'
}

const measureBestKnown = (companies: Companies, { verbose, say }: Context) => {
  const lines = readFileSync(join(import.meta.dirname, 'companies/best-known.txt'), 'utf8')
    .trim()
    .split('\n')
    .filter(line => !line.startsWith('#'))
  const missed = lines.filter(line => {
    const end = line.lastIndexOf(' ')
    const { domain } = companies.resolve('name', line.slice(0, end))
    if (verbose && domain !== line.slice(end + 1)) say(`${line}: ${domain}`)
    return domain !== line.slice(end + 1)
  })
  return figure(missed.length, `${missed.length} of ${lines.length}`)
}

/** 200 people who type a name each, letter by letter, in turns. */
const measureSearches = (companies: Companies, rows: readonly Row[]): number[] => {
  const typed = rows.slice(0, 200).map(({ name }) => name.slice(0, 12))
  const times: number[] = []
  for (let letters = 1; letters <= 12; letters++)
    for (const name of typed) {
      // The least of three is nearly the processor's: the clock of threads ticks every 4 ms.
      const tries = Array.from({ length: 3 }, () => {
        const beforeMs = performance.now()
        companies.search(name.slice(0, letters), 10)
        return performance.now() - beforeMs
      })
      times.push(Math.min(...tries))
    }
  return times.sort((a, b) => a - b)
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(sorted.length * part)] ?? 0

const measureServer = async (context: Context, rows: readonly Row[]) => {
  const server = await startServer({})
  try {
    const key = createKey(server)
    const cached = await compareCached(context, server, key)
    const { cpuMs, waitsMs } = await typeAtOnce(server, key, rows)
    return {
      cached: figure(cached),
      searchRoute: figure(cpuMs),
      searchWait: figure(percentile(waitsMs, 0.99)),
    }
  } finally {
    await server.stop()
  }
}

/** 200 people who type a name each and wait for every answer, all at once. */
const typeAtOnce = async ({ pid, port }: Server, key: string, rows: readonly Row[]) => {
  const waitsMs: number[] = []
  const type = async (name: string) => {
    for (let letters = 1; letters <= 12; letters++) {
      const query = new URLSearchParams({ query: name.slice(0, letters), token: key })
      const startedMs = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/v1/companies?${query}`, { headers })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
      waitsMs.push(performance.now() - startedMs)
    }
  }
  const names = rows.slice(0, 200).map(({ name }) => name)
  // The first question reads the table, and the first misspelled one all spellings.
  await type('Mircosoft')
  const before = mainSeconds(pid)
  waitsMs.length = 0
  await Promise.all(names.map(type))
  const cpuMs = ((mainSeconds(pid) - before) * 1_000) / waitsMs.length
  return { cpuMs, waitsMs: waitsMs.sort((a, b) => a - b) }
}

const compareCached = async ({ sample, say }: Context, server: Server, key: string) => {
  const urlOf = (path: string) =>
    `http://127.0.0.1:${server.imagePort}${path}?token=${key}&size=128`
  const urls = { domain: urlOf('/coca-cola.com'), name: urlOf('/name/Coca-Cola') }
  for (const url of Object.values(urls)) {
    const answer = await fetch(url, { headers })
    if (answer.headers.get('x-image-source') !== 'mark') throw new Error(await answer.text())
    await costOf(server, url)
  }
  const ratios: number[] = []
  for (let round = 0; round < 5 / sample; round++) {
    const domain = await costOf(server, urls.domain)
    const name = await costOf(server, urls.name)
    say(`by domain ${domain.toFixed(1)} µs, by name ${name.toFixed(1)} µs`)
    ratios.push(name / domain)
  }
  return median(ratios)
}

const headers = { origin: 'https://shop.example.com' }

const createKey = ({ env }: Server): string => {
  const named = ['--kind', 'publishable', '--name', 'bench', '--origins', 'shop.example.com']
  const command = ['src/cli.ts', 'keys', 'create', ...named, '--json']
  return (JSON.parse(String(execFileSync(process.execPath, command, { env }))) as { key: string })
    .key
}

/** Microseconds of the main thread for an answer. */
const costOf = async ({ pid }: Server, url: string): Promise<number> => {
  const program = join(import.meta.dirname, 'support', 'load-client.ts')
  const before = mainSeconds(pid)
  const client = spawn(process.execPath, [program, url, '3', '32'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  client.stdout.on('data', part => {
    text += part
  })
  await once(client, 'close')
  return ((mainSeconds(pid) - before) * 1e6) / (JSON.parse(text) as Load).answers
}

const mainSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

import { setTimeout as wait } from 'node:timers/promises'
import { createModelServer } from '../test/support/model-server.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { inParallel, startServer } from './support/server.ts'
import { loadLibraries, todayPackages } from './support/today/libraries.ts'
import { countValue, dataOf, noSums, schemaOf, type TodaySums } from './support/today/score.ts'
import { isOpenSite, makeSites, type TodaySite } from './support/today/sites.ts'

const pagesOfSite = 30

export const bench = defineBench({
  name: 'auto',
  part: 'Extract',
  title:
    'Readers that learn from a model (`reader: "auto"`): the sites of `today` whose errors nobody has read, 30 pages each as one batch extraction, with a careful reader in the model’s place',
  minutes: 6,
  needs: { packages: todayPackages },
  rows: {
    calls: {
      what: 'calls of the model for a site of 30 pages, checks among them',
      limit: atMost(12),
      note: 'The careful reader answers what the page says, and cites the lines where it stands, as the prompt asks (it cited the first line, whatever it answered, until 18 November 2026: so asked, this code made 12.4 calls for 51.7 % of the credits). The careless one takes another text of the page for one value in 50, and leaves out one in 30: about what people who were given the recorded prompts did (`model`).',
    },
    taken: { what: 'pages that a reader answered, of those after the first eight', unit: '%' },
    right: { what: 'values of these pages that are right', unit: '%', limit: atLeast(95) },
    silent: {
      what: 'of the readers’ answers, wrong without a flag',
      unit: '%',
      limit: atMost(1.5),
    },
    credits: { what: 'credits, of what the model alone costs', unit: '%', limit: atMost(50) },
    carelessCalls: { what: 'a careless reader in the model’s place: calls for a site' },
    carelessRight: { what: 'the same: values of the readers’ pages that are right', unit: '%' },
    carelessSilent: { what: 'the same: wrong without a flag', unit: '%' },
    carelessOwn: { what: 'the careless reader’s own answers that are wrong', unit: '%' },
  },
  measure: async ({ sample }) => {
    const all = await makeSites(await loadLibraries(), pagesOfSite)
    const sites = all.filter((_, at) => !isOpenSite(at)).filter((_, at) => at % sample === 0)
    const careful = await learnAll(sites, answerOf)
    const careless = await learnAll(sites, carelessAnswer)
    return {
      calls: figure(careful.calls / sites.length),
      taken: share(careful.byReader, sites.length * (pagesOfSite - 8)),
      right: share(careful.sums.right, careful.sums.due),
      silent: share(careful.sums.silent, careful.sums.given),
      credits: share(careful.credits, 5 * sites.length * pagesOfSite),
      carelessCalls: figure(careless.calls / sites.length),
      carelessRight: share(careless.sums.right, careless.sums.due),
      carelessSilent: share(careless.sums.silent, careless.sums.given),
      carelessOwn: share(careless.own.silent, careless.own.given),
    }
  },
})

type Page = TodaySite['pages'][number]
type Answer = (site: TodaySite, page: Page) => Record<string, unknown>

type Learned = {
  calls: number
  credits: number
  /** Pages. */
  byReader: number
  sums: TodaySums
  /** What the one in the model's place says. */
  own: TodaySums
}

/** Each site as one batch extraction, through the real server. */
const learnAll = async (sites: readonly TodaySite[], answer: Answer): Promise<Learned> => {
  const learned: Learned = { calls: 0, credits: 0, byReader: 0, sums: noSums(), own: noSums() }
  const web = await createSimulatedWeb()
  const known = new Map<string, { site: TodaySite; page: Page }>()
  for (const site of sites) {
    for (const page of site.pages) known.set(page.url, { site, page })
    const { hostname } = new URL(site.pages[0]?.url ?? '')
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    web.site(
      hostname,
      Object.fromEntries(
        site.pages.map(({ url, source }) => [new URL(url).pathname, { headers, body: source }]),
      ),
    )
  }
  const model = await createModelServer(({ user }) => {
    const asked = known.get(/^Address: (\S+)/m.exec(user)?.[1] ?? '')
    if (!asked) return { content: {} }
    learned.calls++
    const said = answer(asked.site, asked.page)
    return { content: { _lines: linesWith(user, asked, said), ...said } }
  })
  const server = await startServer({ ...web.env, ...model.env })
  try {
    // A site is mostly waited for: its pages come two at a time, and while a reader learns.
    await inParallel(sites, atOnce, async site => {
      const body = { urls: site.pages.map(({ url }) => url), schema: schemaOf(site) }
      const asked = { ...body, reader: 'auto', evidence: true, render: 'never' }
      const { json } = await server.post('/v1/batch/extract', asked)
      const state = await ended(server, (json as { id: string }).id)
      learned.credits += state.creditsUsed
      for (const item of state.data) countItem(learned, site, item, answer)
    })
  } finally {
    await server.stop()
    await model.close()
    await web.close()
  }
  return learned
}

const atOnce = 6

/** The numbers of the lines in which the page writes what is answered. */
const linesWith = (
  prompt: string,
  { site, page }: { site: TodaySite; page: Page },
  said: Record<string, unknown>,
): number[] => {
  const truth = dataOf(site, page.thing)
  const written = Object.entries(site.fields).flatMap(([name, { write }]) => {
    const value = page.thing[name] ?? null
    const isSaid = value !== null && Object.values(said).includes(truth[name])
    return isSaid ? new RegExp(`(?<![\\d.,])${escaped(write(value))}(?!\\d)`) : []
  })
  return [...prompt.matchAll(/\[(\d+)\] (.*)/g)].flatMap(([, number, text = '']) =>
    written.some(pattern => pattern.test(text)) ? Number(number) : [],
  )
}

const escaped = (text: string): string => text.replace(/[$.*+?()[\]{}|^\\]/g, '\\$&')

type Item = {
  url: string
  data?: Record<string, unknown>
  reader?: object
  evidence?: Record<string, { by?: string[]; doubtful?: boolean }>
}
type State = { status: string; creditsUsed: number; data: Item[] }

const ended = async (
  server: Pick<Awaited<ReturnType<typeof startServer>>, 'getJson'>,
  id: string,
): Promise<State> => {
  for (;;) {
    const { json } = await server.getJson(`/v1/batch/extract/${id}?limit=100`)
    const state = json as State
    if (!['queued', 'running', 'scraping'].includes(state.status)) return state
    await wait(200)
  }
}

const countItem = (learned: Learned, site: TodaySite, item: Item, answer: Answer): void => {
  const page = site.pages.find(({ url }) => url === item.url)
  if (!page) return
  const truth = dataOf(site, page.thing)
  const own = answer(site, page)
  for (const name of Object.keys(site.fields))
    countValue(learned.own, own[name] ?? undefined, truth[name] ?? null, false)
  if (!item.reader) return
  learned.byReader++
  for (const name of Object.keys(site.fields)) {
    const isDoubted = item.evidence?.[`/${name}`]?.doubtful === true
    countValue(learned.sums, item.data?.[name] ?? undefined, truth[name] ?? null, isDoubted)
  }
}

const answerOf: Answer = (site, page) => dataOf(site, page.thing)

const carelessAnswer: Answer = (site, page) => {
  const truth = dataOf(site, page.thing)
  return Object.fromEntries(
    Object.entries(truth).map(([name, value]) => {
      const lot = lotOf(`${page.url} ${name}`)
      if (lot % 30 === 7) return [name, null]
      if (lot % 50 !== 11 || value === null) return [name, value]
      const others = Object.entries(truth).filter(
        ([other, one]) => other !== name && typeof one === typeof value,
      )
      return [name, others[lot % Math.max(1, others.length)]?.[1] ?? null]
    }),
  )
}

const lotOf = (text: string): number => {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { createCaller } from '../../support/callers.ts'
import { type FirecrawlWorld, startFirecrawl } from '../../support/firecrawl.ts'
import { until } from '../../support/until.ts'

type Told = Record<string, unknown> & {
  status: string
  data: Record<string, unknown>
  warning?: string
}
export type Caller = Awaited<ReturnType<typeof createCaller>>

/** For the tests of one file: the app with the door at its prefix. */
export const setUpFirecrawl = () => {
  const world = {} as FirecrawlWorld
  before(async () => {
    Object.assign(world, await startFirecrawl({ FIRECRAWL_PORT: '', SEARCH_URL: '' }))
  })
  after(() => world.close())
  const settledBy = async ({ id }: Caller): Promise<number> => {
    const [row] = await world.app.database.sql`
      select coalesce(sum(credits), 0)::int as credits from ledger
      where account_id = ${id} and kind = 'settle'`
    return Number(row?.credits)
  }
  return { world, settledBy }
}

export const send = async ({ api }: Caller, path: string, body?: object) => {
  const { status, json } = await api(`/firecrawl${path}`, body ? { method: 'POST', body } : {})
  return { status, json: json as Told }
}

/** As a client has it: begun, then asked for until it has ended. */
export const extract = async (caller: Caller, body: object, version = 'v2'): Promise<Told> => {
  const { json } = await send(caller, `/${version}/extract`, body)
  assert.equal(json.success, true, JSON.stringify(json))
  let told = json
  await until('it has ended', async () => {
    told = (await send(caller, `/${version}/extract/${json.id}`)).json
    return told.status !== 'processing'
  })
  return told
}

export type Page = { json?: unknown; markdown?: string; metadata: Record<string, unknown> }
/** The pages of a job of theirs. */
export const ended = async (caller: Caller, path: string, body: object): Promise<Page[]> => {
  const { json } = await send(caller, path, body)
  let pages: Page[] = []
  await until('it has ended', async () => {
    const { json: state } = await send(caller, `${path}/${json.id}`)
    pages = state.data as unknown as Page[]
    return state.status !== 'scraping'
  })
  return pages
}

export const schema = {
  type: 'object',
  properties: { title: { type: 'string', description: 'The heading of the page' } },
}

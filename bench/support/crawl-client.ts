import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import type { Counts } from '../webs/crawl.ts'
import type { Server } from './server.ts'

export type CrawlEnd = {
  status: string
  total: number
  completed: number
  failed: number
  skipped: Record<string, number>
  warning?: string
}

export const startCrawl = async (server: Server, body: object): Promise<string> => {
  const { json } = await server.post('/v1/crawl', body)
  const { id, error } = Object(json)
  if (typeof id !== 'string') throw new Error(String(error))
  return id
}

/** `seen` hears of its state from time to time. */
export const crawlEnd = async (
  server: Server,
  id: string,
  seen: (state: CrawlEnd) => void = () => undefined,
): Promise<CrawlEnd> => {
  for (;;) {
    const { json } = await server.getJson(`/v1/crawl/${id}?limit=1`)
    const state = json as CrawlEnd
    seen(state)
    if (state.status !== 'scraping') return state
    await wait(100)
  }
}

/** What was asked of each site since the last time. */
export const readCounts = async (httpPort: number): Promise<Record<string, Counts>> => {
  const headers = { host: 'counts.test' }
  const answer = await request(`http://127.0.0.1:${httpPort}/`, { headers })
  return (await answer.body.json()) as Record<string, Counts>
}

import { AppError } from '../../kit/errors.ts'
import { guardedFetch } from '../web/fetch.ts'
import type { Ways } from './ways.ts'

/** Any public page will do: the proxy is what is tried. */
const usualUrl = 'https://example.com/'
const timeoutMs = 15_000

type WayTrial = { works: boolean; detail: string; tookMs: number }

/** Asks for one page by this way, and by no other. */
export const tryWay = async (
  ways: Pick<Ways, 'use' | 'direct'>,
  name: string,
  signal: AbortSignal,
  address = usualUrl,
): Promise<WayTrial> => {
  const startedMs = performance.now()
  const url = ways.direct.egress.parseTarget(address)
  const trip = { exit: { way: name, retries: 0 }, url, signal, isPage: false } as const
  const end = (works: boolean, detail: string) => ({
    ...{ works, detail, tookMs: Math.round(performance.now() - startedMs) },
  })
  try {
    const limits = { timeoutMs, maxBytes: 50_000, onLimit: 'truncate', maxRedirects: 0 } as const
    const { status } = await ways.use(trip, ({ egress }) =>
      guardedFetch(egress, { url, signal, ...limits }),
    )
    return end(true, `${url.hostname} answers through it with status ${status}.`)
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return end(false, error.message)
  }
}

import type { Sql } from '../db/sql.ts'
import { type FileDeps, fetchIcon } from '../site/icons/files.ts'
import { parseDomain } from './domain.ts'
import type { Drawn } from './draw.ts'
import type { Pixels } from './pixels.ts'
import { imageStore } from './store.ts'

type Deps = FileDeps & { sql: Sql; pixels: Pick<Pixels, 'draw'> }

const timeoutMs = 5_000
const sizePx = 64

/**
 * A small picture of an icon that was considered for a domain, for people who ask why another one
 * was taken. Only addresses of the last look's report are fetched, so this reaches nothing that the
 * look itself did not. Undefined for any other address and for files that are no picture.
 */
export const drawCandidate =
  (deps: Deps) =>
  async (typed: string, url: string): Promise<Drawn | undefined> => {
    const { host } = parseDomain(typed)
    const known = await imageStore.read(deps.sql, { host, kind: 'icon' }, 'light')
    if (!urlsOf(known?.lookup.report).includes(url)) return undefined
    const { bytes } = await fetchIcon(deps, url, AbortSignal.timeout(timeoutMs))
    if (!bytes) return undefined
    const drawing = { kind: 'icon', bytes, maskColor: null, theme: 'light', sizePx } as const
    return deps.pixels.draw({ ...drawing, format: 'png' })
  }

const urlsOf = (report: unknown): unknown[] => {
  const { light = [], dark = [], services = [] } = Object(report)
  return [...light, ...dark, ...services].map(candidate => Object(candidate).url)
}

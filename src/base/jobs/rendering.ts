import type { Sql } from '../db/sql.ts'
import type { Render } from '../reader/render.ts'
import { renderingStore } from './rendering-store.ts'

/** Who of all processes on the database has a browser. */
export type Rendering = {
  /** Whether this process does what needs a browser: it has one, or nobody has. */
  isOurs(): boolean
  /** Whether it is to be left to another process. */
  isElsewhere(): boolean
  close(): void
}

type Deps = {
  sql: Sql
  render: Pick<Render, 'health'>
  /** This process is one of several that make an installation. */
  isPart: boolean
}

const sayMs = 20_000
/** A host, or a browser, that is back within this time has its work waiting for it. */
const awayMs = 600_000
/** Hosts that start together: the one with a browser may be the last of them. */
const togetherMs = 60_000

/**
 * Workers without a browser, or with one that does not start, leave to others what needs one, as long
 * as there are others: where there never were any, or not for ten minutes, they say themselves that it
 * cannot be done. A part of an installation gives the others a minute to come first.
 */
export const watchRendering = (deps: Deps): Rendering => {
  // Until it is known, nothing is refused that somebody else could do.
  let isSaid = true
  const begunMs = performance.now()
  const mayCome = () => deps.isPart && performance.now() - begunMs < togetherMs
  const isThere = () => isSaid || mayCome()
  const mayRender = () => ['good', 'untried'].includes(deps.render.health())
  const look = async () => {
    if (deps.render.health() === 'good') await renderingStore.say(deps.sql)
    isSaid = await renderingStore.isSaid(deps.sql, awayMs)
  }
  const tick = () => void look().catch(() => undefined)
  tick()
  const timer = setInterval(tick, sayMs).unref()
  return {
    isOurs: () => mayRender() || !isThere(),
    isElsewhere: () => !mayRender() && isThere(),
    close: () => clearInterval(timer),
  }
}

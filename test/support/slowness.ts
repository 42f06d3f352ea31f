import { availableParallelism, loadavg } from 'node:os'

/**
 * How many times slower this machine is just now than the one our limits are written for, which has
 * two processors and nothing else to do: never less than 1. What a moment shows may be luck, so the
 * load of the last minute counts too, beyond what our own tests bring about.
 */
export const slowness = (): number => {
  const startedMs = performance.now()
  for (let n = 0; n < 60; n++) JSON.stringify(JSON.parse(text))
  const now = (performance.now() - startedMs) / idleMs
  const lately = (loadavg()[0] ?? 0) / availableParallelism() / ownLoad
  return Math.min(slowest, Math.max(1, now, lately))
}
const text = JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ n, name: `item ${n}` })))
const idleMs = 15
const ownLoad = 2
/** Beyond it a limit would be none. */
const slowest = 20

/** A limit for what a test measures by the clock: a slow or busy machine does not fail it. */
export const stretched = (ms: number): number => ms * slowness()

/** Calls `end` after this time, or later where the machine proves to be slow when it comes. */
export const afterStretched = (ms: number, end: () => void): { cancel(): void } => {
  const startedMs = performance.now()
  let timer: NodeJS.Timeout
  const look = () => {
    const leftMs = stretched(ms) - (performance.now() - startedMs)
    if (leftMs <= 0) end()
    else timer = setTimeout(look, leftMs).unref()
  }
  timer = setTimeout(look, ms).unref()
  return { cancel: () => clearTimeout(timer) }
}

/** For whoever reads that something took too long. */
export const describeMachine = (): string => {
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const times = slowness().toFixed(1)
  return `load ${load} on ${availableParallelism()} processors, ${times} times the time of an idle one`
}

import { setImmediate as turn } from 'node:timers/promises'
import type { AdmissionQueue } from '../../src/kit/admission-queue.ts'
import type { AppError } from '../../src/kit/errors.ts'
import { createRandom } from './random.ts'

/** Asks again as soon as it has its answer; what it does when it is refused is its manner. */
export type Caller = { account: string; manner: 'waits as told' | 'pushes' }

export type Tally = {
  served: number
  refused: number
  /** Calls that came when they were told to, and those of them that were let in. */
  came: number
  cameAndServed: number
  longestMs: number
}

/** A clock that goes on only from event to event: a minute takes as long as its events do. */
export const createClock = () => {
  let nowMs = 0
  const events: { atMs: number; happen: () => void }[] = []
  return {
    now: () => nowMs,
    utilization: () => 0.5,
    after: (ms: number) =>
      new Promise<void>(happen => {
        const atMs = nowMs + ms
        const at = events.findIndex(event => event.atMs > atMs)
        events.splice(at < 0 ? events.length : at, 0, { atMs, happen })
      }),
    async run(untilMs: number) {
      for (;;) {
        // What was let in begins after those who came with it: see `admit`.
        for (let n = 0; n < 3; n++) await turn()
        const next = events[0]
        if (!next || next.atMs > untilMs) return
        nowMs = next.atMs
        while (events[0]?.atMs === nowMs) events.shift()?.happen()
      }
    },
  }
}

const pushEveryMs = 200

/** Callers at a line for so long, each call at its site and in its place for about these times. */
export const simulate = async (
  line: AdmissionQueue,
  clock: ReturnType<typeof createClock>,
  callers: readonly Caller[],
  { atSiteMs, inPlaceMs, untilMs }: { atSiteMs: number; inPlaceMs: number; untilMs: number },
): Promise<Map<string, Tally>> => {
  const tallies = new Map<string, Tally>()
  const random = createRandom(1)
  const about = (ms: number) => ms / 2 + random.int(ms + 1)
  const live = async ({ account, manner }: Caller) => {
    const none = { served: 0, refused: 0, came: 0, cameAndServed: 0, longestMs: 0 }
    const tally = tallies.get(account) ?? none
    tallies.set(account, tally)
    let wasTold = false
    while (clock.now() < untilMs) {
      const cameMs = clock.now()
      const error = await line
        .admit(account, async () => {
          await clock.after(about(atSiteMs))
          await line.hold(() => clock.after(about(inPlaceMs)))
        })
        .then(
          () => undefined,
          (error: AppError) => error,
        )
      tally.came += wasTold ? 1 : 0
      tally.cameAndServed += wasTold && !error ? 1 : 0
      wasTold = error !== undefined && manner === 'waits as told'
      if (error) {
        tally.refused++
        await clock.after(wasTold ? 1_000 * (error.retryAfterSeconds ?? 0) : pushEveryMs)
      } else {
        tally.served++
        tally.longestMs = Math.max(tally.longestMs, clock.now() - cameMs)
      }
    }
  }
  for (const caller of callers) void live(caller)
  await clock.run(untilMs)
  return tallies
}

import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { throughput } from './support/hosts/batches.ts'
import { runFaults } from './support/hosts/faults.ts'
import { distanceMs, type Fleet, openFleet, type Worker } from './support/hosts/fleet.ts'
import { makeKey, refusedAfter } from './support/hosts/keys.ts'

/** Of one core, for each worker: so little that four of them leave enough to everybody else. */
const workerShare = 0.15

export const bench = defineBench({
  name: 'hosts',
  part: 'The house',
  title:
    'Twelve hosts, played by network namespaces: PostgreSQL with a synchronous standby, PgBouncer, one api, up to four workers, two edges at 80 ms, and the web',
  minutes: 7,
  needs: {
    ...{ linux: true, quiet: true, root: true },
    programs: { ip: 'iproute2', nsenter: 'util-linux', pgbouncer: 'pgbouncer' },
  },
  rows: {
    one: {
      what: 'a batch with one worker',
      unit: 'pages/s',
      note: `Each worker may use ${workerShare} of one core (a cgroup’s limit), so that four of them and all the others fit on two. Both PostgreSQL servers run with fsync off: the time that a disk adds to a commit is in none of these figures.`,
    },
    two: { what: 'ratio: with two workers', limit: atLeast(1.8) },
    four: { what: 'ratio: with four workers', limit: atLeast(3.4) },
    ended: {
      what: '10,000 URLs, a worker’s host cut off for a minute, the primary killed: ended exactly once',
      unit: '%',
      limit: atLeast(100),
    },
    standstill: {
      what: 'the longest time without a page while the host is cut off',
      unit: 's',
      limit: atMost(45),
      note: 'A host that is gone in the middle of a transaction holds its locks until the database ends it, after 15 s.',
    },
    credits: { what: 'credits beside pages that were read: difference', limit: atMost(0) },
    images: {
      what: 'images answered meanwhile at both edges beside those counted: difference',
      limit: atMost(0),
      note: 'One edge is cut off from everything but its visitors and the web for a minute.',
    },
    cached: {
      what: 'visitors of the edge that was cut off who got their image meanwhile',
      unit: '%',
      limit: atLeast(100),
    },
    deleted: {
      what: 'a deleted key is refused at both edges, the slowest of ten',
      unit: 'ms',
      limit: atMost(1_000 + distanceMs),
      note: `The distance is a relay for TCP that keeps every byte for ${distanceMs / 2} ms each way: not every kernel has netem.`,
    },
    deletedElsewhere: {
      what: 'a key deleted while one edge is cut off: refused at the other after',
      unit: 'ms',
      limit: atMost(1_000 + distanceMs),
    },
    deletedHealed: {
      what: 'the same key at the edge that was cut off, after it hears again',
      unit: 'ms',
    },
    answers: { what: 'the API answers, after the standby is promoted', unit: 's' },
    works: { what: 'pages are read again, after the standby is promoted', unit: 's' },
  },
  measure: async ({ sample, verbose, say }) => {
    const fleet = await openFleet({ loud: verbose })
    try {
      const { workers, ...scaling } = await scale(fleet, sample, say)
      const urls = Math.round(10_000 / Math.min(sample, 6))
      const faults = await runFaults({
        ...{ fleet, workers, urls, say },
        ...{ cutMs: 60_000 / Math.min(sample, 6), awayMs: 3_000 },
      })
      const { batch, images, meanwhile } = faults
      const deletedMs = await deletions(fleet, 5)
      say(`deleted: ${deletedMs.map(Math.round).join(', ')} ms`)
      const slowest = Math.max(...deletedMs)
      const lost = images.answered - images.counted
      return {
        ...scaling,
        ended: share(batch.once, urls, `${batch.done} read`),
        standstill: figure(faults.standstillMs / 1_000),
        credits: figure(
          Math.abs(batch.credits - batch.done),
          `${batch.credits - batch.done} (${batch.credits} for ${batch.done})`,
        ),
        images: figure(Math.abs(lost), `${lost} of ${images.answered.toLocaleString('en')}`),
        cached: share(
          meanwhile.shown,
          meanwhile.answered,
          `median ${meanwhile.medianMs.toFixed(1)} ms`,
        ),
        deleted: figure(slowest),
        deletedElsewhere: figure(faults.elsewhereMs),
        deletedHealed: figure(
          faults.healedMs,
          `${Math.round(faults.healedMs)} ms${faults.goesOn ? '; before that it went on, as ADR 0013 says' : ''}`,
        ),
        answers: figure(faults.answersMs / 1_000),
        works: figure(faults.worksMs / 1_000),
      }
    } finally {
      await fleet.close()
    }
  },
})

/** The same work for four workers, for two and for one; two are left. */
const scale = async (fleet: Fleet, sample: number, say: (line: string) => void) => {
  const all: Worker[] = []
  for (let number = 0; number < 4; number++) all.push(await fleet.startWorker())
  // Code is loaded and compiled, and connections are opened.
  await throughput(fleet, 4_000 / Math.min(sample, 4))
  for (const worker of all) worker.limit(workerShare)
  const measure = async (count: number) => {
    const perSecond = await throughput(fleet, (1_500 * count) / Math.min(sample, 3))
    say(`${count} workers: ${perSecond.toFixed(1)} pages a second`)
    return perSecond
  }
  const leave = async (count: number) => {
    for (const worker of all.splice(count)) await worker.server.stop()
  }
  const four = await measure(4)
  await leave(2)
  const two = await measure(2)
  await leave(1)
  const one = await measure(1)
  const another = await fleet.startWorker()
  another.limit(workerShare)
  const ratio = (more: number) =>
    figure(more / one, `${(more / one).toFixed(2)} (${more.toFixed(0)} pages/s)`)
  return {
    workers: [another, all[0] ?? another] as const,
    ...{ one: figure(one), two: ratio(two), four: ratio(four) },
  }
}

const deletions = async (fleet: Fleet, times: number): Promise<number[]> => {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const key = await makeKey(fleet)
    await key.delete()
    took.push(...(await Promise.all(fleet.edges.map(edge => refusedAfter(edge, key.key)))))
  }
  return took
}

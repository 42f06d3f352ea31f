import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdmissionQueue } from '../../src/kit/admission-queue.ts'
import { type Caller, createClock, simulate, type Tally } from '../support/simulated-callers.ts'

const many = (count: number, account: string, manner: Caller['manner']): Caller[] =>
  Array.from({ length: count }, () => ({ account, manner }))

const sum = (tallies: Iterable<Tally>, of: keyof Tally): number =>
  [...tallies].reduce((all, tally) => all + tally[of], 0)

describe('at a line that is full', () => {
  it('ten accounts with a call each are all served beside 200 callers of one, which has its share', async () => {
    const clock = createClock()
    const line = createAdmissionQueue({ places: 2, calls: 96, usualMs: 400 }, undefined, clock)
    const polite = Array.from({ length: 10 }, (_, n) => many(1, `polite${n}`, 'waits as told'))
    const callers = [...many(200, 'greedy', 'pushes'), ...polite.flat()]
    const times = { atSiteMs: 20, inPlaceMs: 400, untilMs: 15_000 }
    const tallies = await simulate(line, clock, callers, times)
    const greedy = tallies.get('greedy') as Tally
    tallies.delete('greedy')
    assert.equal(sum(tallies.values(), 'refused'), 0)
    for (const { served, longestMs } of tallies.values()) {
      assert.ok(served >= 5, `${served} served`)
      assert.ok(longestMs < 5_000, `one waited for ${longestMs} ms`)
    }
    assert.ok(greedy.served >= 5 && greedy.served < 20, `${greedy.served} of the greedy one`)
  })

  it('nobody waits for those who were told to come and do not', async () => {
    const clock = createClock()
    const line = createAdmissionQueue({ places: 2, calls: 96, usualMs: 200 }, undefined, clock)
    const call = () =>
      line.admit('a', () => line.hold(() => clock.after(200))).catch(error => error)
    const burst = Array.from({ length: 500 }, call)
    await clock.run(20_000)
    const refused = (await Promise.all(burst)).filter(error => error !== undefined)
    assert.ok(refused.length > 400)
    const later = Array.from({ length: 10 }, call)
    await clock.run(40_000)
    assert.deepEqual(await Promise.all(later), Array(10).fill(undefined))
  })

  for (const { name, callers, least } of [
    { name: 'of one account', callers: many(100, 'a', 'waits as told'), least: 0.9 },
    {
      name: 'of two accounts',
      callers: [...many(60, 'a', 'waits as told'), ...many(60, 'b', 'waits as told')],
      least: 0.85,
    },
  ])
    it(`those who come when they were told to are served, ${name}`, async () => {
      const clock = createClock()
      const line = createAdmissionQueue({ places: 2, calls: 96, usualMs: 200 }, undefined, clock)
      const times = { atSiteMs: 20, inPlaceMs: 200, untilMs: 60_000 }
      const tallies = await simulate(line, clock, callers, times)
      const [came, served] = (['came', 'cameAndServed'] as const).map(of =>
        sum(tallies.values(), of),
      ) as [number, number]
      assert.ok(came > 100)
      assert.ok(served / came > least, `${served} of ${came}`)
      // And no place stands empty while they wait.
      assert.ok(sum(tallies.values(), 'served') > 0.95 * (60_000 / 200) * 2)
    })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTimetable, nextTime } from '../../../src/products/schedules/timetable.ts'

const now = new Date('2026-03-01T12:00:00Z')

test('the next time is read in its time zone, summer time included', () => {
  const berlin = { cron: '30 6 * * *', timeZone: 'Europe/Berlin' }
  assert.equal(nextTime(berlin, now).toISOString(), '2026-03-02T05:30:00.000Z')
  const later = new Date('2026-03-29T12:00:00Z')
  assert.equal(nextTime(berlin, later).toISOString(), '2026-03-30T04:30:00.000Z')
  // 2:30 does not exist in the night that summer time begins: it runs once all the same.
  const skipped = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' }
  const first = nextTime(skipped, new Date('2026-03-28T12:00:00Z'))
  const second = nextTime(skipped, first)
  assert.ok(first < second)
  assert.ok(second < new Date('2026-03-31T00:00:00Z'), second.toISOString())
})

test('an H of Jenkins is one moment, the same each time', () => {
  const cases: [cron: string, everyMs: number][] = [
    ['H * * * *', 3_600_000],
    ['H H * * *', 86_400_000],
  ]
  for (const [cron, everyMs] of cases) {
    let at = nextTime({ cron, timeZone: 'UTC' }, now)
    for (let run = 0; run < 10; run++) {
      const next = nextTime({ cron, timeZone: 'UTC' }, at)
      assert.equal(next.getTime() - at.getTime(), everyMs, cron)
      at = next
    }
  }
})

test('a timetable that cannot work is refused with a sentence', () => {
  const cases: [cron: string, timeZone: string, sentence: RegExp][] = [
    ['* * * * *', 'UTC', /at most every 5 minutes/],
    ['*/4 * * * *', 'UTC', /at most every 5 minutes/],
    ['0,2 3 * * *', 'UTC', /at most every 5 minutes/],
    ['0 0 30 2 *', 'UTC', /cron expression/],
    ['61 * * * *', 'UTC', /cron expression/],
    ['0 0 * * * *', 'UTC', /five fields/],
    ['daily', 'UTC', /five fields/],
    ['0 6 * * *', 'Mars/Olympus', /not a time zone/],
  ]
  for (const [cron, timeZone, sentence] of cases)
    assert.throws(() => checkTimetable({ cron, timeZone }, now), sentence, cron)
  for (const cron of ['*/5 * * * *', '30 6 * * 1', '0 0 29 2 *', '0 9 1 JAN *'])
    checkTimetable({ cron, timeZone: 'America/New_York' }, now)
})

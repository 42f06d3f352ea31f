import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findDurations, isoSeconds } from '../../../../src/products/extract/values/durations.ts'

const lengths: [text: string, seconds: number | undefined][] = [
  ['PT1H20M', 4_800],
  ['PT90S', 90],
  ['PT1.5H', 5_400],
  ['P1D', 86_400],
  ['P0.5D', 43_200],
  ['P2W', 1_209_600],
  ['P3M', 7_776_000],
  ['P1Y', 31_536_000],
  ['P1Y2M3W4DT5H6M7S', 31_536_000 + 5_184_000 + 1_814_400 + 345_600 + 18_367],
  [' pt5m ', 300],
  ['P', undefined],
  ['PT', undefined],
  ['1H', undefined],
  ['PT1H20M later', undefined],
]
for (const [text, seconds] of lengths)
  it(`“${text}” is ${seconds ?? 'no'} seconds`, () => assert.equal(isoSeconds(text), seconds))

const said: [text: string, seconds: number[]][] = [
  ['1 h 20 min', [4_800]],
  ['1 hour and 20 minutes', [4_800]],
  ['20 min, 1 h', [1_200, 3_600]],
  ['½ hour', [1_800]],
  ['1 ½ hours', [5_400]],
  ['1 1/2 hours', [5_400]],
  ['1/2 hour', [1_800]],
  ['1,5 h', [5_400]],
  ['Total time 1:30 h', [5_400]],
  ['5:30 min', [330]],
  ['1h30', [5_400]],
  ['Cuisson : 1 h 30', [5_400]],
  ['1 h 05 de cuisson, 20 min de repos', [3_900, 1_200]],
  ['20 min, then 2h05', [1_200, 7_500]],
  ['1h30m', [5_400]],
  ['1h30min', [5_400]],
  ['2h15 min', [8_100]],
  ['1d4h', [100_800]],
  ['PT1H30M', [5_400]],
  ['4 h 12 km', [14_400]],
  ['1 h 300', [3_600]],
  ['from 9:30 h on, 2:75 h', [34_200]],
  ['Takes PT45M or 2 days', [2_700, 172_800]],
  ['20 lamps', []],
  ['Cuisson : 1h30, repos : 2 h 05.', [5_400, 7_500]],
  ['1h30 au four, 1h30 min', [5_400, 5_400]],
  ['2h15m, 1hr30min', [8_100, 5_400]],
  ['調理時間30分、1時間30分', [1_800, 5_400]],
  ['1小时30分钟', [5_400]],
  ['in 2 h 15 people and 3 h 20 €', [7_200, 10_800]],
  ['1 h 30-2 h', [3_600, 7_200]],
  ['x30m', []],
  ['25,000 hours, 25.000 h, 25 000 h, 100000 h', Array(3).fill(90_000_000).concat(360_000_000)],
  ['1.250 s, 0.125 h', []],
]
for (const [text, seconds] of said)
  it(`“${text}” says ${seconds.join(' and ') || 'no length'}`, () => {
    assert.deepEqual(
      findDurations(text).map(one => one.seconds),
      seconds,
    )
  })

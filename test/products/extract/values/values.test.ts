import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDates } from '../../../../src/products/extract/values/dates.ts'
import { findDurations, isoSeconds } from '../../../../src/products/extract/values/durations.ts'
import { findNumbers } from '../../../../src/products/extract/values/numbers.ts'

const first = (text: string) => findNumbers(text)[0]?.readings[0]

describe('numbers in text', () => {
  for (const [text, value] of [
    ['$1,299.50', 1299.5],
    ['1.299,50 €', 1299.5],
    ["1'299.50 CHF", 1299.5],
    ['1 299 kr', 1299],
    ['54,00 zł', 54],
    ['1 250 Kč', 1250],
    ['80 บาท', 80],
    ['12,34,567', 1234567],
    ['1,5', 1.5],
    ['4½ cups', 4.5],
    ['1.2M users', 1_200_000],
    ['3.5 million', 3_500_000],
    ['１２３', 123],
    ['5 Milliarden Euro', 5_000_000_000],
    ['2,5 crore', 25_000_000],
    ['3 lakh', 300_000],
    ['5 млн ₽', 5_000_000],
    ['2 mil millones', 2_000_000_000],
    ['2 mil', 2_000],
    ['3万円', 30_000],
    ['1.5億円', 150_000_000],
    ['50만원', 500_000],
    ['1億2,345万人', 123_450_000],
    ['1억 2,345만원', 123_450_000],
    ['3万5000円', 35_000],
    ['5万2024年', 50_000],
    ['5万 2024', 50_000],
    ['1万2万', 10_000],
    ['١٬٢٩٩٫٥٠ ر.س', 1299.5],
    ['۴٫۵', 4.5],
    ['₹१,२९,९९९', 129_999],
    ['12 m', 12],
    ['€5 m', 5_000_000],
    ['5 m €', 5_000_000],
    ['1.2m views', 1_200_000],
    ['5千人', 5_000],
    ['5千克', 5],
    ['1.299,- €', 1299],
    ['1.299.– CHF', 1299],
    ['1.299,-', 1299],
    ['49,-', 49],
    ['1.299', 1.299],
    ['1.299, - kg', 1.299],
    ['$.99', 0.99],
    ['only .5 l', 0.5],
    ['99¢', 0.99],
    ['No.99', 99],
    ['see ...5', 5],
    ['-.1.2', 1.2],
  ] as const)
    it(`${text} is ${value}`, () => assert.equal(first(text), value))

  it('an unclear separator has both readings', () => {
    assert.deepEqual(findNumbers('1.299')[0]?.readings, [1.299, 1299])
  })

  it('a fraction with a stroke counts with the whole before it, and a day of a month is none', () => {
    const readings = (text: string) => findNumbers(text).flatMap(({ readings }) => readings)
    assert.deepEqual(readings('3/4 cup'), [3, 0.75, 4])
    assert.deepEqual(readings('1 1/2 cups'), [1, 1, 1.5, 2])
    assert.deepEqual(readings('add 12 3/8 oz'), [12, 3, 12.375, 8])
    assert.deepEqual(readings('5/4'), [5, 4])
    assert.deepEqual(readings('1/7 of it'), [1, 7])
    assert.deepEqual(readings('1/2/2020'), [1, 2, 2020])
    assert.deepEqual(readings('11/2'), [11, 2])
  })

  it('a suffix counts only right behind the digits', () => {
    assert.deepEqual(findNumbers('12 monkeys')[0]?.readings, [12])
    assert.deepEqual(findNumbers('PT11M')[0]?.readings, [11])
  })
})

describe('days in text', () => {
  for (const [text, iso] of [
    ['May 12th, 2011', '2011-05-12'],
    ['12. Mai 2011', '2011-05-12'],
    ['12 de mayo de 2011', '2011-05-12'],
    ['1er janvier 2020', '2020-01-01'],
    ['15 augustus 2021', '2021-08-15'],
    ['12 февраля 2020 г.', '2020-02-12'],
    ['2020年3月4日', '2020-03-04'],
    ['١٢ مايو ٢٠٢٤', '2024-05-12'],
    ['1403-02-22', '1403-02-22'],
    ['2010-02-16 03:44:25', '2010-02-16'],
    ['31.12.1999', '1999-12-31'],
    ['13-Jan-10', '2010-01-13'],
    ['August 2009', '2009-08'],
    ['20110512', '2011-05-12'],
    ['2011년 5월', '2011-05'],
    ['May 12–14, 2011', '2011-05-12'],
    ['© 1988', '1988'],
  ] as const)
    it(`${text} is ${iso}`, () => assert.equal(findDates(text)[0]?.readings[0], iso))

  it('03/04/2011 is read both ways, 30/04/2011 one way, 2011-02-30 not at all', () => {
    assert.deepEqual(findDates('03/04/2011')[0]?.readings, ['2011-03-04', '2011-04-03'])
    assert.deepEqual(findDates('30/04/2011')[0]?.readings, ['2011-04-30'])
    assert.ok(!findDates('2011-02-30').some(date => date.readings.some(one => one.length === 10)))
  })
})

describe('lengths of time in text', () => {
  for (const [text, minutes] of [
    ['PT1H30M', 90],
    ['1 hr 30 min', 90],
    ['1 hour and 30 minutes', 90],
    ['90 Minuten', 90],
    ['1½ hours', 90],
    ['1 Std. 5 Min.', 65],
    ['45min', 45],
  ] as const)
    it(`${text} is ${minutes} minutes`, () =>
      assert.equal((findDurations(text)[0]?.seconds ?? 0) / 60, minutes))

  it('a range is two lengths', () => {
    assert.deepEqual(
      findDurations('30 minutes to 1 hour').map(one => one.seconds),
      [1800, 3600],
    )
  })
})

describe('lengths of time', () => {
  it('in ISO 8601 add up all their parts', () => {
    const day = 86_400
    assert.equal(isoSeconds('P1Y'), 365 * day)
    assert.equal(isoSeconds('P1Y2M3W4DT5H6M7S'), (365 + 60 + 21 + 4) * day + 5 * 3600 + 6 * 60 + 7)
    assert.equal(isoSeconds('PT1.5H'), 5400)
    assert.equal(isoSeconds('PT'), undefined)
    assert.equal(isoSeconds('1H'), undefined)
  })
  it('may be fractions', () => {
    const seconds = (text: string) => findDurations(text).map(each => each.seconds)
    assert.deepEqual(seconds('1 1/2 hours'), [5400])
    assert.deepEqual(seconds('3/4 hour'), [2700])
    assert.deepEqual(seconds('1½ hours'), [5400])
  })
})

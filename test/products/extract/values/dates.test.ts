import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDates } from '../../../../src/products/extract/values/dates.ts'

const read = (text: string) =>
  findDates(text).map(({ start, end, readings, time }) =>
    [text.slice(start, end), ...readings, ...(time ? [time] : [])].join(' → '),
  )

test('a day is read however it is written', () => {
  const cases: [text: string, ...found: string[]][] = [
    ['on 2011-05-12.', '2011-05-12 → 2011-05-12'],
    ['2011/5/2', '2011/5/2 → 2011-05-02'],
    ['입력 2011. 5. 12. 오후', '2011. 5. 12 → 2011-05-12'],
    ['dne 12. 5. 2011', '12. 5. 2011 → 2011-05-12'],
    ['2011. május 12.', '2011. május 12 → 2011-05-12'],
    ['2011 m. gegužės 12 d.', '2011 m. gegužės 12 → 2011-05-12'],
    ['2011年5月12日', '2011年5月12日 → 2011-05-12'],
    ['2011년 5월', '2011년 5월 → 2011-05'],
    ['file 20110512 x', '20110512 → 2011-05-12'],
    ['May 12–14, 2011', 'May 12–14, 2011 → 2011-05-12 → 2011-05-14'],
    ['12.–14. Mai 2011', '12.–14. Mai 2011 → 2011-05-12 → 2011-05-14'],
    ['12-14 de mayo de 2011', '12-14 de mayo de 2011 → 2011-05-12 → 2011-05-14'],
    ['May 12th, 2011', 'May 12th, 2011 → 2011-05-12'],
    ['12. Mai 2011', '12. Mai 2011 → 2011-05-12'],
    ['12 de mayo de 2011', '12 de mayo de 2011 → 2011-05-12'],
    ["12-May-'11", "12-May-'11 → 2011-05-12"],
    ['12 May 99', '12 May 99 → 1999-05-12'],
    ['12 May 50', '12 May 50 → 2050-05-12'],
    ['12 May 51', '12 May 51 → 1951-05-12'],
    ['2011 May 12', '2011 May 12 → 2011-05-12'],
    ['May 2011', 'May 2011 → 2011-05'],
    ['in 2011', '2011 → 2011'],
    ['2011. 5. 12. 오후', '2011. 5. 12 → 2011-05-12'],
    ['2011. május 12.', '2011. május 12 → 2011-05-12'],
    ['dne 12. 5. 2011 9:30', '12. 5. 2011 → 2011-05-12 → 09:30'],
    ['12. 05. 2011', '12. 05. 2011 → 2011-05-12'],
    ['2 May 2011 and 3 May 2011', '2 May 2011 → 2011-05-02', '3 May 2011 → 2011-05-03'],
  ]
  for (const [text, ...found] of cases) assert.deepEqual(read(text), found, text)
})

test('which number is the month depends on who writes, where both may be', () => {
  assert.deepEqual(read('03/04/2011'), ['03/04/2011 → 2011-03-04 → 2011-04-03'])
  assert.deepEqual(read('03.04.2011'), ['03.04.2011 → 2011-04-03 → 2011-03-04'])
  assert.deepEqual(read('13/04/2011'), ['13/04/2011 → 2011-04-13'])
  assert.deepEqual(read('04/13/11'), ['04/13/11 → 2011-04-13'])
  assert.deepEqual(read('05/05/2011'), ['05/05/2011 → 2011-05-05'])
})

test('what is no day is none', () => {
  for (const text of [
    ...['32 words 2', '2011-13-40x', '31.02.20111', '$2011', '€1999', '12,2011', '2011-05', '0999'],
    ...['1.2011.2', 'x 2011,5', '20113512', '1499'],
  ])
    assert.deepEqual(read(text), [], text)
  assert.deepEqual(read('29 February 2011'), ['February 2011 → 2011-02'])
  assert.deepEqual(read('29 February 2012'), ['29 February 2012 → 2012-02-29'])
  assert.deepEqual(read('31 April 2011'), ['April 2011 → 2011-04'])
  assert.deepEqual(read('in 2011. 12. The end'), ['2011 → 2011'])
  assert.deepEqual(read('Rows 31. 31. 2011'), ['2011 → 2011'])
  assert.deepEqual(read('Foo 12, 2011'), ['2011 → 2011'])
})

test('the time right behind a day is its time', () => {
  const time = (behind: string) => findDates(`2011-05-12${behind}`)[0]?.time
  const cases: [behind: string, time: string | undefined][] = [
    ['T09:30', '09:30'],
    ['T09:30:15Z', '09:30'],
    [' 9:30', '09:30'],
    [', at 9:30 pm', '21:30'],
    [' 12:05 am', '00:05'],
    [' 12:05 p.m.', '12:05'],
    [' 9 pm', '21:00'],
    [' um 14.45 Uhr', '14:45'],
    [' à 14h00', '14:00'],
    [' 00:00', '00:00'],
    [' 19:15', '19:15'],
    [' 9 people', undefined],
    [' at noon', undefined],
    ['', undefined],
  ]
  for (const [behind, expected] of cases) assert.equal(time(behind), expected, behind)
})

test('a text without end is read to its bound', () => {
  assert.equal(findDates('2011-05-12 '.repeat(5_010)).length, 5_000)
})

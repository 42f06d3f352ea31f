import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printOf } from '../../../src/page/links/simhash.ts'
import { isDated, isPlainPaging } from '../../../src/page/links/traps.ts'
import {
  emptyFamily,
  isBarren,
  meet,
  urlFamilyOf,
  wordShape,
} from '../../../src/page/links/url-family.ts'
import { sessionNames, urlKey } from '../../../src/page/links/url-key.ts'

const site = 'http://x.test'
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('pages that are kin', () => {
  it('are those of one path whatever their query, and those below one folder', () => {
    const kin = (path: string) => urlFamilyOf(site + path)
    assert.equal(kin('/list?a=1'), kin('/list?b=2&c=3'))
    assert.equal(kin('/list'), kin('/list?a=1'))
    assert.equal(kin('/about/team/jobs'), kin('/about/press'))
    assert.notEqual(kin('/about/team'), kin('/docs/team'))
    assert.equal(kin('/'), undefined)
    assert.equal(wordShape(`${site}/about/a/b`), wordShape(`${site}/about/c/d`))
    assert.notEqual(wordShape(`${site}/about/a?print`), wordShape(`${site}/about/a`))
  })

  const idle = { shape: 's', newInside: 3, newOutside: 0, idleAbove: 0, minAbove: 0 }
  const after = (pages: readonly Partial<typeof idle & { text: string }>[]) =>
    pages.reduce((kin, { text = 'Goods\n20 found', ...page }) => {
      return meet(kin, { ...idle, print: printOf(text), ...page }).kin
    }, emptyFamily)

  it('are read no further once twelve in a row said nothing new and led only to their like', () => {
    const first = { text: 'Goods\nAll of them\n20 found' }
    const same = upTo(12).map(() => ({}))
    assert.ok(isBarren(after([first, ...same])))
    assert.ok(!isBarren(after([first, ...same.slice(1)])))
    assert.deepEqual(after([first, ...same]).shapes, ['s'])
    const broken = (page: object) => [first, ...same.slice(6), page, ...same.slice(6)]
    assert.ok(!isBarren(after(broken({ newOutside: 1 }))), 'it led elsewhere')
    assert.ok(!isBarren(after(broken({ text: 'A story\nof its own\nin three lines' }))))
    assert.ok(!isBarren(after([first, ...same.map(() => ({ newInside: 0 }))])), 'they end')
    const indexes = same.map(() => ({ idleAbove: 1, minAbove: 2 }))
    assert.ok(!isBarren(after([first, ...indexes])), 'an index of indexes is none')
  })

  it('say nothing new where at most one line is new, or fewer than three in ten', () => {
    const cases: [lines: number, fresh: number, isNew: boolean][] = [
      [1, 1, false],
      [3, 1, false],
      [3, 2, true],
      [10, 2, false],
      [10, 3, true],
      [20, 5, false],
      [20, 6, true],
    ]
    for (const [lines, fresh, isNew] of cases) {
      const own = upTo(lines)
      const print = { simhash: '0'.repeat(16), lines: own, own, sentences: 0 }
      const kin = { ...emptyFamily, seen: [0, ...own.slice(fresh)] }
      const { idleSoFar } = meet(kin, { ...idle, print })
      assert.equal(idleSoFar, isNew ? 0 : 1, `${fresh} of ${lines}`)
    }
  })

  it('say nothing of their own where all they say is what links say', () => {
    const links = upTo(20).map(n => `Good no. ${n}`)
    const { lines, own } = printOf(['Goods', ...links].join('\n'), '', links)
    assert.deepEqual([lines.length, own.length], [21, 1])
  })
})

describe('what a link carries of the visit', () => {
  const token = (n: number) => `${n}f3a9c0d4e5b6a7988${n}`
  it('is known by its being on the way to everywhere', () => {
    const links = upTo(9).map(n => `${site}/item-${n}?zenid=${token(n)}&v=1`)
    assert.deepEqual(sessionNames(links), ['zenid'])
    assert.equal(urlKey(links[0] ?? '', { sessions: ['zenid'] }), `${site}/item-1?v=1`)
    assert.equal(
      urlKey(`${site}/a?zenid=about-us`, { sessions: ['zenid'] }),
      `${site}/a?zenid=about-us`,
    )
  })

  it('is no name of a page: those are many for one path', () => {
    assert.deepEqual(sessionNames(upTo(9).map(n => `${site}/view?id=${token(n)}`)), [])
    const three = upTo(12).map(n => `${site}/${'abc'[n % 3]}?id=${token(n)}`)
    assert.deepEqual(sessionNames(three), [])
    assert.deepEqual(sessionNames(upTo(9).map(n => `${site}/p${n}?title=internationalization`)), [])
  })

  it('does not count in a path either', () => {
    for (const path of ['/a;jsessionid=AB.n1', '/a;sid=0af3', '/(S(lit3py55t21z5v55vlm25s55))/a'])
      assert.equal(urlKey(site + path), `${site}/a`)
    assert.equal(urlKey(`${site}/a;color=red`), `${site}/a;color=red`)
  })
})

it('a day is a day by whatever name it is asked for', () => {
  for (const path of [
    '/a?on=2026-11-15',
    '/a?y=2026&m=11',
    '/a?y=2026&m=1&d=31',
    '/a?t=1794700800',
  ])
    assert.ok(isDated(site + path), path)
  for (const path of ['/a?id=2026', '/a?id=5', '/a?y=2026&sort=asc', '/a?t=17947008001'])
    assert.ok(!isDated(site + path), path)
  const said = (text: string, day: string) => printOf(text, `/on/${day}`).lines
  assert.deepEqual(
    said('Sun, 15 Nov 2026', '2026/11/15'),
    said('Montag, 16. November', '2026/11/16'),
  )
})

it('each day of a week and each month is part of a date, and what is said beside it is not', () => {
  const names = `Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun
    January February March April May June July August September October November December Jan Dec
    Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag vendredi dimanche viernes domingo
    venerdì domenica vrijdag zondag piątek niedziela décembre marzo październik`
  const lines = (words: string) => printOf(`${words} 5, 2026`, '/2026/11/5').lines.length
  for (const name of names.split(/\s+/)) {
    assert.equal(lines(`Lamps for all ${name}`), 0, name)
    assert.equal(lines(`Lamps for all children ${name}`), 1, name)
  }
  // The fifth of November, by its second.
  const lineOf = (day: string) => printOf(`${day} lamps for all`, '/?t=1793836800').lines.length
  assert.deepEqual(
    ['2026-11-05', '2026-12-05', '2026-11-06', '2025-11-05'].map(lineOf),
    [0, 1, 1, 1],
  )
})

it('a list that nobody narrowed is told from one that somebody did', () => {
  for (const path of ['/list?page=3', '/list/page/3', '/page/3', '/list/page-3'])
    assert.ok(isPlainPaging(site + path), path)
  for (const path of ['/list?color=1&page=3', '/list/red/page/3', '/list/red', '/list?color=1'])
    assert.ok(!isPlainPaging(site + path), path)
})

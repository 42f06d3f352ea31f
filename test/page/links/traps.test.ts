import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distance, printOf } from '../../../src/page/links/simhash.ts'
import {
  type Chain,
  chainAfter,
  combinationOf,
  emptyBudget,
  hasEnded,
  hasTrapShape,
  isCombined,
  isDated,
  isIdle,
  isSpent,
  spend,
  type TrapBudget,
  templateOf,
} from '../../../src/page/links/traps.ts'
import { urlKey } from '../../../src/page/links/url-key.ts'

test('shapes that no page has', () => {
  const traps = [
    `/${'a'.repeat(2_000)}`,
    `/${'x1/x2/x3/x4/x5/x6/x7/'.repeat(3)}`,
    `/${Array.from({ length: 21 }, (_, i) => i).join('/')}`,
    '/a/a/a',
    '/x/a/a/a/y',
    '/a/b/a/b/a/b',
    '/a/b/c/a/b/c/a/b/c/',
    '/a/b/b/a/a/b',
    '/a/b/c/c/b/a',
  ]
  const pages = [
    '/',
    '/a/a',
    '/a/b/a/b',
    '/a/a/b/a',
    '/2024/01/01',
    `/${Array.from({ length: 20 }, (_, i) => i).join('/')}`,
    '/org/repo/tree/main/src/main/java/org/repo',
    '/?q=/a/a/a',
    '/#/a/a/a',
    '/a//a',
    '/en/shop/en/shop',
  ]
  for (const path of traps) assert.ok(hasTrapShape(`http://a.com${path}`), path.slice(0, 80))
  for (const path of pages) assert.ok(!hasTrapShape(`http://a.com${path}`), path)
})

test('relative links that go in circles end by themselves', () => {
  let level = ['http://a.com/t']
  let pages = 0
  for (let depth = 0; level.length > 0; depth++) {
    level = level.flatMap(url => [`${url}/a`, `${url}/b`]).filter(url => !hasTrapShape(url))
    pages += level.length
    assert.ok(depth < 25 && pages < 10_000)
  }
  assert.ok(pages <= 60, `${pages} pages`)
})

test('templates', () => {
  const cases: [path: string, template: string][] = [
    ['/', '/'],
    ['/cal/2024/05', '/cal/N/N'],
    ['/cal/2024-05-03', '/cal/D'],
    ['/cal/03.05.2024', '/cal/D'],
    ['/cal/20240503', '/cal/D'],
    ['/item-17.html', '/item-N.html'],
    ['/s/0123456789abcdef0123', '/s/T'],
    ['/internationalisation', '/internationalisation'],
    ['/x?b=2&a=1', '/x?a&b'],
    ['/x?b=3&a=9', '/x?a&b'],
    ['/x?page=2', '/x?page'],
    ['/x?a=?&b', '/x?a&b'],
    ['/v2/x9', '/vN/xN'],
  ]
  for (const [path, template] of cases)
    assert.equal(templateOf(urlKey(`http://a.com${path}`) ?? ''), `http://a.com${template}`, path)
})

test('combinations of choices', () => {
  assert.equal(combinationOf('http://a.com/l?color=red&size=m'), 'http://a.com/l?+')
  assert.equal(combinationOf('http://a.com/l?brand=x&color=red&page=3&size=m'), 'http://a.com/l?+')
  for (const path of [
    '/l',
    '/l?color=red',
    '/l?color=red&page=2',
    '/l?offset=10&limit=5',
    '/l?tag=a&tag=b',
  ])
    assert.equal(combinationOf(`http://a.com${path}`), undefined, path)
})

const run = (
  pages: { text: string; inside?: number; outside?: number }[],
  isOver: (budget: TrapBudget) => boolean,
) => {
  let budget = emptyBudget
  for (const [index, { text, inside = 1, outside = 0 }] of pages.entries()) {
    budget = spend(JSON.parse(JSON.stringify(budget)), {
      print: printOf(text),
      newInside: inside,
      newOutside: outside,
      choices: [`color=${index % 3}`, `size=${index % 5}`, `shop=1`],
    })
    if (isOver(budget)) return index + 1
  }
  return undefined
}
const many = <T>(make: (index: number) => T, length = 400) =>
  Array.from({ length }, (_, index) => make(index))
const months =
  'January February March April May June July August September October November December'.split(' ')
const days = many(day => `${day + 1}`, 28).join('\n')

test('an endless calendar closes', () => {
  const calendar = many(i => ({
    text: `${months[i % 12]} ${2024 + Math.floor(i / 12)}\n${days}\nNo events`,
    inside: 2,
  }))
  const after = run(calendar, isSpent)
  assert.ok(after !== undefined && after >= 30 && after <= 45, `${after}`)
})

test('pages that lead on, say something, or lead nowhere never close', () => {
  const words =
    'river stone cloud paper engine window garden mirror silver orange basket candle'.split(' ')
  const prose = (i: number) =>
    many(j => `${words[(i * 7 + j * 5) % 12]} ${words[(i + j * j) % 12]} ${i * j}`, 20).join('\n')
  assert.equal(
    run(
      many(i => ({ text: `List ${i}\n${days}`, outside: 20 })),
      isSpent,
    ),
    undefined,
    'a list',
  )
  assert.equal(
    run(
      many(i => ({ text: prose(i) })),
      isSpent,
    ),
    undefined,
    'articles in a chain',
  )
  assert.equal(
    run(
      many(() => ({ text: days, inside: 0 })),
      isSpent,
    ),
    undefined,
    'leaves that are all alike',
  )
  assert.equal(
    run(
      many(i => ({ text: `Product ${i}\nPrice ${i}`, inside: 0 })),
      isSpent,
    ),
    undefined,
    'leaves',
  )
  assert.equal(
    run(
      many(i => ({ text: `Page ${i}` })),
      isSpent,
    ),
    undefined,
    'short pages in a chain',
  )
})

test('combined filters close, goods with such addresses do not', () => {
  const goods = many(i => `Item ${i}\nPrice ${i}.99`, 200)
  const filters = many(i => ({
    text: `Filter ${i}\n${goods.filter((_, j) => (i * 31 + j) % 6 === 0).join('\n')}`,
    inside: 5,
  }))
  const after = run(filters, isCombined)
  assert.ok(after !== undefined && after <= 40, `${after}`)
  assert.equal(
    run(
      many(i => ({ text: `Good ${i}\nPrice ${i}\nMade in ${i}\nBuy now`, inside: 0 })),
      isCombined,
    ),
    undefined,
  )
})

test('a chain that shows the same three times has ended', () => {
  let chain: Chain | undefined
  const step = (text: string) => {
    chain = chainAfter(chain, text)
    return hasEnded(chain)
  }
  assert.deepEqual(['a b', 'c d', 'c d', 'c d'].map(step), [false, false, false, true])
  assert.deepEqual(['a b', 'c d', 'a b', 'a b'].map(step), [false, false, false, false])
})

test('near texts have near prints, far ones far', () => {
  const text = many(i => `word${i % 97} thing${i % 89}`, 300).join(' ')
  const { simhash } = printOf(text)
  assert.match(simhash, /^[0-9a-f]{16}$/)
  assert.equal(distance(simhash, simhash), 0)
  assert.ok(distance(simhash, printOf(`${text} more`).simhash) <= 3)
  assert.ok(distance(simhash, printOf(many(i => `other${i}`, 300).join(' ')).simhash) > 10)
  assert.equal(distance('ffffffffffffffff', '0000000000000000'), 64)
})

test('a print is small and soon made, and a budget stays small', () => {
  const started = process.cpuUsage()
  const print = printOf(many(i => `line ${i} of many`, 100_000).join('\n'))
  assert.equal(print.lines.length, 300)
  printOf('x'.repeat(5_000_000))
  printOf('語'.repeat(1_000_000))
  const tookMs = process.cpuUsage(started).user / 1_000
  assert.ok(tookMs < 5_000, `${tookMs} ms`)
  let budget = emptyBudget
  for (let i = 0; i < 50; i++)
    budget = spend(budget, {
      print: printOf(many(j => `${i} ${j}`, 300).join('\n')),
      newInside: 1,
      newOutside: 0,
    })
  assert.ok(JSON.stringify(budget).length < 16_000)
})

test('addresses of days and months', () => {
  for (const path of ['/2026/05', '/cal/2026/5/31', '/event/2026-05-03', '/c?month=5', '/c?Date=x'])
    assert.ok(isDated(`http://a.com${path}`), path)
  for (const path of [
    '/',
    '/2026',
    '/2026/13',
    '/item/1234/56',
    '/list?page=2',
    '/daily?id=5',
    '/2026/05/03/a-post',
  ])
    assert.ok(!isDated(`http://a.com${path}`), path)
})

test('days on which nothing is on close, though they lead nowhere; others do not', () => {
  const idle = (text: (day: number) => string, address: (day: number) => string) => {
    let budget = emptyBudget
    for (const day of many(n => n, 200)) {
      const facts = { print: printOf(text(day), address(day)), newInside: 0, newOutside: 0 }
      budget = spend(budget, facts)
      if (isIdle(budget, facts)) return day + 1
    }
    return undefined
  }
  const address = (day: number) => `/2026/${1 + (day % 12)}/${1 + (day % 28)}`
  const nothing = (day: number) => `${1 + (day % 28)}.${1 + (day % 12)}.2026\nNothing is on today.`
  const after = idle(nothing, address)
  assert.ok(after !== undefined && after >= 20 && after <= 30, `${after}`)
  const diary = (day: number) =>
    `${nothing(day)}\nOn this day we met number ${day * 1_117 + 40_000}`
  assert.equal(idle(diary, address), undefined)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isFaceted,
  noteFacets,
  type PathFacets,
  pathFacetsOf,
  spendFacets,
} from '../../../src/page/links/path-facets.ts'
import { printOf } from '../../../src/page/links/simhash.ts'
import { emptyBudget, type TrapBudget } from '../../../src/page/links/traps.ts'

const site = 'http://a.test'
const mix = (path: string): PathFacets => {
  const found = pathFacetsOf(site + path)
  assert.ok(found, path)
  return found
}
/** Pages that say this much, and lead to so many that are none of them. */
const read = (before: TrapBudget, count: number, say: (n: number) => string, newOutside = 0) =>
  Array.from({ length: count }, (_, n) => say(n)).reduce(
    (budget, text) => spendFacets(budget, printOf(text), newOutside),
    before,
  )
const narrowed = (n: number) => `# Goods ${'abcdefghijklmnop'[n]}\n\nSome found.`
const facets = [
  '/s/oak/red',
  '/s/oak/small',
  '/s/red/small',
  '/s/red/new',
  '/s/small/new',
  '/s/new/sale',
]

describe('a path that mixes names', () => {
  it('names the two that must stand side by side, and the shape that all of them share', () => {
    assert.deepEqual(mix('/shop/oak/red').siblings, [`${site}/shop/oak`, `${site}/shop/red`])
    assert.deepEqual(mix('/en/shop/oak/red/big').siblings, [
      `${site}/en/shop/oak/red`,
      `${site}/en/shop/oak/big`,
    ])
    assert.equal(mix('/shop/oak/red').shape, mix('/shop/oak/red/big').shape)
    assert.notEqual(mix('/shop/oak/red').shape, mix('/docs/next/start').shape)
  })

  it('does so on the pages of such a list too', () => {
    for (const path of ['/shop/oak/red/page-2', '/shop/oak/red/page/2', '/shop/oak/red/p2'])
      assert.deepEqual(pathFacetsOf(site + path), pathFacetsOf(`${site}/shop/oak/red`), path)
  })

  it('is none with a query, with days and numbers, or with less than two names', () => {
    for (const path of ['/shop', '/shop?a=1', '/shop/oak/red?x=1', '/2026/05', '/a/7', '/oak/oak'])
      assert.equal(pathFacetsOf(site + path), undefined, path)
  })
})

describe('mixed lists', () => {
  const noted = noteFacets(
    emptyBudget,
    facets.flatMap(path => pathFacetsOf(site + path) ?? []),
  )

  it('end after eight pages that brought nothing', () => {
    assert.equal(isFaceted(read(noted, 8, narrowed)), false, 'the first one cannot be stale')
    assert.equal(isFaceted(read(noted, 9, narrowed)), true)
  })

  it('go on while they lead anywhere else, or say something', () => {
    assert.equal(isFaceted(read(noted, 40, n => narrowed(n % 16), 1)), false)
    const prose = (n: number) => ['one', 'two', 'three'].map(word => `${word} ${n * 7}`).join('\n')
    assert.equal(isFaceted(read(noted, 40, prose)), false)
  })

  it('are not the versions of a handbook: some names stand above, the others below', () => {
    const versions = ['stable', 'next', 'legacy', 'lts', 'old']
    const pages = ['start', 'install', 'upgrade', 'faq']
    const mixes = versions.flatMap(version => pages.map(name => mix(`/docs/${version}/${name}`)))
    assert.equal(isFaceted(read(noteFacets(emptyBudget, mixes), 40, n => narrowed(n % 16))), false)
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { brandfetchTarget } from '../../../src/products/images/brandfetch.ts'

const read = (typed: string, search = '') => {
  const target = brandfetchTarget(typed, new URLSearchParams(search))
  return target && { ...target, query: target.query.toString() }
}

it('a path in Brandfetch’s words is read as one in ours', () => {
  const raster = { kind: 'icon', query: 'raster=true' }
  const paths: [path: string, expected: object | undefined, search?: string][] = [
    ['domain/a.test', { typed: 'a.test', ...raster }],
    ['domain/a.test/w/64/h/32', { typed: 'a.test', kind: 'icon', query: 'size=32&raster=true' }],
    ['a.test/w/64', { typed: 'a.test', kind: 'icon', query: 'size=64&raster=true' }],
    [
      'domain/a.test/w/64/h/32/logo.png',
      { typed: 'a.test', kind: 'logo', query: 'width=64&height=32&format=png&raster=true' },
    ],
    ['domain/a.test/symbol.svg', { typed: 'a.test', kind: 'symbol', query: 'format=svg' }],
    ['ticker/ACME/type/icon', { typed: 'ACME', ...raster, by: 'ticker' }],
    ['crypto/BTC/type/icon', { typed: 'BTC', ...raster, by: 'crypto' }],
    // A symbol alone is asked for in our own words, and what may be a page's path is left alone.
    ['ticker/ACME', undefined],
    ['crypto/BTC', undefined],
    ['a.test', undefined],
    ['a.test/theme/dark', undefined],
    [
      'a.test/theme/dark',
      { typed: 'a.test', kind: 'icon', query: 'c=pk_1&theme=light&raster=true' },
      'c=pk_1',
    ],
    ['acme/w/64', undefined],
  ]
  for (const [path, expected, search] of paths) assert.deepEqual(read(path, search), expected, path)
})

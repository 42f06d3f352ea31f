import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaAround } from '../../../src/page/links/scope.ts'
import { createGathering, followed } from '../../../src/products/crawl/gather.ts'

const found = { from: 'page' } as const

const open = (options: { ignoreQuery?: boolean; max?: number; wants?: RegExp } = {}) => {
  const area = areaAround('host', 'https://lamps.test/')
  assert.ok(area)
  const { ignoreQuery = false, max = 9, wants = /./ } = options
  const isWanted = (path: string) => wants.test(path)
  return createGathering(area, { ignoreQuery, isWanted }, max)
}

describe('the links of a map', () => {
  it('are taken once each, and who adds one learns whether it is new', () => {
    const map = open()
    assert.equal(map.add('https://lamps.test/a#top', found), true)
    assert.equal(map.add('http://www.lamps.test/a/', { ...found, title: 'Brass' }), false)
    assert.equal(map.add('https://lamps.test/a', { ...found, title: 'Another' }), false)
    assert.deepEqual(map.links, [{ url: 'https://lamps.test/a', ...found, title: 'Brass' }])
  })

  it('are pages of the site that are wanted, and no traps and files', () => {
    const map = open({ wants: /^\/a/ })
    for (const url of [
      'https://other.test/a',
      'https://lamps.test/b',
      'https://lamps.test/a.png',
      'https://lamps.test/a/a/a/a',
      'mailto:a@lamps.test',
    ])
      assert.equal(map.add(url, found), false, url)
    assert.deepEqual(map.links, [])
  })

  it('end where there are as many as were asked for', () => {
    const map = open({ max: 2 })
    assert.equal(map.add('https://lamps.test/a', found), true)
    assert.equal(map.isFull(), false)
    assert.equal(map.add('https://lamps.test/b', found), true)
    assert.equal(map.isFull(), true)
    assert.equal(map.add('https://lamps.test/c', found), false)
    assert.equal(map.links.length, 2)
  })

  it('lose their query where it is ignored', () => {
    const map = open({ ignoreQuery: true })
    assert.equal(map.add('https://lamps.test/a?x=1', found), true)
    assert.equal(map.add('https://lamps.test/a?x=2', found), false)
    assert.deepEqual(map.links, [{ url: 'https://lamps.test/a', ...found }])
    const whole = open()
    whole.add('https://lamps.test/a?x=1', found)
    assert.deepEqual(whole.links, [{ url: 'https://lamps.test/a?x=1', ...found }])
  })

  it('are called what the page itself says first', () => {
    const map = open()
    map.add('https://lamps.test/list', { ...found, title: 'a link' })
    map.name('https://lamps.test/none', 'Nothing')
    map.name('https://lamps.test/list', undefined)
    map.name('https://lamps.test/list', 'The list')
    map.name('https://lamps.test/list', 'The list, page 9')
    assert.deepEqual(map.links, [{ url: 'https://lamps.test/list', ...found, title: 'The list' }])
  })

  it('are those that a robot may follow', () => {
    const links = [
      { url: 'https://lamps.test/a', nofollow: false },
      { url: 'https://lamps.test/b', nofollow: true },
    ]
    const page = { links, nofollow: false, leftOut: 0 }
    assert.deepEqual(followed(page as Parameters<typeof followed>[0]), [links[0]])
    assert.deepEqual(followed({ ...page, nofollow: true } as Parameters<typeof followed>[0]), [])
  })
})

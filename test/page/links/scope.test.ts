import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Area,
  areaAround,
  isInside,
  moveArea,
  type Scope,
} from '../../../src/page/links/scope.ts'
import { urlKey } from '../../../src/page/links/url-key.ts'

const around = (scope: Scope, url: string): Area => {
  const area = areaAround(scope, url)
  assert.ok(area)
  return area
}
const inside = (area: Area, url: string) => isInside(area, urlKey(url) ?? '')
const check = (area: Area, yes: string[], no: string[]) => {
  for (const url of yes) assert.ok(inside(area, url), `${url} is inside`)
  for (const url of no) assert.ok(!inside(area, url), `${url} is outside`)
}

test('a host is its name, with or without www, by either scheme', () => {
  check(
    around('host', 'https://www.a.com/docs/x?y'),
    [
      'http://a.com',
      'https://WWW.a.com./z?q=http://b.com',
      'https://a.com:443/#x',
      'http://me@a.com/',
    ],
    [
      'http://b.a.com/',
      'http://a.com:8080/',
      'http://a.com.evil.com/',
      'http://evil.com/a.com/',
      'http://evil.com/?http://a.com/',
      'http://xa.com/',
    ],
  )
})

test('a path is the start page’s folder and what is below it', () => {
  check(
    around('path', 'http://a.com/docs/v2/intro.html'),
    [
      'http://www.a.com/docs/v2/',
      'http://a.com/docs/v2',
      'http://a.com/docs/v2/x/y?z',
      'http://a.com/docs//v2/%78',
      'http://a.com/docs/v2/intro.html',
    ],
    [
      'http://a.com/docs/v1/',
      'http://a.com/docs/v22',
      'http://a.com/',
      'http://a.com/?/docs/v2/',
      'http://a.com/docs/v2/../v1/',
      'http://b.com/docs/v2/x',
    ],
  )
  check(
    around('path', 'http://a.com/docs'),
    ['http://a.com/docs/x', 'http://a.com/docs?x'],
    ['http://a.com/docsx'],
  )
  check(
    around('path', 'http://a.com/docs/index.html?a=b.c'),
    ['http://a.com/docs/x'],
    ['http://a.com/x'],
  )
  for (const url of ['http://a.com/docs/v1.2/', 'http://a.com/docs/v1.2/index.html?x'])
    check(
      around('path', url),
      ['http://a.com/docs/v1.2', 'http://a.com/docs/v1.2/x.html'],
      ['http://a.com/docs/v1.3/', 'http://a.com/docs/'],
    )
  check(around('path', 'http://a.com/3.12/'), ['http://a.com/3.12/x'], ['http://a.com/3.11/x'])
  check(around('path', 'http://a.com/docs/a.html'), ['http://a.com/docs/b'], ['http://a.com/b'])
  check(around('path', 'http://a.com/d/x.y;jsessionid=1/'), ['http://a.com/d/x.y/b'], [])
  check(around('path', 'http://a.com'), ['http://a.com/x/y'], ['http://b.com/'])
})

test('a domain is what was registered, with all its hosts', () => {
  check(
    around('domain', 'https://shop.a.co.uk/x'),
    ['http://a.co.uk/', 'http://b.c.a.co.uk/', 'http://www.a.co.uk:8080/'],
    ['http://b.co.uk/', 'http://co.uk/', 'http://a.co.uk.evil.com/'],
  )
  check(
    around('domain', 'http://alice.github.io/'),
    ['http://x.alice.github.io/'],
    ['http://bob.github.io/'],
  )
  check(
    around('domain', 'http://93.184.216.34/'),
    ['https://93.184.216.34/x'],
    ['http://94.184.216.34/'],
  )
  check(
    around('domain', 'http://[2001:db8::1]/'),
    ['http://[2001:db8::1]/x'],
    ['http://[2001:db8::2]/'],
  )
  check(
    around('domain', 'http://bücher.example/'),
    ['http://a.xn--bcher-kva.example/'],
    ['http://a.example/'],
  )
})

test('a start page that answers from elsewhere takes its area along, once', () => {
  const start = around('host', 'http://a.com/')
  const moved = moveArea(start, 'https://shop.a.com/en')
  check(moved, ['https://shop.a.com/x'], ['http://a.com/'])
  assert.equal(moveArea(moved, 'https://evil.com/'), moved)
  assert.equal(moveArea(start, 'https://www.a.com/en/home'), start)
  assert.equal(moveArea(start, 'mailto:x'), start)
  const docs = around('path', 'http://a.com/docs/')
  assert.equal(
    moveArea(docs, 'http://a.com/docs/intro/'),
    docs,
    'inside it stays as wide as it was',
  )
  assert.deepEqual(moveArea(docs, 'https://docs.a.com/v2/'), {
    scope: 'path',
    host: 'docs.a.com',
    folder: '/v2',
    moved: true,
  })
})

test('what is no web address has no area', () => {
  assert.equal(areaAround('host', 'ftp://a.com/'), undefined)
})

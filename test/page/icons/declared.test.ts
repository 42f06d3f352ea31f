import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { largestSize, readDeclaredIcons } from '../../../src/page/icons/declared.ts'

const read = (html: string) => readDeclaredIcons(parseHtml(html), 'https://a.example/')

test('an icon has the largest of its declared sizes', () => {
  const sides: [sizes: string, side: number | undefined][] = [
    ['16x16', 16],
    ['16x16 48X48 32x32', 48],
    ['180x120', 120],
    ['64×64, 24*24', 64],
    ['any', Number.POSITIVE_INFINITY],
    ['0x0', undefined],
    ['large', undefined],
    ['', undefined],
  ]
  for (const [sizes, side] of sides) {
    assert.equal(largestSize(sizes), side, sizes)
    const [icon] = read(`<link rel="icon" sizes="${sizes}" href="/i.png">`).icons
    assert.equal(icon?.declaredPx, side, sizes)
  }
})

test('a link says what kind of icon it is, and on what it is shown', () => {
  const { icons, manifestUrl, browserconfigUrl } = read(
    '<link rel="Shortcut Icon" type=" Image/PNG " href="/a.png">' +
      '<link rel="mask-icon" color=" #123456 " href="/b.svg">' +
      '<link rel="icon" color="red" media="(prefers-color-scheme: dark)" href="/c.png">' +
      '<link rel="icon" media="print" href="/d.png">' +
      '<link rel="manifest" href="/m.json"><link rel="manifest" href="/n.json">' +
      '<meta name="msapplication-config" content="/b.xml"><meta name="description" content="/e">' +
      '<meta name="msapplication-TileImage" content="/t.png">',
  )
  assert.deepEqual(
    icons.map(({ origin, url, type, theme, color }) => ({ origin, url, type, theme, color })),
    [
      ['link', '/a.png', 'image/png', undefined, undefined],
      ['mask', '/b.svg', undefined, undefined, '#123456'],
      ['link', '/c.png', undefined, 'dark', undefined],
      ['tile', '/t.png', undefined, undefined, undefined],
    ].map(([origin, path, type, theme, color]) => {
      return { origin, url: `https://a.example${path}`, type, theme, color }
    }),
  )
  assert.equal(manifestUrl, 'https://a.example/m.json')
  assert.equal(browserconfigUrl, 'https://a.example/b.xml')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wcagContrast } from 'culori'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { monogram } from '../../../src/products/images/monogram.ts'

test('the letter is the first of the registrable label, in any script', () => {
  const letters: Record<string, string> = {
    'example.com': 'E',
    'www.example.co.uk': 'E',
    '3.tesla.com': 'T',
    '7-eleven.com': '7',
    'xn--mnchen-3ya.de': 'M',
    'xn--d1acpjx3f.xn--p1ai': 'Я',
    'ßx.de': 'ß',
    'ქართული.ge': 'ქ',
    'octocat.github.io': 'O',
    'élan.fr': 'É',
    localhost: 'L',
  }
  for (const [domain, letter] of Object.entries(letters))
    assert.equal(/>([^<]+)<\/text>/.exec(monogram(domain, 64))?.[1], letter, domain)
})

test('a monogram passes the sanitiser unchanged and has the size asked for', () => {
  for (const domain of ['example.com', 'münchen.de', 'a&b', '<x>.com', '日本語.jp']) {
    const svg = monogram(domain, 77)
    const clean = sanitizeSvg(svg)
    assert.ok(clean.ok)
    assert.equal(clean.svg, svg)
    assert.deepEqual([clean.width, clean.height], [77, 77])
  }
})

test('letter and tile can be told apart, and the tile from either page', () => {
  const hues = new Set<string>()
  for (let i = 0; i < 500; i++) {
    const tile = /fill="(#[\da-f]{6})"/.exec(monogram(`site${i}.com`, 64))?.[1] ?? ''
    hues.add(tile)
    assert.ok(wcagContrast(tile, '#ffffff') >= 4.5, tile)
    assert.ok(wcagContrast(tile, '#121212') >= 3, tile)
  }
  assert.ok(hues.size > 200, `${hues.size}`)
})

test('a domain always gets the same tile, under either spelling and on its subdomains', () => {
  assert.equal(monogram('münchen.de', 64), monogram('xn--mnchen-3ya.de', 64))
  assert.equal(monogram('www.example.com', 64), monogram('example.com', 64))
})

test('which color a domain gets never changes: people know their tiles by it', () => {
  const tiles = ['example.com', 'lumen.example', 'a.de', 'münchen.de', 'b.co.uk'].map(
    domain => /fill="(#[\da-f]{6})"/.exec(monogram(domain, 64))?.[1],
  )
  assert.deepEqual(tiles, ['#c04d6d', '#448111', '#5d7f00', '#b85900', '#656acd'])
})

test('a brand’s own color and name are taken, with letters that are seen on it', () => {
  const inks = ['#ffee00', '#949494', '#959595', '#000000'].map(
    color => /(#\w{6})">Z</.exec(monogram('a.example', 64, { color, name: 'zebra' }))?.[1],
  )
  assert.deepEqual(inks, ['#000000', '#ffffff', '#000000', '#ffffff'])
  assert.match(monogram('a.example', 64, { name: '' }), />\?<\/text>/)
  assert.match(
    monogram('a.example', 64, { asPaths: true }),
    /<path d="M[^"]+" fill="none" stroke="#ffffff"/,
  )
  assert.match(monogram('日本.jp', 64, { asPaths: true }), /<text/)
})

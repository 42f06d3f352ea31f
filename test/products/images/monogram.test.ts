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

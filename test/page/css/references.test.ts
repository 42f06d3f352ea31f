import assert from 'node:assert/strict'
import { it, test } from 'node:test'
import {
  firstUrl,
  readCssReferences,
  readImports,
  withWholeUrls,
} from '../../../src/page/css/references.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

it('stylesheets are found in order, whatever way they are loaded', () => {
  const html = `<base href="/app/"><link rel=stylesheet href=a.css><style>b{}</style>
    <link rel=preload as=style href=c.css><link rel=stylesheet media=print onload="this.media='all'" href=d.css>
    <link rel=stylesheet media=print href=print.css><link rel="alternate stylesheet" href=other.css>
    <link rel=stylesheet href="javascript:alert(1)"><link rel=stylesheet media="(min-width: 1px)" href=//cdn.test/e.css>`
  const found = readCssReferences(parseHtml(html), 'https://a.test/x/')
  assert.deepEqual(
    found.map(each => (each.is === 'link' ? each.url : each.css)),
    [
      'https://a.test/app/a.css',
      'b{}',
      'https://a.test/app/c.css',
      'https://a.test/app/d.css',
      'https://cdn.test/e.css',
    ],
  )
  assert.equal(found.at(-1)?.media, '(min-width: 1px)')
})

it('imports are relative to their stylesheet; those of fonts are left out', () => {
  const css = `@import "base.css" layer(base); @import url(dark.css) (prefers-color-scheme: dark);
    @import url('https://fonts.googleapis.com/css2?family=Lato:ital,wght@0,400;0,700');`
  assert.deepEqual(readImports(css, 'https://a.test/css/all.css'), [
    { url: 'https://a.test/css/base.css', media: undefined, layer: 'base' },
    {
      url: 'https://a.test/css/dark.css',
      media: '(prefers-color-scheme: dark)',
      layer: undefined,
    },
  ])
})

test('addresses in a stylesheet mean the same outside of it', () => {
  const whole = (css: string) => withWholeUrls(css, 'https://a.test/css/x.css')
  assert.equal(
    whole(`a{b:url(i.png)} c{d:URL( "../j (1).svg" ) no-repeat} e{f:url('/k.svg')}`),
    `a{b:url(https://a.test/css/i.png)} c{d:URL( "https://a.test/j%20(1).svg" ) no-repeat} e{f:url('https://a.test/k.svg')}`,
  )
  for (const same of [
    'a{b:url(data:image/png;base64,AA==)}',
    'a{b:url(#m)}',
    'a{b:url(//b.test/i.png)}',
    'a{b:url(https://b.test/i.png)}',
    'a{b:url(',
    'a{b:url("x)}',
    '',
  ])
    assert.equal(whole(same), same)
  assert.equal(firstUrl(`no-repeat url( 'a b.svg' ), url(c)`), 'a b.svg')
  assert.equal(firstUrl('linear-gradient(red, blue)'), undefined)
})

test('a stylesheet of nothing but addresses is read in bounded time', () => {
  const before = process.cpuUsage()
  for (const css of ['url('.repeat(500_000), 'url(a)'.repeat(300_000), 'url( '.repeat(400_000)])
    withWholeUrls(css, 'https://a.test/')
  assert.ok(process.cpuUsage(before).user < 2_000_000)
})

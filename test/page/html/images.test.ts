import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readImages } from '../../../src/page/html/images.ts'

const read = (html: string) =>
  readImages(parseHtml(html).root, { baseUrl: 'https://a.example/x/' }).map(url =>
    url.replace('https://a.example', ''),
  )

const cases: [what: string, html: string, images: string[]][] = [
  ['a picture', '<img src="a.png"><img src="/a.png"><img src="a.png">', ['/x/a.png', '/a.png']],
  ['the best resolution', '<img src="s.png" srcset="m.png 1x, l.png 2x">', ['/x/l.png']],
  [
    'not the one for dark screens',
    '<picture><source srcset="d.png 2x" media="(prefers-color-scheme: dark)"><source srcset="e.png 2x" class="site-dark-theme"><img src="a.png"></picture>',
    ['/x/a.png'],
  ],
  ['no tracking pixel', '<img src="t.gif" width=1 height=1>', []],
  [
    'no tracking pixel in units or by its style',
    '<img src="t.gif" width="1px" height="1px"><img src="t.gif" style="width:1px; height: 1px">',
    [],
  ],
  [
    'a picture that fills its box',
    '<img src="/a.png" style="width:0;height:0;min-width:100%">',
    ['/a.png'],
  ],
  [
    'what scripts load, and not that they do',
    '<img data-orig-src="/a.png" src="data:,"><img data-lazy="true" src="/b.png">',
    ['/a.png', '/b.png'],
  ],
  ['no data', '<img src="data:image/png;base64,AA==">', []],
  ['what is shared', '<meta property="og:image" content="/o.png">', ['/o.png']],
  [
    'what is shared, by its secure address',
    '<meta property="og:image:secure_url" content="/o.png">',
    ['/o.png'],
  ],
  ['what is shared, by name', '<meta name="twitter:image:src" content="/t.png">', ['/t.png']],
  ['not how large it is', '<meta property="og:image:width" content="9">', []],
  ['what old sharing took', '<link rel="image_src" href="/l.png">', ['/l.png']],
  ['not an icon', '<link rel="icon" href="/i.png">', []],
  ['not another element of that relation', '<a rel="image_src" href="/l.png">x</a>', []],
  ['the poster of a film', '<video src="/v.mp4" poster="/p.png"></video>', ['/p.png']],
  [
    'a picture in a drawing',
    '<svg><image href="/d.png"/><image xlink:href="/e.png"/></svg>',
    ['/d.png', '/e.png'],
  ],
  [
    'a button that is a picture',
    '<input type=image src="/b.png"><input type=text src="/c.png">',
    ['/b.png'],
  ],
  ['a background', '<p style="background: url(/a.png)">', ['/a.png']],
  [
    'backgrounds in quotes',
    `<p style="background: url( '/a).png' ), url(&quot;/b.png&quot;)">`,
    ['/a).png', '/b.png'],
  ],
  ['one that is never closed', '<p style="background: url(/a.png">', ['/a.png']],
  ['none', '<p style="background: url()">', []],
  [
    'an address inside of another',
    `<p style="background: url('url(/a.png)')">`,
    ['/x/url(/a.png)'],
  ],
]
for (const [what, html, images] of cases)
  it(`of the pictures of a page: ${what}`, () => assert.deepEqual(read(html), images))

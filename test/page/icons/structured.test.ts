import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readDeclaredIcons } from '../../../src/page/icons/declared.ts'

const logos = (html: string) =>
  readDeclaredIcons(parseHtml(html), 'https://a.example/').icons.map(
    ({ origin, url }) => `${origin} ${url.replace('https://a.example', '')}`,
  )
const ld = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('the logo of the organisation comes before a publisher’s, across blocks', () => {
  assert.deepEqual(
    logos(
      ld({ '@type': 'Article', publisher: { '@type': 'Thing', logo: '/publisher.png' } }) +
        ld([
          { '@type': 'schema:Organization', logo: { '@id': '#logo' } },
          { '@type': 'LocalBusiness', logo: [{ '@id': 'https://cdn.example/own.svg' }] },
        ]) +
        ld({ '@type': 'ImageObject', '@id': '#logo', contentUrl: '/logo.png' }),
    ),
    ['json-ld /logo.png', 'json-ld https://cdn.example/own.svg', 'json-ld /publisher.png'],
  )
})

test('microdata: the picture that is the logo, never where a click on it goes', () => {
  const picture = 'microdata /logo.png'
  for (const html of [
    '<img itemprop="Logo" src="/logo.png">',
    '<img itemprop="logo" data-src="/logo.png" src="/blank.gif">',
    '<meta itemprop="logo" content="/logo.png">',
    '<link itemprop="logo" href="/logo.png">',
    '<a itemprop="logo" href="/home"><img src="/logo.png"></a>',
    '<p itemprop="logo" itemscope><img src="/logo.png"><meta itemprop="url" content="/logo.png"></p>',
    '<p itemprop="logo" itemscope><meta itemprop="name" content="x"><meta itemprop="url" content="/logo.png"></p>',
  ])
    assert.deepEqual(logos(html), [picture], html)
  assert.deepEqual(logos('<img itemprop="logo" src="data:image/png;base64,AA">'), [
    'microdata data:image/png;base64,AA',
  ])
  for (const html of ['<a itemprop="logo" href="/home">Acme</a>', '<p itemprop="logo">Acme</p>'])
    assert.deepEqual(logos(html), [], html)
})

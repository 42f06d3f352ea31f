import assert from 'node:assert/strict'
import { it } from 'node:test'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { noscriptHasContent } from '../../../src/page/html/noscript.ts'
import { plainText } from '../../../src/page/links/tags.ts'

const adds = (html: string): boolean => {
  const { root } = parseHtml(`<body>${html}</body>`)
  const noscript = [...descendants(root)].find(({ name }) => name === 'noscript')
  assert.ok(noscript)
  return noscriptHasContent(noscript, 'https://a.example/')
}

const image = '<noscript><img src="/a.png"></noscript>'
const plea = 'Please switch JavaScript on. '
const cases: [what: string, html: string, adds: boolean][] = [
  ['text', '<noscript><p>The mill turns again.</p></noscript>', true],
  ['nothing', '<noscript> </noscript>', false],
  ['a plea', `<noscript>${plea}</noscript>`, false],
  ['a plea for cookies', '<noscript>Allow COOKIES, please.</noscript>', false],
  ['a text that speaks of JavaScript at length', `<noscript>${plea.repeat(15)}</noscript>`, true],
  [
    'a frame that counts visitors',
    '<noscript><iframe src="/c"></iframe><p>Words</p></noscript>',
    false,
  ],
  ['a picture', image, true],
  ['a picture of one that is not found', `<img data-x="/a.png">${image}`, true],
  ['a picture beside the same', `<img src="/a.png">${image}`, false],
  [
    'a picture beside one in its frame',
    `<picture><source><img src="/a.png"></picture>${image}`,
    false,
  ],
  ['a picture beside a frame of nothing', `<picture><img></picture>${image}`, true],
  ['a picture beside one that is in something else', `<div><img src="/a.png"></div>${image}`, true],
  ['a picture far behind another', `${'<i></i>'.repeat(11)}<img src="/a.png">${image}`, false],
  ['a picture further behind another', `${'<i></i>'.repeat(12)}<img src="/a.png">${image}`, true],
]
for (const [what, html, expected] of cases)
  it(`<noscript> with ${what} ${expected ? 'adds something' : 'adds nothing'}`, () => {
    assert.equal(adds(html), expected)
  })

const texts: [raw: string, text: string][] = [
  ['a &amp; b', 'a & b'],
  ['a & b', 'a & b'],
  ['&AMP;&lt;&gt;&quot;&apos;', '&<>"\''],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&#128512;', '😀'],
  ['a&#0;b&#1114112;c', 'abc'],
  ['&#1114111;', '\u{10ffff}'],
  ['&nbsp;&unknown;', '&nbsp;&unknown;'],
  ['&amp;amp;', '&amp;'],
]
for (const [raw, text] of texts)
  it(`“${raw}” in a tag says “${text}”`, () => assert.equal(plainText(raw), text))

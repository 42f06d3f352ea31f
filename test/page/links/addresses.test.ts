import { test } from 'node:test'
import { isForeignFile } from '../../../src/page/links/files.ts'
import { placedNames, withoutNames } from '../../../src/page/links/idle-query-names.ts'
import { differInOneNumber } from '../../../src/page/links/next-page.ts'
import { pathFacetsOf } from '../../../src/page/links/path-facets.ts'
import { printOf } from '../../../src/page/links/simhash.ts'
import {
  choicesOf,
  combinationOf,
  hasTrapShape,
  isDated,
  isPlainPaging,
  templateOf,
} from '../../../src/page/links/traps.ts'
import { urlFamilyOf, wordShape } from '../../../src/page/links/url-family.ts'
import { sessionNames, urlKey } from '../../../src/page/links/url-key.ts'

const letters = (count: number) => 'abcdefghijklmnopqrstuvwxyz'.slice(0, count).split('').join('/')
const token = '9f86d081884c7d65'

/** Paths with their queries, each beside one that differs in what decides. */
const paths = `
/
/index.html /INDEX.PHP /a/index.htm/ /a/index.html/index.php /a/xindex.html /default.aspx /a//b///c
/a;jsessionid=1/b /a;sid=x;v=2/b /(S(abc-1))/b /a/(S(abc))c /(x(abc))/b
/%7Euser/%e4%2f /100%/x /a%20b?c=d%20e
/a?b=1&a=2&b=0 /a?&&b /a?utm_source=x&q=1 /a?utm=1 /a?UTM_x /a?gclid=1&_ga=2&ref_src=3&ref=4
/a?sid=${token} /a?sid=${token.slice(1)} /a?sid=abc-${token} /a?sid=aB3_${token} /a?sessionid=words-and-more-words
/a?phpsessid=1 /a?aspsessionidABC=1 /a?t=${token} /a?t=abcdefabcdefabcdef /a?t=9999888877776666
/a#/b /a#!/b /a#!c /a#/ /a#b /a#!
/cal/2026/05 /cal/2026/13 /cal/2026/5/31 /cal/2026/05/41 /2026/05/a /event/2026-05-03 /event/2026-05 /event/03.05.2026 /event/20260503 /event/99260503 /e/x2026-05-03y
/cal?month=5 /cal?Day=x /cal?on=2026-05-03 /cal?y=2026&m=5 /cal?y=2026 /cal?y=2026&m=32 /cal?y=1826&m=5 /cal?t=1767225600 /cal?t=1767225600000 /cal?t=2767225600 /cal?t=17672256000
/s/abcdefgh12345678 /s/abcdefgh1234567 /s/abcdefghijklmnop /s/1234567890123456 /p/12-3x
/list?page=3 /list?PG=3&limit=10 /list?page=3&x=1 /list/page/3 /list/page-3 /list/x/page/3 /page/3 /a/b/page/3 /list/pages/3 /list/start/x
/f?a=1&b=2 /f?a=1&page=2 /f?a=1&a=2 /f?a=1 /f?a=${'v'.repeat(60)}&b
/shop/oak/red /shop/oak/red/page-2 /shop/oak/red/p2 /shop/oak/oak /shop/1/red /shop/a/red /oak/red /shop/red /x/shop/oak/red /shop/%c3%a4/red /shop/oak/red?x /shop/oak/red/seite/12345
/a/b/a/b/a/b /a/b/a/b/a /a/a/a /a/a/b /a/b/c/a/b/c/a/b/c /a/b/c/d/a/b/c/d/a/b/c/d /a/b/c/a/b/d /x/a/x/b/x/a /${letters(20)} /${letters(21)} /${'y'.repeat(1_980)} /${'y'.repeat(1_990)}
/one /one/two /one?q=1 /one/two/three?q=1&r /one/two?q#x
/i.PNG /i.png?x=1 /i.png#a.html /a.b/c /d.pdf /x.tar.gz /.css /a.js/ /nothing.
`
  .trim()
  .split(/\s+/)

const others =
  `http://www.example.com/ http://www.www.example.com./a http://www.com/ https://example.com:443/a https://example.com:8443/a http://example.com:80/ http://127.1../ ftp://example.com/ mailto:a@b.c https://EXAMPLE.com/A https://example.zip https://example.zip/`.split(
    ' ',
  )

test('what is made of an address', t => {
  const shown = [...paths.map(path => `https://example.com${path}`), ...others].map(url => {
    const key = urlKey(url) ?? ''
    const facts = {
      key,
      bare: urlKey(url, { ignoreQuery: true }),
      routed: urlKey(url, { hashRoutes: true }),
      unvisited: urlKey(url, { sessions: ['t'] }),
      trap: hasTrapShape(url),
      foreign: isForeignFile(url),
      template: templateOf(key),
      combination: combinationOf(key),
      choices: choicesOf(key).join(' '),
      paging: isPlainPaging(key),
      dated: isDated(key),
      facets: pathFacetsOf(key),
      family: urlFamilyOf(key),
      shape: wordShape(key),
      names: placedNames(key).join(' '),
      nameless: withoutNames(key, ['example.com/+1?a', 'example.com/one/+3?r']),
    }
    return [short(url), show(facts)]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/addresses.json')
})

/** Only what differs from the key, and what is so. */
const show = ({ key, ...facts }: { key: string } & Record<string, unknown>): string =>
  [
    short(key),
    ...Object.entries(facts)
      .filter(([, value]) => value && value !== key)
      .map(
        ([name, value]) =>
          `${name}: ${short(typeof value === 'string' ? value : JSON.stringify(value))}`,
      ),
  ].join(' | ')

const short = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 60)}… of ${text.length}` : text

test('which addresses differ in one number, and which names carry a visit', t => {
  const pairs = `/l?p=1 /l?p=2,/l?p=10 /l?p=20,/l?p=11 /l?p=12,/l /l?p=2,/l?p=1 /l?p=1,/a1/b2 /a2/b3,/a1b /a2c,/9 /10,/l/${'1'.repeat(15)} /l/2,/l/${'1'.repeat(16)} /l/2,/1/1 /1/2,/x1x /x1x1x`
  const visits = (count: number, paths: number, value: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `http://e.com/${at % paths}?v=${value(at)}&w=1#x`)
  const id = (at: number) => `${token}${at}a`
  const shown = {
    pairs: Object.fromEntries(
      pairs.split(',').map(pair => {
        const [one = '', other = ''] = pair.split(' ')
        return [pair, differInOneNumber(one, other)]
      }),
    ),
    visits: {
      'five paths': sessionNames(visits(5, 5, id)),
      'four paths': sessionNames(visits(4, 4, id)),
      'six links to five paths': sessionNames(visits(6, 5, id)),
      'seven links to five paths': sessionNames(visits(7, 5, id)),
      words: sessionNames(visits(6, 6, () => 'some-words-and-more')),
      digits: sessionNames(visits(6, 6, () => '1234567890123456')),
      short: sessionNames(visits(6, 6, () => 'a1')),
    },
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/address-pairs.json')
})

test('what a text looks like from afar', t => {
  const texts: Record<string, [text: string, address?: string, links?: string[]]> = {
    nothing: [''],
    'one line': ['Lamps of brass'],
    'another word': ['Lamps of glass'],
    'lines twice': ['a b\n a b \n\nc'],
    'seven words': ['one two three four five six seven'],
    'eight words': ['one two three four five six seven eight'],
    'links and a price': [
      'Brass lamp\nGlass lamp 12 € a piece\nOak lamp one two three four five\nText',
      '',
      ['Brass lamp', 'glass lamp', 'Oak lamp'],
    ],
    'its own date': ['Thu, 5 Nov 2026\nNothing is on', '/2026/11/5'],
    'another date': ['Thu, 6 Nov 2026\nNothing is on', '/2026/11/5'],
    'a date among words': ['On 5 Nov 2026 all three of us meet', '/2026/11/5'],
    'a second': ['On 1 January 2026 it is free for all of us', '?t=1767225600'],
    'thousandths of a second': ['On 1 January 2026 it is free for all of us', '?t=1767225600000'],
    'a long line with its date': [`5 ${'word '.repeat(14)}`, '/2026/11/5'],
    'three hundred lines': [Array.from({ length: 301 }, (_, at) => `line ${at}`).join('\n')],
    'letters of many scripts': ['Ünïcode 漢字 текст x'.repeat(3)],
  }
  const shown = Object.entries(texts).map(([name, given]) => {
    const { simhash, lines, own, sentences } = printOf(...given)
    const sum = (list: number[]) => list.reduce((all, one) => (all * 31 + one) % 1e9, 0)
    return [
      name,
      `${simhash}, ${lines.length} lines (${sum(lines)}), ${own.length} of its own (${sum(own)}), ${sentences} sentences`,
    ]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/prints.json')
})

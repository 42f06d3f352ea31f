import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { urlKey } from '../../../src/page/links/url-key.ts'

/** Each row is one page. */
const one: [why: string, ...urls: string[]][] = [
  ['the scheme does not count', 'http://a.com/x', 'https://a.com/x', 'HTTPS://a.com/x'],
  [
    'nor does www',
    'http://a.com/',
    'http://www.a.com/',
    'https://WWW.a.com',
    'http://www.www.a.com',
  ],
  ['nor the case of the host', 'http://A.Com/x', 'http://a.com/x'],
  ['nor its final dot', 'http://a.com./x', 'http://a.com/x', 'http://www.a.com../x'],
  [
    'nor who asks',
    'http://me:secret@a.com/x',
    'http://me@a.com/x',
    'http://:@a.com/x',
    'http://a.com/x',
  ],
  [
    'nor a default port',
    'http://a.com:80/x',
    'https://a.com:443/x',
    'http://a.com:443/x',
    'https://a.com:80/x',
    'http://a.com:/x',
    'http://a.com/x',
  ],
  ['a port is a number', 'http://a.com:8080/x', 'https://a.com:08080/x'],
  [
    'names of all scripts',
    'http://bücher.example/x',
    'http://xn--bcher-kva.example/x',
    'http://BÜCHER.example/x',
    'http://b%C3%BCcher.example/x',
    'http://bücher。example/x',
  ],
  ['sharp s and full width', 'http://ｅｘａｍｐｌｅ.com/', 'http://example.com/'],
  [
    'addresses',
    'http://93.184.216.34/',
    'http://0x5DB8D822/',
    'http://1572395042/',
    'http://93.184.216.34./',
  ],
  ['long addresses', 'http://[2001:db8:0:0::1]/', 'http://[2001:DB8::1]:80/'],
  [
    'a fragment is a place on the page',
    'http://a.com/x#top',
    'http://a.com/x#',
    'http://a.com/x',
    'http://a.com/x#/route',
    'http://a.com/x#!route',
  ],
  ['white space around and inside', ' http://a.com/x\n', 'http://a.com/\tx', 'http://a.com/x'],
  [
    'dot segments',
    'http://a.com/b/../x',
    'http://a.com/./x',
    'http://a.com/b/c/../../x',
    'http://a.com/../../x',
    'http://a.com/%2e/x',
    'http://a.com/b/.%2E/x',
    'http://a.com/x',
  ],
  ['dot segments at the end', 'http://a.com/b/c/..', 'http://a.com/b/.', 'http://a.com/b'],
  ['backslashes', 'http://a.com\\b\\x', 'http://a.com/b/x'],
  ['doubled slashes', 'http://a.com//b///x', 'http://a.com/b/x', 'http://a.com/b/x//'],
  ['dots are resolved before slashes are joined', 'http://a.com/b//../x', 'http://a.com/b/x'],
  ['unreserved characters', 'http://a.com/%7Euser/%61%2Dz%5F%2e%30', 'http://a.com/~user/a-z_.0'],
  [
    'the case of an escape',
    'http://a.com/%c3%a9%2f',
    'http://a.com/%C3%A9%2F',
    'http://a.com/é%2F',
  ],
  ['letters that are no UTF-8', 'http://a.com/caf%e9?q=%a3', 'http://a.com/caf%E9/?q=%A3'],
  [
    'an address inside a query',
    'http://a.com/?u=http%3a%2f%2fb.com%2f%23x#y',
    'http://a.com/?u=http%3A%2F%2Fb.com%2F%23x',
  ],
  [
    'a query in another script',
    'http://はじめよう.みんな/?query=サ&max=5',
    'http://xn--p8j9a0d9c9a.xn--q9jyb4c/?max=5&query=%E3%82%B5',
  ],
  ['spaces in a path', 'http://a.com/a b', 'http://a.com/a%20b'],
  ['a lone percent sign', 'http://a.com/100%', 'http://a.com/100%25'],
  ['no escape out of two', 'http://a.com/%%34%31', 'http://a.com/%2541', 'http://a.com/%25%34%31'],
  ['a final slash', 'http://a.com/x/', 'http://a.com/x', 'http://a.com/x/?', 'http://a.com/x/#y'],
  ['no path', 'http://a.com', 'http://a.com/', 'http://a.com?', 'http://a.com/#', 'http://a.com//'],
  [
    'default documents',
    'http://a.com/x/index.html',
    'http://a.com/x/index.htm',
    'http://a.com/x/index.php',
    'http://a.com/x/Default.aspx',
    'http://a.com/x/INDEX.HTML',
    'http://a.com/x/index.html/',
    'http://a.com/x',
  ],
  ['the first page', 'http://a.com/index.html', 'http://a.com/index.php', 'http://a.com'],
  [
    'default documents with a query',
    'http://a.com/index.php?id=5',
    'http://a.com/?id=5',
    'http://a.com?id=5',
  ],
  ['an empty query', 'http://a.com/x?', 'http://a.com/x?&', 'http://a.com/x?&&', 'http://a.com/x'],
  [
    'the order of names',
    'http://a.com/?b=2&a=1&c=3',
    'http://a.com/?a=1&b=2&c=3',
    'http://a.com/?c=3&&b=2&a=1&',
  ],
  [
    'escapes in a query',
    'http://a.com/?q=%7ea%c3%a9',
    'http://a.com/?q=~aé',
    'http://a.com/?%71=~a%C3%A9',
  ],
  ['spaces in a query', 'http://a.com/?q=a+b', 'http://a.com/?q=a%20b', 'http://a.com/?q=a b'],
  [
    'campaigns',
    'http://a.com/x?utm_source=n&utm_medium=m&UTM_Campaign=c&utm_=1',
    'http://a.com/x?utm%5Fsource=n',
    'http://a.com/x',
  ],
  [
    'click ids',
    ...[
      'gclid',
      'gbraid',
      'wbraid',
      'dclid',
      'fbclid',
      'msclkid',
      'yclid',
      'twclid',
      'igshid',
      'mc_cid',
      'mc_eid',
      '_ga',
      '_gl',
      'srsltid',
      'ref_src',
      'FBCLID',
    ].map(name => `http://a.com/x?${name}=1`),
    'http://a.com/x',
  ],
  [
    'sessions by name',
    'http://a.com/x?PHPSESSID=1',
    'http://a.com/x?jsessionid=q',
    'http://a.com/x?ASPSESSIONIDQASBCDAC=ABC',
    'http://a.com/x',
  ],
  [
    'sessions by value',
    'http://a.com/x?sid=0123456789abcdef',
    'http://a.com/x?SID=dGhpcyBpcyBhIHNlc3Npb24=',
    'http://a.com/x?sessionid=dGhpcyBpcyBhIHNlc3Npb24%3D',
    'http://a.com/x?sid=aB3_dE6-gH9_jK2-mN5',
    'http://a.com/x',
  ],
  [
    'sessions in the path',
    'http://a.com/x;jsessionid=1A2B',
    'http://a.com/x;JSESSIONID=1A2B.node1?',
    'http://a.com/x/;jsessionid=q!1!2',
    'http://a.com/x',
  ],
  [
    'sessions inside the path',
    'http://a.com/x;jsessionid=1/y',
    'http://a.com/x/y',
    'http://a.com/..;jsessionid=1/x/y',
  ],
  [
    'what is left of a query',
    'http://a.com/?utm_source=a&id=1&sid=0123456789abcdef',
    'http://a.com/?id=1',
  ],
]

/** Each URL of a row is a page of its own. */
const different: [why: string, ...urls: string[]][] = [
  ['hosts', 'http://a.com/', 'http://b.com/', 'http://sub.a.com/', 'http://a.com.au/'],
  ['a host that is only www', 'http://www.com/', 'http://com.com/', 'http://www/'],
  ['www inside', 'http://www2.a.com/', 'http://a.com/', 'http://m.www.a.com/'],
  ['ports', 'http://a.com:8080/', 'http://a.com/', 'http://a.com:8443/'],
  ['the case of a path', 'http://a.com/X', 'http://a.com/x'],
  ['reserved characters', 'http://a.com/a%2Fb', 'http://a.com/a/b'],
  ['a question mark in the path', 'http://a.com/a%3Fb', 'http://a.com/a?b'],
  [
    'escaped marks',
    'http://a.com/x%23y',
    'http://a.com/x#y',
    'http://a.com/x%3Fy',
    'http://a.com/x?y',
  ],
  ['marks that servers may tell apart', 'http://a.com/?p(a)=1', 'http://a.com/?p%28a%29=1'],
  ['hosts that differ in an empty name', 'http://.a.com/', 'http://a.com/'],
  ['plus signs', 'http://a.com/?q=a+b', 'http://a.com/?q=a%2Bb', 'http://a.com/?q=ab'],
  ['plus signs in a path', 'http://a.com/a+b', 'http://a.com/a%20b', 'http://a.com/a%2Bb'],
  ['escapes of escapes', 'http://a.com/%2541', 'http://a.com/A', 'http://a.com/%41B'],
  ['the order of equal names', 'http://a.com/?a=1&a=2', 'http://a.com/?a=2&a=1'],
  ['an empty value', 'http://a.com/?a', 'http://a.com/?a=', 'http://a.com/'],
  ['pages of a list', 'http://a.com/?page=1', 'http://a.com/?page=2', 'http://a.com/'],
  [
    'names that begin alike',
    'http://a.com/?utmost=1',
    'http://a.com/?gclids=1',
    'http://a.com/?_gat=1',
    'http://a.com/?ref=1',
    'http://a.com/',
  ],
  [
    'short or wordy session names',
    'http://a.com/?sid=5',
    'http://a.com/?sid=news',
    'http://a.com/?sid=best-running-shoes-2024',
    'http://a.com/?s=0123456789abcdef',
    'http://a.com/',
  ],
  [
    'files that are no default',
    'http://a.com/index.html5',
    'http://a.com/myindex.html',
    'http://a.com/index.asp',
    'http://a.com/',
  ],
  ['parameters of a path', 'http://a.com/x;v=1', 'http://a.com/x;v=2', 'http://a.com/x'],
  [
    'dots that are no segment',
    'http://a.com/...',
    'http://a.com/.../x',
    'http://a.com/.x',
    'http://a.com/',
  ],
  [
    'a query in a query',
    'http://a.com/?u=http://b.com/?x=1',
    'http://a.com/?u=http://b.com/',
    'http://a.com/',
  ],
]

/** No page at all. */
const none = [
  '',
  'a.com',
  '/x',
  '//a.com/x',
  'ftp://a.com/',
  'mailto:a@a.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'http://',
  'http://[',
  'http://a.com:99999/',
  'http://a b.com/',
  'http://.../',
  'about:blank',
  'blob:http://a.com/1',
  'view-source:http://a.com/',
  'http://256.256.256.256/',
  'http://www.1../',
]

describe('which URLs are one', () => {
  for (const [why, ...urls] of one)
    it(why, () => {
      const keys = new Set(urls.map(url => urlKey(url)))
      assert.equal(keys.size, 1, [...keys].join(' '))
      assert.ok(!keys.has(undefined))
    })

  for (const [why, ...urls] of different)
    it(`not: ${why}`, () => {
      const keys = urls.map(url => urlKey(url))
      assert.equal(new Set(keys).size, urls.length, keys.join(' '))
    })

  for (const url of none)
    it(`no page: ${url || '(nothing)'}`, () => assert.equal(urlKey(url), undefined))

  it('a parsed URL has the key of its text', () => {
    assert.equal(urlKey(new URL('https://www.a.com/x/?b&a#c')), 'http://a.com/x?a&b')
  })

  it('the query is dropped where that is asked for', () => {
    assert.equal(urlKey('http://a.com/x/?a=1', { ignoreQuery: true }), 'http://a.com/x')
    assert.equal(
      urlKey('http://a.com/?a=1#!/b', { ignoreQuery: true, hashRoutes: true }),
      'http://a.com/#!/b',
    )
  })

  it('a view of a scripted page counts where a browser reads it', () => {
    const key = (url: string) => urlKey(url, { hashRoutes: true })
    assert.equal(key('https://a.com/#/users/%7e1'), 'http://a.com/#/users/~1')
    assert.equal(key('https://a.com/app/#!users'), 'http://a.com/app#!users')
    for (const url of ['#/', '#!', '#!/', '#', '#users', '', '#//'])
      assert.equal(key(`https://a.com/${url}`), 'http://a.com/', url)
  })

  it('a key is its own key, whatever the URL', () => {
    const random = lcg(7)
    const pick = (from: readonly string[]) => from[random(from.length)] as string
    const pieces = [
      'a',
      '/',
      '//',
      '.',
      '..',
      '%2e',
      '%',
      '%41',
      '%%34%31',
      ';jsessionid=',
      'index.html',
      '/index.php',
      'www.',
      '?',
      '&',
      '=',
      '#',
      '#/',
      '#!',
      ' ',
      '+',
      '%20',
      '\\',
      'é',
      ':80',
      ':443',
      ':8',
      '@',
      'sid=0123456789abcdef',
      'utm_x',
      '[',
      ']',
      "'",
      '"',
      '<',
      '|',
      '\t',
      '\u0000',
      '\ud800',
      '1',
      '0x7f',
      '😀',
      '%c3%28',
      '-',
      'xn--',
    ]
    let keys = 0
    for (let round = 0; round < 20_000; round++) {
      const url = `${pick(['http://', 'https://', 'http:', 'HTTP://'])}${pick(['a.com', 'www.a.com.', 'b', '1.2.3.4', 'www.1.', ''])}${Array.from({ length: random(9) }, () => pick(pieces)).join('')}`
      const options = { ignoreQuery: random(4) === 0, hashRoutes: random(2) === 0 }
      const key = urlKey(url, options)
      if (key === undefined) continue
      keys++
      assert.equal(urlKey(key, options), key, JSON.stringify(url))
      assert.equal(new URL(key).href, key, JSON.stringify(url))
    }
    assert.ok(keys > 5_000, `${keys} keys`)
  })

  it('the longest URL costs no more than its length', () => {
    const repeat = (text: string) => text.repeat(Math.ceil(100_000 / text.length))
    const started = process.cpuUsage()
    for (const tail of [
      '/',
      '/index.html',
      '/index.html/x',
      '%',
      '%41',
      ';jsessionid=',
      '/..',
      '&a=1',
      '?',
      '&sid=%2B',
      '+',
      '#!',
      '=',
      '%2F',
    ])
      for (const start of ['/', '/?', '/?sid=', '/#!'])
        urlKey(`http://www.a.com${start}${repeat(tail)}!`, { hashRoutes: true })
    urlKey(`http://${repeat('www.')}com/`)
    urlKey(`http://${repeat('.')}/`)
    urlKey(`http://${repeat('.')}a/`)
    const tookMs = process.cpuUsage(started).user / 1_000
    assert.ok(tookMs < 6_000, `${tookMs} ms`)
  })
})

/** The same numbers on every run. */
const lcg = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}

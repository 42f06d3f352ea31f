import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRobots, rulesFor } from '../../../src/base/web/robots-file.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const allows = (file: string, path: string) => rulesFor(parseRobots(file), 'siteray').allows(path)

describe('robots.txt', () => {
  const all = (rules: string) => `User-agent: *\n${rules}`
  const cases: [file: string, path: string, allowed: boolean, why: string][] = [
    ['', '/a', true, 'no rules'],
    [all('Disallow: /'), '/', false, 'everything'],
    [all('Disallow:'), '/a', true, 'an empty rule says nothing'],
    [all('Disallow: /a'), '/ab', false, 'a prefix'],
    [all('Disallow: /a'), '/b/a', true, 'only from the start'],
    [all('Disallow: /a\nAllow: /a/b'), '/a/b/c', true, 'the longer rule wins'],
    [all('Allow: /a\nDisallow: /a'), '/a', true, 'of equals the one that allows wins'],
    [all('Disallow: /a\nAllow: /a'), '/a', true, 'whatever their order'],
    [all('Disallow: /*.pdf$'), '/x/y.pdf', false, 'wildcard with an end'],
    [all('Disallow: /*.pdf$'), '/x/y.pdf?z', true, 'the end is the end'],
    [all('Disallow: /*.pdf'), '/x/y.pdf?z', false, 'without an end it is a prefix'],
    [all('Disallow: /a*b*c$'), '/a1b2b3c', false, 'several wildcards'],
    [all('Disallow: /a*b*c$'), '/a1b2b3c4', true, 'several wildcards and the end'],
    [all('Disallow: /a$'), '/a', false, 'an exact path'],
    [all('Disallow: /a$'), '/ab', true, 'only the exact path'],
    [all('Disallow: /*$'), '/anything', false, 'a wildcard up to the end'],
    [all('Disallow: /?q='), '/?q=x', false, 'the query counts'],
    [all('Disallow: /caf%C3%A9'), '/café', false, 'percent encoding and letters are the same'],
    [all('Disallow: /café'), '/caf%c3%a9', false, 'either way round'],
    [all('Disallow: /%61'), '/a', false, 'encoded letters are letters'],
    [all('Disallow: /a%2Fb'), '/a/b', true, 'an encoded slash is no slash'],
    [all('Disallow: / # all'), '/a', false, 'comments are not part of a rule'],
    [all('disallow:/a'), '/a', false, 'field names in any case, no space'],
    ['\uFEFFUser-agent: *\r\nDisallow: /a\r\n', '/a', false, 'a byte order mark and CRLF'],
    ['User-agent: *\rDisallow: /a', '/a', false, 'old Mac line ends'],
    ['Disallow: /a', '/a', true, 'a rule before any agent belongs to nobody'],
    [
      'User-agent: siteray\nDisallow: /a\nUser-agent: *\nDisallow: /',
      '/b',
      true,
      'our own group alone counts',
    ],
    ['User-agent: SiteRay/2.0\nDisallow: /a', '/a', false, 'our name in any case, with a version'],
    ['User-agent: siterayextra\nDisallow: /a', '/a', true, 'another name that starts like ours'],
    ['User-agent: x\nUser-agent: siteray\nDisallow: /a', '/a', false, 'a group for several agents'],
    [
      'User-agent: siteray\nAllow: /a/b\n\nUser-agent: siteray\nDisallow: /a',
      '/a/c',
      false,
      'groups of one name are one',
    ],
    [
      'User-agent: siteray\nAllow: /a/b\n\nUser-agent: siteray\nDisallow: /a',
      '/a/b',
      true,
      'groups of one name, both rules',
    ],
    [
      'User-agent: bad\nDisallow: /\n\nUser-agent: *\nAllow: /',
      '/a',
      true,
      'others’ rules are not ours',
    ],
    [
      all('Sitemap: https://x.test/s.xml\nDisallow: /a'),
      '/a',
      false,
      'unknown fields do not end a group',
    ],
    [all('Disallow: /robots.txt'), '/robots.txt', true, 'robots.txt itself is always allowed'],
  ]
  for (const [file, path, allowed, why] of cases)
    it(`${path} is ${allowed ? 'allowed' : 'not allowed'}: ${why}`, () => {
      assert.equal(allows(file, path), allowed)
    })

  it('a hostile pattern costs nothing', () => {
    const tookMs = cpuMs(() => {
      const file = all(
        Array.from({ length: 2_000 }, () => `Disallow: /${'*a'.repeat(100)}$`).join('\n'),
      )
      allows(file, `/${'a'.repeat(2_000)}b`)
    })
    assert.ok(tookMs < 1_000, `${tookMs} ms`)
  })

  it('the delay between requests is read and bounded', () => {
    const delay = (text: string) => rulesFor(parseRobots(text), 'siteray').crawlDelayMs
    assert.equal(delay('User-agent: *\nCrawl-delay: 2'), 2_000)
    assert.equal(delay('User-agent: *\nCrawl-delay: 9999'), 30_000)
    assert.equal(delay('User-agent: *\nCrawl-delay: soon'), undefined)
  })

  it('sitemaps stand anywhere and belong to nobody', () => {
    const file = parseRobots(
      'sitemap: https://x.test/1.xml # first\nUser-agent: a\nSITEMAP:/2.xml\nUser-agent: siteray\nDisallow: /a\nSitemap:\nSitemap: https://x.test/3.xml',
    )
    assert.deepEqual(file.sitemaps, ['https://x.test/1.xml', '/2.xml', 'https://x.test/3.xml'])
    assert.equal(rulesFor(file, 'a').allows('/a'), false, 'agents on both sides are one list')
    const many = parseRobots(`Sitemap: /${'x'.repeat(3_000)}\n${'Sitemap: /s\n'.repeat(9_000)}`)
    assert.equal(many.sitemaps.length, 500)
  })
})

describe('what may be done with pages', () => {
  const usage = (file: string, path: string) => rulesFor(parseRobots(file), 'siteray').usageOf(path)

  it('is what the longest path says, in the group that is ours', () => {
    const file = [
      'User-agent: other',
      'Content-Usage: train-ai=y',
      'User-agent: *',
      'Allow: /',
      'Content-Usage: train-ai=n',
      'Content-Usage: /free/ train-ai=y',
      'Content-Signal: /free/ search=yes',
      '__proto__: x',
      'constructor: x',
    ].join('\n')
    assert.deepEqual(usage(file, '/a'), ['Content-Usage: train-ai=n'])
    assert.deepEqual(usage(file, '/free/a'), [
      'Content-Usage: train-ai=y',
      'Content-Signal: search=yes',
    ])
    assert.deepEqual(usage('', '/a'), [])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../src/kit/errors.ts'
import { compilePatterns } from '../../../src/page/links/patterns.ts'

const cases: [pattern: string, fits: string[], not: string[]][] = [
  ['/a', ['/a'], ['/a/', '/ab', '/b/a', '/a?x', '/A']],
  ['/blog/*', ['/blog/', '/blog/x', '/blog/x?y=1'], ['/blog', '/blog/x/y', '/x/blog/y']],
  ['/blog/**', ['/blog/', '/blog/x/y?z=/'], ['/blog', '/x/blog/']],
  ['**/print', ['/print', '/a/b/print'], ['/print/', '/print?x']],
  ['**', ['/', '/a/b?c'], []],
  ['/***/x', ['//x', '/a/b/x'], ['/x']],
  ['*', ['/', ''].slice(1), ['/', '/a']],
  ['/*?page=*', ['/list?page=2', '/?page='], ['/a/list?page=2', '/list']],
  ['/a.b+c(d)[e]{f}|g^h$i\\j', ['/a.b+c(d)[e]{f}|g^h$i\\j'], ['/axb+c(d)[e]{f}|g^h$i\\j']],
  ['/café/*', ['/caf%C3%A9/x'], ['/cafe/x']],
  ['/日本/*', ['/%E6%97%A5%E6%9C%AC/x', '/%e6%97%a5%e6%9c%ac/x'], ['/%E6%97%A5/x']],
  ['/%e6%97%a5/*', ['/%E6%97%A5/x', '/%e6%97%a5/x'], ['/%25e6/x']],
  ['/~me/a%2fb', ['/%7Eme/a%2Fb', '/~me/a%2fb'], ['/~me/a/b']],
  ['re:^/日本/\\d', ['/%E6%97%A5%E6%9C%AC/1', '/%e6%97%a5%e6%9c%ac/1'], ['/%E6%97%A5/1']],
  ['re:^/%e6%97%a5/', ['/%e6%97%a5/'], ['/%E6%97%A5%E6/']],
  ['re:^/[^/]+$', ['/a%2Fb', '/%E6%97', '/%ff'], ['/a/b']],
  ['re:^/blog/\\d{4}/', ['/blog/2024/x'], ['/blog/24/', '/x/blog/2024/']],
  ['re:page', ['/a/page', '/?page=1'], ['/a/pag']],
  ['re:(?i)PRINT$', ['/a/print'], ['/print/a']],
  ['re:a|b', ['/xb'], ['/xc']],
]

test('patterns fit what they say', () => {
  for (const [pattern, fits, not] of cases) {
    const matches = compilePatterns([pattern])
    for (const path of fits) assert.ok(matches(path), `${pattern} fits ${path}`)
    for (const path of not) assert.ok(!matches(path), `${pattern} does not fit ${path}`)
  }
})

test('one of a list is enough, and an empty list fits nothing', () => {
  const matches = compilePatterns(['/a', 're:b$'])
  assert.deepEqual(['/a', '/xb', '/c'].map(matches), [true, true, false])
  assert.equal(compilePatterns([])('/a'), false)
  const quoting = compilePatterns(['re:\\Qa.b', '/c', 're:(?i)\\Q+', 're:d|e'])
  assert.deepEqual(['/a.b', '/axb', '/c', '/x+', '/E', '/e'].map(quoting), [
    true,
    false,
    true,
    true,
    false,
    true,
  ])
})

test('a pattern that cannot be used is named', () => {
  const refused: [pattern: string, sentence: RegExp][] = [
    ['', /^The pattern "" is empty\.$/],
    ['re:', /"re:" is empty/],
    ['re:(', /"re:\(" is not an RE2 expression/],
    ['re:(?=a)', /"re:\(\?=a\)" is not an RE2 expression/],
    ['re:(a)\\1', /is not an RE2 expression/],
    ['re:a{1001}', /is not an RE2 expression/],
    ['re:((a{1000}){1000}){1000}', /is not an RE2 expression/],
    ['re:(?:a?){400}a{400}', /repeats too much/],
    ['blog/*', /"blog\/\*" matches no path: it must start with "\/" or "\*"\./],
    [`/${'a'.repeat(500)}`, /is longer than 500 characters/],
  ]
  for (const [pattern, sentence] of refused)
    assert.throws(
      () => compilePatterns(['/fine', pattern]),
      (error: AppError) =>
        error instanceof AppError && error.status === 400 && sentence.test(error.message),
      pattern,
    )
  assert.throws(() => compilePatterns(Array(101).fill('/a')), /At most 100 patterns/)
})

test('no pattern takes long', () => {
  const texts = [
    'a'.repeat(2_000),
    `/${'a'.repeat(2_000)}`,
    `/${'a/'.repeat(999)}`,
    '/a'.repeat(1_000),
    'ab'.repeat(1_000),
  ]
  const patterns = [
    're:(a+)+$',
    're:(a|aa)+$',
    're:(.*)*x',
    're:(a*)*b',
    're:(?:a?){300}a{300}',
    're:(x+x+)+y',
    `/${'*a'.repeat(240)}`,
    `/${'**a'.repeat(160)}b`,
    `re:${'(a|b)*'.repeat(80)}c`,
    `re:(${'\\pL'.repeat(160)}){1,2}x`,
  ]
  const started = process.cpuUsage()
  const globs = Array.from({ length: 100 }, (_, n) => `/${'*a'.repeat(240)}${n}`)
  for (const list of [...patterns.map(pattern => [pattern]), globs]) {
    const matches = compilePatterns(list)
    for (const text of texts) matches(text)
  }
  const tookMs = process.cpuUsage(started).user / 1_000
  assert.ok(tookMs < 8_000, `${tookMs} ms`)
})

test('a pattern that quotes stands for itself, alone and beside others', () => {
  const quoted = 're:\\Qa.b\\E'
  for (const patterns of [[quoted], [quoted, '/x/*']]) {
    const fits = compilePatterns(patterns)
    assert.deepEqual([fits('/a.b'), fits('/aXb'), fits('/other')], [true, false, false])
  }
})

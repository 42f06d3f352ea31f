import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEmptiness, isParked } from '../../../src/page/verdict/emptiness.ts'
import { isScriptNote } from '../../../src/page/verdict/judge.ts'
import type { JudgedPage } from '../../../src/page/verdict/page.ts'
import { findWall } from '../../../src/page/verdict/walls.ts'

const plain: JudgedPage = {
  ...{ requestedUrl: 'https://a.example/x', finalUrl: 'https://a.example/x', status: 200 },
  ...{ headers: {}, text: 'words', start: 'words', title: '', heading: '', parts: '', scripts: 0 },
  ...{ inlineScriptChars: 0, emptyRoots: [], hasPassword: false, buttons: '', hasCode: false },
  ...{ frames: 0, isArticle: false, paragraphs: 0, noscript: '' },
  ...{ refresh: undefined, shownPdf: undefined },
}
type Some = Partial<JudgedPage>
const chars = (length: number): Some => ({ text: 'a'.repeat(length) })
const wall = (...some: Some[]) => {
  const found = findWall(Object.assign({}, plain, ...some))
  return found && [found.kind, found.name].filter(Boolean).join(' ')
}
const check = (cases: [kind: string | undefined, ...some: Some[]][]) => {
  for (const [kind, ...some] of cases) {
    const { text, ...shown } = Object.assign({}, ...some)
    assert.equal(wall(...some), kind, `${JSON.stringify(shown)} ${text?.length}`)
  }
}

test('a bot check is a short page with marks of those who build them', () => {
  const part = { parts: 'https://x/cdn-cgi/challenge-platform/y' }
  const title = { title: 'just a moment...' }
  const said = { start: 'checking your browser before accessing a.example' }
  check([
    [undefined],
    ['bot Cloudflare', { headers: { 'cf-mitigated': 'challenge' } }, chars(9_000)],
    ['bot AWS WAF', { headers: { 'x-amzn-waf-action': 'captcha' } }],
    ['bot AWS WAF', { headers: { 'x-amzn-waf-action': 'challenge' } }],
    [undefined, { headers: { 'x-amzn-waf-action': 'allow', 'cf-mitigated': 'no' } }],
    ['bot Cloudflare', title, part, chars(4_000)],
    ['bot Cloudflare', title, said, chars(4_000)],
    [undefined, title, part, chars(4_001)],
    [undefined, title, part, { paragraphs: 3 }],
    ['bot Cloudflare', title, part, { paragraphs: 2 }],
    ['bot Cloudflare', { heading: 'just a moment' }, part, chars(999)],
    // One mark is enough where there is little else.
    ['bot Cloudflare', part, chars(249)],
    [undefined, part, chars(250)],
    ['bot Cloudflare', part, { status: 400 }, chars(1_499)],
    [undefined, part, { status: 400 }, chars(1_500)],
    [undefined, part, { status: 399 }, chars(1_499)],
    ['bot Cloudflare', said, chars(1_199)],
    [undefined, said, chars(1_200)],
    ['bot Cloudflare', title, chars(899)],
    [undefined, title, chars(900)],
    // What somebody wrote may be about them.
    [undefined, said, chars(899), { paragraphs: 2 }],
    ['bot Cloudflare', said, chars(899), { paragraphs: 1 }],
    [undefined, said, chars(899), { paragraphs: 1, isArticle: true }],
    ['bot Cloudflare', said, chars(899), { isArticle: true }],
    ['bot Cloudflare', said, chars(899), { paragraphs: 2, status: 400 }],
  ])
})

test('a page that only says no', () => {
  const no = { title: '403 forbidden' }
  check([
    ['denial', no],
    ['denial', { heading: 'access denied' }],
    ['denial', no, chars(899)],
    [undefined, no, chars(900)],
    ['denial', no, { paragraphs: 1 }],
    [undefined, no, { paragraphs: 2 }],
    [undefined, no, { paragraphs: 2, status: 403 }],
    [undefined, no, { paragraphs: 1, isArticle: true }],
  ])
})

test('a page whose only text is a question about cookies', () => {
  const titled = { title: 'before you continue' }
  const ask = { buttons: 'accept all' }
  const about = 'we use cookies to make this site better for you. '
  const other = 'the lamp is bright and made of brass in a town. '
  const says = (...texts: string[]): Some => ({ start: texts.join('') })
  check([
    ['consent', titled, says(about)],
    ['consent', { heading: 'before you continue' }, says(about)],
    ['consent', titled, says(about, other, other)],
    [undefined, titled, says(about, other, other, other)],
    [undefined, titled, says('')],
    ['consent', ask, says(about)],
    [undefined, says(about)],
    [undefined, ask, says(about, other)],
    ['consent', ask, says(about, 'the lamp is bright')],
    ['consent', ask, says(about, other), { parts: 'https://x/collectconsent' }],
    [undefined, ask, says(about, other, other), { parts: 'https://x/collectconsent' }],
    ['consent', titled, says(about), chars(5_000)],
    [undefined, titled, says(about), chars(5_001)],
    ['consent', ask, says(about), chars(3_000)],
    [undefined, ask, says(about), chars(3_001)],
    [undefined, titled, says(about), { requestedUrl: 'https://a.example/privacy' }],
    ['consent', { finalUrl: 'https://consent.google.com/ml' }],
    [
      undefined,
      { finalUrl: 'https://consent.google.com/ml', requestedUrl: 'https://consent.google.com/ml' },
    ],
    ['consent', { finalUrl: 'https://a.example/cookie-wall?x' }],
  ])
})

test('questions about age, country and password', () => {
  const age = { start: 'are you over 18?', buttons: 'yes' }
  const login = { title: 'log in', hasPassword: true }
  const moved = { finalUrl: 'https://a.example/login' }
  check([
    ['age', age],
    ['age', { title: 'age verification', buttons: 'enter' }],
    ['age', { heading: 'verify your age', buttons: 'confirm' }],
    [undefined, age, { buttons: 'more' }],
    ['age', age, chars(899)],
    [undefined, age, chars(900)],
    [undefined, age, { paragraphs: 1 }],
    ['region', { start: 'this is not available in your country' }],
    [undefined, { start: 'this is not available in your country' }, chars(800)],
    ['region', { start: 'this is not available in your region' }, chars(799), { paragraphs: 1 }],
    [undefined, { start: 'this is not available in your region' }, { paragraphs: 2 }],
    ['login', login],
    ['login', { heading: 'sign in', hasPassword: true }],
    [undefined, { title: 'log in' }],
    ['login', login, chars(699)],
    [undefined, login, chars(700)],
    [undefined, login, { paragraphs: 1 }],
    ['login', login, { noscript: 'a'.repeat(299) }],
    [undefined, login, { noscript: 'a'.repeat(300) }],
    ['login', { hasPassword: true, buttons: 'sign in' }, chars(199)],
    [undefined, { hasPassword: true, buttons: 'sign in' }, chars(200)],
    [undefined, login, { requestedUrl: 'https://a.example/login' }],
    ['login', moved, chars(799)],
    [undefined, moved, chars(800)],
    ['login', moved, { hasPassword: true }, chars(2_999)],
    [undefined, moved, { hasPassword: true }, chars(3_000)],
  ])
})

test('pages that came with success and hold nothing to read', () => {
  const why = (...some: Some[]) => findEmptiness(Object.assign({}, plain, ...some))
  const missing = /does not exist, although it answers with status 200/
  const cases: [said: RegExp | undefined, ...some: Some[]][] = [
    [undefined],
    [missing, { title: '404 not found' }],
    [missing, { heading: 'page not found' }],
    [undefined, { title: '404 not found', status: 404 }],
    [missing, { title: '404 not found' }, chars(2_500)],
    [undefined, { title: '404 not found' }, chars(2_501)],
    [undefined, { title: '404 not found', paragraphs: 3 }],
    [missing, { heading: 'page not found' }, chars(1_499)],
    [undefined, { heading: 'page not found' }, chars(1_500)],
    [missing, { title: '404 not found', paragraphs: 1 }],
    [undefined, { title: '404 not found', paragraphs: 2 }],
    [undefined, { title: '404 not found', paragraphs: 1, hasCode: true }],
    [undefined, { title: '404 not found', paragraphs: 1, isArticle: true }],
    [undefined, { title: '404 not found', paragraphs: 1, start: 'the status code' }],
    [missing, { title: '404 not found', hasCode: true, isArticle: true }],
    [/shows an error \(500 oops\), although it answers with status 200/, { title: '500 oops' }],
    [/shows an error \(bad gateway\)/, { heading: 'bad gateway', title: 'x' }],
    [/shows an error/, { title: '503' }, chars(1_199)],
    [undefined, { title: '503' }, chars(1_200)],
    [undefined, { title: '503', status: 503 }],
    [undefined, { title: '503', paragraphs: 2 }],
    [/shows a placeholder \(it works!\)/, { heading: 'it works!' }],
    [/shows a placeholder/, { title: 'welcome to nginx' }, chars(4_999)],
    [undefined, { title: 'welcome to nginx' }, chars(5_000)],
    [undefined, { title: 'welcome to nginx', isArticle: true }],
    [/parked/, { title: 'a.example is for sale' }],
    [/parked/, { title: 'a.example is for sale', status: 404 }],
  ]
  for (const [said, ...some] of cases) {
    const given = why(...some)
    const { text, ...shown } = Object.assign({}, ...some)
    const name = `${JSON.stringify(shown)} ${text?.length}: ${given}`
    assert.ok(said ? said.test(given ?? '') : given === undefined, name)
  }
})

test('a parked domain is for sale, or shows nothing but somebody’s advertisements', () => {
  const parked = (...some: Some[]) => isParked(Object.assign({}, plain, ...some))
  const sale = { heading: 'the domain a.example may be for sale' }
  const ads = { parts: 'https://sedoparking.com/x' }
  assert.ok(parked(sale) && parked({ start: 'this domain is for sale' }) && parked(ads))
  assert.ok(parked(sale, chars(3_000)) && !parked(sale, chars(3_001)))
  assert.ok(parked(sale, { paragraphs: 3 }) && !parked(sale, { paragraphs: 4 }))
  assert.ok(parked(ads, chars(799)) && !parked(ads, chars(800)))
  assert.ok(parked(ads, sale, chars(800)) && !parked())
})

test('a request to turn JavaScript on is a short one', () => {
  const note = 'Please enable JavaScript'
  assert.ok(isScriptNote(note) && isScriptNote(note.padEnd(250)))
  assert.ok(!isScriptNote(note.padEnd(251)) && !isScriptNote('Please enable cookies'))
})

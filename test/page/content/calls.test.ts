import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropCalls } from '../../../src/page/content/calls.ts'
import { keptAfter, selectionOf } from './selection.ts'

const text = 'The mill stood still for forty years, and the village had grown used to its silence.'
const page = (body: string) =>
  `<title>A mill</title><h1>A mill</h1><p>${text}</p>${body}<p>More: ${text}</p>`
const after = (body: string, pageType: 'article' | 'documentation' | 'service' = 'article') =>
  keptAfter(dropCalls, selectionOf(page(body), { pageType, typeShare: 0.5 })).slice(2, -1)

describe('calls to act', () => {
  for (const call of [
    'Share this article',
    'Jump to Recipe',
    'Vai alla ricetta',
    'Follow us',
    'Anzeige',
    'Añadir al carrito',
    '広告',
    'نسخ الرابط',
  ])
    test(`go from a line of their own: ${call}`, () => {
      assert.deepEqual(after(`<p>${call}</p>`), [])
      assert.deepEqual(after(`<p>${call} is what it said.</p>`), [`${call} is what it said.`])
      assert.deepEqual(after(`<table><tr><td>${call}</td></tr></table>`), [call])
    })

  test('go where several share a line', () => {
    const jump = '<a href="#r">Jump to Recipe</a>'
    assert.deepEqual(after(`<p>${jump} · <a href="/p">Print Recipe</a></p>`), [])
    assert.deepEqual(
      after(`<p>${jump} <a href="/l">Leave a comment</a> <i>Advertisement</i></p>`),
      [],
    )
    assert.equal(after(`<p>${jump} <b>Serves four</b></p>`).length, 1)
  })

  for (const way of [
    'Unsubscribe',
    'unsubscribe here',
    'Newsletter abbestellen',
    'Se désabonner',
    '配信停止',
  ])
    test(`the way out of a letter goes with its line, in a table too: ${way}`, () => {
      const line = `You get this because you asked. <a href="#">${way}</a>.`
      assert.deepEqual(after(`<p>${line}</p>`), [])
      assert.deepEqual(after(`<table><tr><td>${line}</td></tr></table>`), [])
      assert.equal(after(`<p>To ${way}, write to us.</p>`).length, 1)
    })

  const story = '<a href="/m">A new museum for potters in the old town</a>'

  for (const lead of [
    'Read also',
    'You might also like',
    'Lesen Sie auch',
    'Das könnte dich auch interessieren',
    'À lire aussi',
    'Vous aimerez peut-être aussi',
    'También te puede interesar',
    'Você também pode gostar',
    'Potrebbe interessarti anche',
    'Gerelateerde artikelen',
    'Przeczytaj również',
    'Читайте также',
    'Схожі статті',
    'İlginizi çekebilir',
    '関連ニュース',
    '猜你喜欢',
    '관련 글',
    'اقرأ أيضا',
    'संबंधित खबरें',
    'Berita terkait',
    'Tin liên quan',
  ])
    test(`lines that lead to other stories go with their links: ${lead}`, () => {
      assert.deepEqual(after(`<h4>${lead}</h4><ul><li>${story}</li></ul>`), [])
      assert.deepEqual(after(`<p>${lead}: ${story}</p>`), [])
      assert.equal(after(`<h4>${lead}</h4><p>${text}</p>`).length, 2)
    })

  for (const [lead, link] of [
    ['Follow us on', 'Bluesky'],
    ['Suivez-nous sur', 'Mastodon'],
    ['Síguenos en', 'YouTube'],
  ])
    test(`to follow the paper go with their links: ${lead}`, () => {
      const call = `<p>${lead} <a href="https://${link}.example/paper">${link}</a>.</p>`
      assert.deepEqual(after(call), [])
      assert.equal(after(call, 'service').length, 1)
      assert.equal(after(`<p>${lead} ${link}.</p>`).length, 1)
      assert.equal(after(call.replace('</p>', `${text}</p>`)).length, 1)
    })

  test('go with cards below them, not with what else follows or is no card', () => {
    const card = `<div class="card"><h3>${story}</h3><p>Clay and kilns</p><time>1.3.2026</time></div>`
    const cards = (body: string) => after(`<section><h2>Related posts</h2>${body}</section>`)
    assert.deepEqual(cards(card + card), [])
    assert.deepEqual(cards(`<div>${card}${card}</div><p>Clay</p>`), ['Clay'])
    assert.equal(after(`<p>${text}</p><p>Read more</p>${card}${card}`).length, 6)
    assert.equal(cards(card).length, 2)
    assert.equal(cards(`${card}${card}<div class="card">No link</div>`).length, 6)
    assert.equal(cards(card + card.replace('Clay', `${text} `.repeat(4))).length, 5)
  })

  for (const shelf of ['Most read', 'Meistgelesen', 'Lo más leído', 'Популярное', '人気記事'])
    test(`what else the site has goes from its articles alone: ${shelf}`, () => {
      const links = `<h4>${shelf}</h4><ul><li>${story}</li></ul>`
      assert.deepEqual(after(links), [])
      assert.equal(after(links, 'service').length, 2)
    })

  for (const heading of ['See also', 'Siehe auch', 'Zobacz też', '関連項目'])
    test(`the links of a wiki stay: ${heading}`, () => {
      assert.equal(after(`<h2>${heading}</h2><ul><li>${story}</li></ul>`).length, 2)
    })

  test('go from pages of services too', () => {
    assert.deepEqual(after(`<p>Read also: ${story}</p>`, 'service'), [])
  })

  test('stay in documentation, whose links are its own', () => {
    assert.equal(after(`<h4>Read also</h4><ul><li>${story}</li></ul>`, 'documentation').length, 2)
  })
})

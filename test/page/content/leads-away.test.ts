import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropAuthorBox, dropCards, dropStoryLinks } from '../../../src/page/content/leads-away.ts'
import { keptAfter, selectionOf } from './selection.ts'

const sentence =
  'The lock keepers open the gates at six, and by noon forty barges have passed into the upper canal.'
const text = `<h1>Barges return</h1>${`<p>${sentence}</p>`.repeat(8)}`

const card = (n: number) =>
  `<div class="card"><a href="/story-${n}"><h3>A story of bridge number ${n}</h3></a><p>Who crosses it and why.</p></div>`
const cards = `<div class="row">${[1, 2, 3].map(card).join('')}</div>`

describe('cards of other pages', () => {
  const hasCards = (kept: string[]) => kept.some(line => line.includes('bridge number'))

  it('go from an article, teasers and all', () => {
    const kept = keptAfter(dropCards, selectionOf(text + cards))
    assert.ok(!hasCards(kept) && !kept.includes('Who crosses it and why.'), kept.join('\n'))
    assert.equal(kept.filter(line => line === sentence).length, 8)
  })

  it('stay on a page that may be a list', () => {
    for (const other of [{ pageType: 'listing' as const }, { typeShare: 0.7 }])
      assert.ok(hasCards(keptAfter(dropCards, selectionOf(text + cards, other))))
  })

  it('stay where they are most of what there is', () => {
    assert.ok(hasCards(keptAfter(dropCards, selectionOf(`<h1>Bridges</h1>${cards}`))))
  })

  it('stay where the model is sure of them', () => {
    assert.ok(hasCards(keptAfter(dropCards, selectionOf(text + cards, { likely: () => 0.9 }))))
  })

  it('are not items without links, nor links into the page', () => {
    const inside = cards.replace(/\/story-\d/g, '#bridge')
    const plain = cards.replace(/<\/?a[^>]*>/g, '')
    for (const row of [inside, plain])
      assert.ok(hasCards(keptAfter(dropCards, selectionOf(text + row))), row)
  })
})

describe('a link to another story', () => {
  const url = 'https://www.canal.example/barges'
  const after = (line: string) => {
    const html = `<h1>Barges</h1><p>${sentence}</p>${line}<p>${sentence}</p>`
    return keptAfter(dropStoryLinks, selectionOf(html, { url })).length === 3
  }
  const gone = [
    '<p><b>Lesen Sie auch:</b> <a href="/locks">Why the locks were closed</a></p>',
    '<p>Also read: <a href="https://canal.example/locks">Why the locks were closed</a></p>',
    '<p><a href="/locks">READ MORE: Why the locks were closed</a></p>',
    '<p>关联阅读：<a href="/locks">为什么运河的船闸在冬天要关闭三个月</a></p>',
  ]
  for (const line of gone) it(`goes: ${line}`, () => assert.ok(after(line)))
  const stays = [
    '<p>Source: <a href="https://survey.example/2025">Survey of the inland ports 2025</a></p>',
    '<p>The minister said: <a href="/locks">the locks stay open</a> all year.</p>',
    '<p>As we wrote in spring: <a href="/locks">the locks of the upper canal stay open</a></p>',
    '<p><a href="/locks">Why the locks were closed</a></p>',
    '<ul><li><p>Also read: <a href="/locks">Why the locks were closed</a></p></li></ul>',
  ]
  for (const line of stays) it(`stays: ${line}`, () => assert.ok(!after(line)))
})

describe('the box of an author', () => {
  const box = (link: string) =>
    `<div class="about"><img src="/i.png"><p>${link}</p><p>Ida lives on a barge and writes about water.</p></div>`
  const author = box('<a href="/author/ida">Ida Brandt</a>')
  const hasBox = (html: string, sure = 0.8) => {
    const likely = ({ text }: { text: string }) => (text.startsWith('Ida lives') ? sure : undefined)
    return keptAfter(dropAuthorBox, selectionOf(html, { likely })).some(line =>
      line.includes('lives on a barge'),
    )
  }

  it('goes from behind the text', () => {
    assert.ok(!hasBox(`<main>${text}${author}</main>`))
    assert.ok(!hasBox(`<main>${text}${box('<a rel="author" href="/ida">Ida Brandt</a>')}</main>`))
  })

  it('is not what links to anybody else, nor what the model is sure of', () => {
    assert.ok(hasBox(`<main>${text}${box('<a href="/people/ida">Ida Brandt</a>')}</main>`))
    assert.ok(hasBox(`<main>${text}${author}</main>`, 0.95))
  })

  it('is not the whole of a short page', () => {
    assert.ok(hasBox(`<main><p>${sentence}</p><p>${sentence}</p>${author}</main>`))
  })

  it('stays in front of the text', () => {
    assert.ok(hasBox(`<main>${author}${text}</main>`))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropCards } from '../../../src/page/content/leads-away.ts'
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

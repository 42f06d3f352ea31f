import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCopies } from '../../../src/page/content/copies.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const copiesIn = (html: string): string[] => {
  const view = viewPage(parseHtml(html), undefined)
  const copies = findCopies(view)
  return view.blocks.filter(({ index }) => copies[index]).map(({ text }) => text)
}

const offer = 'Oars of ash for long days on the river'
const card = (tag: string, text: string, price: string) =>
  `<${tag} class="card"><h3>${text}</h3><p>${price}</p></${tag}>`
const wide = (cards: string) => `<section class="wide">${cards}</section>`
const small = (cards: string) => `<div class="small">${cards}</div>`

describe('the copy of a box for small screens', () => {
  it('goes with its short lines', () => {
    const html = wide(card('div', offer, '24 €')) + small(card('a', offer, '24 €'))
    assert.deepEqual(copiesIn(html), [offer, '24 €'])
  })

  it('is none where it says something new', () => {
    const html = wide(card('div', offer, '24 €')) + small(card('a', offer, '19 €'))
    assert.deepEqual(copiesIn(html), [offer])
  })

  it('is none where it is the heading of something new', () => {
    const head = `<div><p>Top pick</p><h2>${offer}</h2></div>`
    const html = `${wide(head)}${small(head)}<p>They weigh less than a kilo.</p>`
    assert.deepEqual(copiesIn(html), [offer])
  })

  it('is none where it has no sentence', () => {
    assert.deepEqual(
      copiesIn(wide(card('div', 'Oar', '24 €')) + small(card('a', 'Oar', '24 €'))),
      [],
    )
  })
})

describe('an entry of a list that stands above it, too', () => {
  const names = [
    offer,
    'Oars of spruce for races and quick turns',
    'Paddles of oak for wide and slow water',
  ]
  const list = (count: number) =>
    names
      .slice(0, count)
      .map(name => card('div', name, '24 €'))
      .join('')

  it('stays in a list of which much is new', () => {
    assert.deepEqual(copiesIn(wide(list(1)) + small(list(3))), [])
  })

  it('goes with all of a list', () => {
    assert.equal(copiesIn(wide(list(3)) + small(list(3))).length, 6)
  })
})

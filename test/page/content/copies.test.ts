import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { findCopies } from '../../../src/page/content/copies.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const sentence = 'Read the manual of every tool before you begin.'
const other = 'Oak is harder to cut than pine is.'

const copiesOf = (html: string): string[] => {
  const view = viewPage(parseHtml(`<main>${html}</main>`), 'https://forum.example/')
  const copies = findCopies(view)
  return view.blocks.filter(({ index }) => copies[index]).map(({ text }) => text)
}

const post = (name: string, text: string) =>
  `<div class=row><article class=post><div class=name>${name}</div><div class=body>${text}</div></article></div>`

test('a post that says what another one says keeps its text', () => {
  const posts = post('Ada', `<p>${sentence}</p>`) + post('Ben', `<p>${sentence}</p>`)
  assert.deepEqual(copiesOf(posts), [])
})

test('a card that stands there twice, for small screens and large ones, is a copy', () => {
  const cards = post('Ada', `<p>${sentence}</p>`).repeat(2)
  assert.deepEqual(copiesOf(cards), ['Ada', sentence])
})

test('an entry that its own answers repeat stays with each of them', () => {
  const entry = (name: string, below = '') =>
    `<li><a href="/1">${sentence}</a> ${name}${below}</li>`
  const answers = `<ul>${entry('Ben', `<ul>${entry('Ada')}</ul>`)}</ul>`
  assert.deepEqual(copiesOf(`<ul>${entry('Ada', answers)}${entry('Cleo')}</ul>`), [])
})

test('a note that many cards have stays with each', () => {
  const card = (name: string) =>
    `<div class=cell><div class=card><h3>${name}</h3><p>Also <a href="/${name}">taught in Spanish this year</a>.</p></div></div>`
  assert.deepEqual(copiesOf(card('Law') + card('Art') + card('Music')), [])
})

test('a quote of an earlier post goes as a whole, with who said it', () => {
  const quote = `<blockquote><p>Ada said to all of us:</p><p>${sentence}</p><p>Thank you</p></blockquote><p>So I did.</p>`
  const copies = copiesOf(post('Ada', `<p>${sentence}</p>`) + post('Ben', quote))
  assert.deepEqual(copies, ['Ada said to all of us:', sentence, 'Thank you'])
})

test('a quote that says more than an earlier post stays whole', () => {
  const quote = `<blockquote><p>${sentence}</p><p>${other}</p></blockquote><p>So I did.</p>`
  assert.deepEqual(copiesOf(post('Ada', `<p>${sentence}</p>`) + post('Ben', quote)), [])
})

test('a text of which no box says more is a copy where it stands again', () => {
  assert.deepEqual(
    copiesOf(
      `<div class=lead><p>${sentence}</p></div><p>${other}</p><div class=end><p>${sentence}</p></div>`,
    ),
    [sentence],
  )
})

const offer = 'Oars of ash for long days on the river'
const card = (tag: string, text: string, price: string) =>
  `<${tag} class="card"><h3>${text}</h3><p>${price}</p></${tag}>`
const wide = (cards: string) => `<section class="wide">${cards}</section>`
const small = (cards: string) => `<div class="small">${cards}</div>`

describe('the copy of a box for small screens', () => {
  it('goes with its short lines', () => {
    const html = wide(card('div', offer, '24 €')) + small(card('a', offer, '24 €'))
    assert.deepEqual(copiesOf(html), [offer, '24 €'])
  })

  it('is none where it says something new', () => {
    const html = wide(card('div', offer, '24 €')) + small(card('a', offer, '19 €'))
    assert.deepEqual(copiesOf(html), [offer])
  })

  it('is none where it is the heading of something new', () => {
    const head = `<div><p>Top pick</p><h2>${offer}</h2></div>`
    const html = `${wide(head)}${small(head)}<p>They weigh less than a kilo.</p>`
    assert.deepEqual(copiesOf(html), [offer])
  })

  it('is none where it has no sentence', () => {
    assert.deepEqual(
      copiesOf(wide(card('div', 'Oar', '24 €')) + small(card('a', 'Oar', '24 €'))),
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
    assert.deepEqual(copiesOf(wide(list(1)) + small(list(3))), [])
  })

  it('goes with all of a list', () => {
    assert.equal(copiesOf(wide(list(3)) + small(list(3))).length, 6)
  })
})

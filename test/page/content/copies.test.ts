import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCopy } from '../../../src/page/content/copies.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const sentence = 'Read the manual of every tool before you begin.'
const other = 'Oak is harder to cut than pine is.'

const copiesOf = (html: string): string[] => {
  const view = viewPage(parseHtml(`<main>${html}</main>`), 'https://forum.example/')
  return view.blocks.filter(block => isCopy(block, view)).map(({ text }) => text)
}

const post = (name: string, text: string) =>
  `<div class=row><article class=post><div class=name>${name}</div><div class=body>${text}</div></article></div>`

test('a post that says what another one says keeps its text', () => {
  const posts = post('Ada', `<p>${sentence}</p>`) + post('Ben', `<p>${sentence}</p>`)
  assert.deepEqual(copiesOf(posts), [])
})

test('a card that stands there twice, for small screens and large ones, is a copy', () => {
  const cards = post('Ada', `<p>${sentence}</p>`).repeat(2)
  assert.deepEqual(copiesOf(cards), [sentence])
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

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkCards } from '../../../src/page/content/card-links.ts'
import { pruneTree } from '../../../src/page/content/prune.ts'
import { viewPage } from '../../../src/page/content/view.ts'
import { bodyOf } from '../../../src/page/content/visible.ts'
import { descendants, parseHtml, textContent } from '../../../src/page/html/html.ts'
import { selectionOf } from './selection.ts'

const boats = ['Dinghy', 'Cutter', 'Convoy', 'Barge']
const card = (boat: string, link: string, tag = 'h4') =>
  `<${tag}>${boat}</${tag}><p>A ${boat} for a day on the river</p><p><a class="button" href="${link}">Read more</a></p>`
const linked = (body: string, keptButtons = 0): string[] => {
  const selection = selectionOf(`<h1>Boats</h1>${body}`)
  const buttons = selection.view.blocks.filter(({ text }) => text === 'Read more')
  for (const { index } of buttons.slice(keptButtons)) selection.kept[index] = 0
  linkCards(selection)
  return [...selection.cardLinks].map(([heading, href]) => `${textContent(heading)} ${href}`)
}
const cards = (linkOf: (boat: string) => string, tag?: string): string =>
  boats.map(boat => card(boat, linkOf(boat), tag)).join('')

describe('the heading of a card whose button was dropped', () => {
  it('is the link', () => {
    const expected = boats.map(boat => `${boat} https://${boat}.example/`)
    assert.deepEqual(linked(cards(boat => `https://${boat}.example/`)), expected)
    assert.deepEqual(
      linked(
        cards(boat => `https://${boat}.example/`),
        2,
      ),
      expected,
    )
  })

  it('is none where most buttons stay', () => {
    assert.deepEqual(
      linked(
        cards(boat => `/${boat}`),
        3,
      ),
      [],
    )
  })

  it('is none where all lead to one page, to a place, a file or a mailbox', () => {
    for (const link of ['/rent', '#']) assert.deepEqual(linked(cards(() => link)), [])
    for (const linkOf of [
      (boat: string) => `/${boat}.pdf`,
      (boat: string) => `#${boat}`,
      (boat: string) => `mailto:${boat}@river.example`,
    ])
      assert.deepEqual(linked(cards(linkOf)), [])
  })

  it('is none where the card has another link, or the heading stands above a list of them', () => {
    const other = cards(boat => `/${boat}`).replaceAll(
      'the river',
      '<a href="/river">the river</a>',
    )
    assert.deepEqual(linked(other), [])
    assert.deepEqual(linked(cards(boat => `/${boat}`, 'p').replace('<p>', '<h4>All</h4><p>')), [])
  })

  it('is written as one', () => {
    const document = parseHtml('<div><h4>Dinghy <b>one</b></h4><p>It is rowed by two.</p></div>')
    const view = viewPage(document, undefined)
    const [heading] = view.blocks
    const links = new Map(heading && [[heading.container.element, '/dinghy']])
    const tree = pruneTree(view, Uint8Array.of(1, 1), bodyOf(document.root), new Map(), links)
    const [link] = [...descendants(tree)].filter(({ name }) => name === 'a')
    assert.deepEqual(link?.attributes, { href: '/dinghy' })
    assert.deepEqual([link?.parent?.name, link && textContent(link)], ['h4', 'Dinghy one'])
    assert.deepEqual(link?.parent?.attributes, {})
  })
})

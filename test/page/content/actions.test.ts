import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropActions } from '../../../src/page/content/actions.ts'
import { keptAfter, selectionOf } from './selection.ts'

const boats = ['Dinghy', 'Cutter', 'Convoy']
const after = (link: (boat: string) => string, tag = 'div') =>
  keptAfter(
    dropActions,
    selectionOf(
      `<h1>Boats</h1>${boats.map(boat => `<section><p>${boat} for a day on the river</p><${tag}>${link(boat)}</${tag}></section>`).join('')}`,
    ),
  ).slice(1)

describe('the same link in every item', () => {
  const titled = (boat: string, link: string) => `<a href="/${boat}">About it</a></div><div>${link}`

  test('goes where it leads nowhere, or to another page from an item with a link of its own', () => {
    assert.equal(after(() => '<a href="#">Rent this one</a>').length, 3)
    const more = after(boat => titled(`b/${boat}`, `<a href="/rent/${boat}">Rent this one</a>`))
    assert.ok(!more.includes('Rent this one'), more.join('|'))
  })

  test('stays where the item has no other link, and where it leads to a file or another site', () => {
    assert.equal(after(boat => `<a href="/rent/${boat}">Rent this one</a>`).length, 6)
    for (const href of [
      (boat: string) => `/${boat}.pdf`,
      (boat: string) => `https://${boat}.test/`,
    ]) {
      const kept = after(boat => titled('boats', `<a href="${href(boat)}">Website</a>`))
      assert.equal(kept.filter(text => text === 'Website').length, 3, kept.join('|'))
    }
  })

  test('stays where all lead to one page, as categories and names do', () => {
    assert.equal(after(() => '<a href="/sails">Sail lofts</a>').length, 6)
  })

  test('stays where the words differ, or say a day or a price', () => {
    assert.equal(after(boat => `<a href="/rent/${boat}">Rent the ${boat}</a>`).length, 6)
    assert.equal(after(boat => `<a href="/${boat}">3 May</a>`).length, 6)
  })

  test('stays in cells and headings, and where the link holds the item', () => {
    assert.equal(after(boat => `<a href="/${boat}.pdf">Plan</a>`, 'h2').length, 6)
    const rows = boats.map(boat => `<tr><td>${boat}</td><td><a href="/${boat}">Plan</a></td></tr>`)
    const table = selectionOf(`<table>${rows.join('')}</table>`)
    assert.equal(keptAfter(dropActions, table).length, 6)
    const cards = boats.map(boat => `<a href="/${boat}"><p>${boat} for rent</p><p>Hybrid</p></a>`)
    assert.equal(keptAfter(dropActions, selectionOf(cards.join(''))).length, 6)
  })

  test('stays where there is nothing beside it', () => {
    const links = boats.map(boat => `<p><a href="/${boat}">Re: sails</a></p>`).join('')
    assert.equal(keptAfter(dropActions, selectionOf(links)).length, 3)
  })
})

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
  test('goes where each leads to another page, or nowhere', () => {
    assert.equal(after(boat => `<a href="/rent/${boat}">Rent this one</a>`).length, 3)
    assert.equal(after(() => '<a href="#">Rent this one</a>').length, 3)
    assert.equal(after(boat => `<a href="/r/${boat}">Rent</a> <a href="/s">Save</a>`).length, 3)
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

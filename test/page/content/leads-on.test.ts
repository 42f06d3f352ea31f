import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropPagers } from '../../../src/page/content/leads-on.ts'
import { keptAfter, selectionOf } from './selection.ts'

const text = 'The gate stopped at forty centimetres and did not move for the evening tide.'
const page = (body: string) => `<title>Gates</title><h1>Gates</h1><p>${text}</p>${body}`

describe('links to the page before and the page after', () => {
  const after = (body: string) => keptAfter(dropPagers, selectionOf(page(body))).slice(2)

  test('go with their list', () => {
    assert.deepEqual(
      after(
        '<ul><li>Previous message: <a href="1">Ice report</a></li><li>Next message: <a href="3">More ice on the gates</a></li><li>Sorted by: <a href="d">[ date ]</a> <a href="t">[ thread ]</a></li></ul>',
      ),
      [],
    )
  })

  test('go with what the markup calls navigation', () => {
    assert.deepEqual(
      after(
        '<div class="navfooter"><table><tr><td><a href="1">Prev</a></td><td><a href="3">Next</a></td></tr><tr><td>Chapter 1. Arriving at night</td><td>Chapter 3. Leaving in the morning</td></tr></table></div>',
      ),
      [],
    )
  })

  test('go in one line', () => {
    const line =
      '<p>Next: <a href="f">Files that are read</a>, Previous: <a href="i">Introduction</a>, Up: <a href="t">Tide</a></p>'
    assert.deepEqual(after(line), [])
  })

  test('go in any language between arrows', () => {
    const line = (back: string, on: string) =>
      `<p><a href="1">${back}</a> | <a href="i">Übersicht</a> | <a href="3">${on}</a></p>`
    assert.deepEqual(after(line('&lt;&lt; zurück', 'weiter &gt;&gt;')), [])
    assert.deepEqual(after(line('« ankstesnis', 'kitas »')), [])
    assert.equal(after(line('zurück', 'weiter')).length, 1)
  })

  test('go in other languages', () => {
    const [back, on] = ['<a href="1">Vorherige Seite</a>', '<a href="3">Nächste Seite</a>']
    assert.deepEqual(after(`<div><p>${back}</p><p>${on}</p></div>`), [])
  })

  test('sentences that begin so stay, and so does the headline', () => {
    const lines = [
      'Previous owners of the mill, says the <a href="b">book</a>, kept geese.',
      'Next to it stands the <a href="c">chapel</a> of the millers.',
    ]
    assert.equal(after(lines.map(line => `<p>${line}</p>`).join('')).length, 2)
    const headline = '<title>Previous work</title><h1><a href="/">Previous work</a></h1>'
    assert.deepEqual(
      keptAfter(dropPagers, selectionOf(`${headline}<p><a href="/n">Next page</a></p>`)),
      ['Previous work', 'Next page'],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropPagers, dropRepeatedLabels } from '../../../src/page/content/leads-on.ts'
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

describe('a label that every item has', () => {
  const posts = (label: (at: number) => string) =>
    page([1, 2, 3].map(at => `<div><p>${text} ${at}</p>${label(at)}</div>`).join(''))
  const after = (label: (at: number) => string, likely: number) =>
    keptAfter(
      dropRepeatedLabels,
      selectionOf(posts(label), {
        pageType: 'forum',
        likely: block => (block.facts.words < 3 ? likely : undefined),
      }),
    ).filter(line => line.length < 10 && line !== 'Gates')

  test('goes where it leads elsewhere each time, or nowhere', () => {
    assert.deepEqual(
      after(at => `<p><a href="/reply/${at}">reply</a></p>`, 0.3),
      [],
    )
    assert.deepEqual(
      after(() => '<p><a href="#">reply</a></p>', 0.3),
      [],
    )
  })

  test('stays where it always means the same, or the model insists', () => {
    assert.equal(after(() => '<p><a href="/u/ida">ida</a></p>', 0.3).length, 3)
    assert.equal(after(at => `<p><a href="/reply/${at}">reply</a></p>`, 0.8).length, 3)
  })
})

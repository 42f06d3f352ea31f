import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropCredits } from '../../../src/page/content/credits.ts'
import { keptAfter, selectionOf } from './selection.ts'

const text =
  '<p>The lock keepers open the gates at six, and by noon forty barges have passed into the upper canal, where they wait for the evening.</p>'
const credits =
  '<p>This document was created by <a href="https://man.example/">man2html</a> on 4 May.</p>'
const has = (behind: string, of = 'This document') =>
  keptAfter(dropCredits, selectionOf(`<h1>Locks</h1>${text.repeat(3)}${behind}`)).some(line =>
    line.startsWith(of),
  )

describe('what stands behind the last rule of a page', () => {
  test('goes where it is a line or two that lead away', () => {
    assert.ok(!has(`<hr>${credits}`))
    assert.ok(!has(`<hr><table><tr><td>${credits}</td></tr></table>`))
  })

  test('stays without a rule, without a link and where it is more than a line or two', () => {
    assert.ok(has(credits))
    assert.ok(has('<hr><p>This document is no longer true.</p>'))
    assert.ok(has(`<hr>${credits}${text.repeat(2)}`))
    assert.ok(has(`<hr><h2>Sources</h2>${credits}`))
  })

  test('stays where it leads back into the text, as notes do', () => {
    assert.ok(has('<hr><ol><li>This document is of 1911. <a href="#r1">↩</a></li></ol>'))
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanText, collapseSpace } from '../../../src/page/html/clean-text.ts'

/** All texts of up to five of these. */
const textsOf = (characters: readonly string[]): string[] => {
  let texts = ['']
  for (let n = 0; n < 5; n++)
    texts = [...texts, ...texts.flatMap(text => characters.map(one => text + one))]
  return [...new Set(texts)]
}

test('any white space is one space, and a single one stays as it is', () => {
  for (const text of textsOf(['a', ' ', '\n', '\u00a0', '\u0085']))
    assert.equal(collapseSpace(text), text.replace(/[\s\u0085]+/g, ' '), JSON.stringify(text))
})

test('what renders as nothing goes, line breaks and tabs are space', () => {
  assert.equal(cleanText('  one\n\ttwo\u0085three\r\n'), 'one two three')
  assert.equal(cleanText('pass\u200bword\u0000 \u{e0041}here'), 'password here')
  assert.equal(cleanText('a\u200db می\u200cخواهم'), 'ab می\u200cخواهم')
  assert.equal(cleanText('\ttab\u200b\n'), 'tab')
})

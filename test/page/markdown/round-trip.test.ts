import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'
import { type Line, outline, renderMarkdown } from '../../support/outline.ts'
import { createRandom } from '../../support/random.ts'
import { randomPage } from '../../support/random-page.ts'

const baseUrl = 'https://example.com/'
const seeds = 250

test('random pages come back from their Markdown with the same text and structure', () => {
  let kept = 0
  let written = 0
  for (let seed = 1; seed <= seeds; seed++) {
    // Words and a picture that touch are written apart.
    const html = randomPage(createRandom(seed)).replace(/<img[^>]*>/g, ' $& ')
    const markdown = toMarkdown(parseHtml(html).root, { baseUrl })
    const source = outline(parseHtml(html.replace(/(href|src)="\//g, `$1="${baseUrl}`)).root)
    const result = outline(renderMarkdown(markdown))
    const message = `seed ${seed}\n${html}\n\n${markdown}\n`
    assert.deepEqual(plain(result), plain(source), message)
    for (const [index, line] of result.entries())
      for (const [at, marks] of line.emphasis.entries()) {
        const wanted = source[index]?.emphasis[at] ?? ''
        for (const mark of marks) assert.ok(wanted.includes(mark), `invented ${mark}: ${message}`)
        written += wanted.length
        kept += marks.length
      }
  }
  assert.ok(kept / written > 0.6, `emphasis kept: ${kept / written}`)
})

test('the same Markdown comes out of the same page twice', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const html = randomPage(createRandom(seed))
    const once = toMarkdown(parseHtml(html).root, { baseUrl })
    assert.equal(toMarkdown(parseHtml(html).root, { baseUrl }), once)
  }
})

test('never more than one empty line in a row outside code', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const markdown = toMarkdown(parseHtml(randomPage(createRandom(seed))).root, { baseUrl })
    assert.ok(!/\n\n\n/.test(markdown), `seed ${seed}`)
  }
})

/** Levels that no heading of a page has are left out, and one that is only a picture is no heading. */
const plain = (lines: Line[]): string[] => {
  const shown = lines.map(({ path, text }) => ({
    path: text.replace(/⟦img [^⟧]*⟧/g, '').trim() === '' ? path.replace(heading, 'p') : path,
    text,
  }))
  const used = [...new Set(shown.flatMap(({ path }) => heading.exec(path)?.[0] ?? []))].sort()
  return shown.map(
    ({ path, text }) => `${path.replace(heading, level => `rank ${used.indexOf(level)}`)}: ${text}`,
  )
}
const heading = /h[1-6]$/

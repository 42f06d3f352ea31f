import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pageNames } from '../pages/page-folder.ts'
import { type Asked, readPage } from '../pages/read-page.ts'
import { changePage } from '../support/changed-pages.ts'
import { digest, everySecond } from '../support/readings.ts'

/**
 * Whatever changes how a page is read shows here, by the page and by what it gives. Most changes are
 * meant; the pages that people reviewed (test/pages) say which are good. After one that is:
 * npx node --test --test-update-snapshots test/page/changed-pages.test.ts
 */
test('what is read of pages that come near to the reviewed ones', t => {
  const shown = everySecond(pageNames()).map((name, at) => {
    const file = (end: string) => readFileSync(`test/pages/${name}/${end}`, 'utf8')
    const asked = JSON.parse(file('asked.json')) as Asked
    const html = changePage(file('page.html'), 100 * at + 1)
    const { outcome } = readPage(Buffer.from(html), {
      ...asked,
      contentType: 'text/html; charset=utf-8',
    })
    if (outcome.is !== 'answer') return [name, outcome]
    const { markdown = '', metadata, links } = outcome.answer
    return [
      name,
      `${markdown.length} characters ${digest(markdown)}, metadata ${digest(metadata)}, links ${digest(links)}`,
    ]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/changed-pages.json')
})

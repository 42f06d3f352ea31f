import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageTask } from '../../../src/base/reader/page-task.ts'
import { openFile, readFileAsPage } from '../../../src/base/reader/read-file.ts'
import { textContent } from '../../../src/page/html/html.ts'

const file =
  '# The mill\n\nIt turns again.\n\n<p hidden>SECRET</p>\n\n<div style="display:none">\n\nSECRET too\n\n</div>\n\nCome and see.\n'

const task = (options: Partial<PageTask> = {}): PageTask => ({
  ...{ bytes: Buffer.from(file), status: 200, headers: { 'content-type': 'text/markdown' } },
  ...{ requestedUrl: 'https://mill.example/a.md', finalUrl: 'https://mill.example/a.md' },
  ...{ rendered: false, screenshot: undefined, warning: undefined, isLast: true, trace: false },
  ...{ formats: ['markdown', 'text', 'html', 'source'], onlyMainContent: true },
  ...{ includeTags: [], excludeTags: [], ...options },
})

test('what HTML in a Markdown file hides is in no format', async () => {
  const outcome = await readFileAsPage(task(), 'markdown')
  const said = JSON.stringify(outcome)
  assert.ok(!said.includes('SECRET'), said)
  assert.match(said, /turns again/)
  assert.match(said, /Come and see/)
  const opened = await openFile(task(), 'markdown')
  assert.ok(opened.is === 'answer')
  assert.doesNotMatch(textContent(opened.answer.document.root), /SECRET/)
})

test('it comes back with hidden: include', async () => {
  const outcome = await readFileAsPage(task({ hidden: 'include' }), 'markdown')
  assert.ok(outcome.is === 'answer')
  assert.match(String(outcome.answer.markdown), /SECRET/)
})

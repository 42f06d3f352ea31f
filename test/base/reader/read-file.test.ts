import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageTask } from '../../../src/base/reader/page-task.ts'
import { readFileAsPage } from '../../../src/base/reader/read-file.ts'

const url = 'https://files.test/a.md'

const metadataOf = async (text: string, given: Partial<PageTask> = {}) => {
  const task: PageTask = {
    ...{ requestedUrl: url, finalUrl: url, status: 200, rendered: false, isLast: true },
    ...{ bytes: Buffer.from(text), headers: { 'content-type': 'text/markdown' } },
    ...{ screenshot: undefined, warning: undefined, formats: ['metadata'], trace: false },
    ...{ onlyMainContent: true, includeTags: [], excludeTags: [] },
    ...given,
  }
  const outcome = await readFileAsPage(task, 'markdown')
  assert.equal(outcome.is, 'answer')
  return outcome.is === 'answer' ? outcome.answer.metadata : undefined
}
const request = {
  contentType: 'text/markdown',
  statusCode: 200,
  sourceUrl: url,
  rendered: false,
}

describe('the metadata of a file', () => {
  it('are what it says of itself', async () => {
    const matter = [
      'title: Lamps',
      'author: Ada Field',
      'description: On light',
      'lang: en',
      'date: 2024-05-12',
    ]
    assert.deepEqual(await metadataOf(['---', ...matter, '---', 'Text.'].join('\n')), {
      ...{ title: 'Lamps', author: 'Ada Field', description: 'On light', language: 'en' },
      published: '2024-05-12',
      ...request,
    })
  })

  it('are what its program noted in it', async () => {
    const noted = {
      ...{ title: 'Sums', author: 'Ada Field', created: '2024-05-12', modified: '2024-05-13' },
      ...{ sheetCount: 0, slideCount: 2 },
    }
    const converted = { html: '<p>Text.</p>', warning: undefined, ...noted }
    assert.deepEqual(await metadataOf('', { converted }), {
      ...noted,
      ...request,
    })
  })

  it('name nothing that it does not say', async () => {
    assert.deepEqual(await metadataOf('Text.'), request)
  })
})

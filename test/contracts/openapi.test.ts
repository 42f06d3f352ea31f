import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { describeFile } from '../support/openapi.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

describe('the description of the API', () => {
  it('in docs/openapi.json is what the app says (npm run docs writes it)', async () => {
    assert.equal(await describeFile(app.apiUrl), readFileSync('docs/openapi.json', 'utf8'))
  })

  it('has a summary, a tag and at least one answer for every operation', async () => {
    const { paths } = JSON.parse(await describeFile(app.apiUrl)) as {
      paths: Record<
        string,
        Record<string, { summary?: string; tags?: string[]; responses?: object }>
      >
    }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method} ${path}`,
        operation,
      })),
    )
    assert.ok(operations.length >= 7)
    for (const { name, operation } of operations) {
      assert.ok(operation.summary, name)
      assert.ok(operation.tags?.length, name)
      assert.ok(Object.keys(operation.responses ?? {}).length > 0, name)
    }
  })
})

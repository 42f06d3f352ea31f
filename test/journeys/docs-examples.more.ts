import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../support/app.ts'
import { exampleShell, examples, usesClient } from '../support/docs-examples.ts'
import { documents, isFirst, runDocument, startDocumented } from '../support/documents.ts'

let app: TestApp
before(async () => {
  app = await startDocumented()
})
const blocks = examples().filter(usesClient)

describe('the examples of the other documents', () => {
  for (const file of documents.filter(file => !isFirst(file)))
    it(`${file} works as it stands`, () => runDocument(app, file))
})

describe('the examples of our client', () => {
  for (const { file, code } of blocks.filter(({ language }) => language === 'sh'))
    it(`in a shell work as they stand in ${file}`, async () => {
      await exampleShell(app).sh(code)
    })

  it('in TypeScript work as they stand, one after the other', async () => {
    const scripts = blocks.filter(({ language }) => language === 'ts')
    assert.equal(scripts.length, 3)
    const printed = await exampleShell(app).ts(scripts.map(({ code }) => code).join('\n'))
    assert.match(printed, /^150$/m)
  })
})

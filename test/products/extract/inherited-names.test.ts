import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractFromCopy } from '../../../src/products/extract/extract-page.ts'
import { finishAnswers } from '../../../src/products/extract/model/finish.ts'
import { reviewAnswer } from '../../../src/products/extract/model/review.ts'
import { compileSchema } from '../../../src/products/extract/schema/compile.ts'

const url = 'https://team.example/'
/** What every object has without anybody giving it: `toString`, `constructor` and the like. */
const names = Object.getOwnPropertyNames(Object.prototype).filter(name => name !== '__proto__')
const members = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
const record = { type: 'object', properties: { team: { type: 'string' }, ...members } }
const schema = {
  ...record,
  properties: {
    ...record.properties,
    inner: record,
    entries: { type: 'array', items: record },
  },
}
const body =
  '<h1>Lotus</h1><dl><dt>Team</dt><dd>Northloom Mills</dd><dt>Constructor</dt><dd>Lotus Cars</dd></dl>' +
  '<ul><li><b>Team One</b> <i>Lotus</i></li><li><b>Team Two</b> <i>Brabham</i></li><li><b>Team Three</b> <i>Matra</i></li></ul>'
const spec = { schema, prompt: undefined }
const read = (forModel: boolean) =>
  extractFromCopy({
    copy: { url, source: `<html><body><main>${body}</main></body></html>` },
    tags: { includeTags: [], excludeTags: [] },
    question: { spec, onlyMainContent: false, forModel, evidence: true },
  })

/** As a thread posts it, which no function may be part of. */
const posted = <T>(value: T): T => structuredClone(value)

describe('fields with names that every object inherits', () => {
  it('are read from the page, and absent where it says nothing of them', () => {
    const reading = posted(read(false))
    assert.ok(reading.is === 'answered')
    const { inner: _inner, entries: _entries, ...single } = Object(reading.outcome.data)
    assert.deepEqual(single, { team: 'Northloom Mills', constructor: 'Lotus Cars' })
  })

  it('are taken from a model’s answers, and from nothing else', () => {
    const reading = posted(read(true))
    assert.ok(reading.is === 'planned')
    const said = { _lines: [3], team: 'Northloom Mills', constructor: 'Lotus Cars' }
    const parts = [said, { inner: { team: 'Northloom Mills' }, entries: [{ team: 'Team One' }] }]
    const finish = (answers: unknown[]) =>
      posted(finishAnswers({ page: reading.lines, spec, answers, instead: reading.instead }))
    assert.deepEqual(finish(parts).data, {
      ...{ team: 'Northloom Mills', constructor: 'Lotus Cars' },
      ...{ inner: { team: 'Northloom Mills' }, entries: [{ team: 'Team One' }] },
    })
    assert.deepEqual(finish([{}]).data, {})
    assert.deepEqual(reviewAnswer({ spec, url, answer: { team: 'Northloom Mills' } }), [])
  })

  it('are missing where the schema requires them and the data has none', () => {
    for (const name of names)
      for (const $schema of [undefined, 'http://json-schema.org/draft-07/schema#']) {
        const required = compileSchema({ ...($schema && { $schema }), required: [name] })
        assert.deepEqual(
          required.validate({}).map(({ field }) => field),
          [`/${name}`],
        )
        assert.deepEqual(required.validate({ [name]: 'x' }), [])
      }
    assert.deepEqual(compileSchema(schema).validate({}), [])
  })
})

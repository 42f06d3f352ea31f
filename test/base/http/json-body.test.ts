import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readJson } from '../../../src/base/http/json-body.ts'

const refused = (text: string, message: RegExp) =>
  assert.throws(() => readJson(text, 'The body'), { code: 'invalid_request', message })

describe('the JSON of a caller', () => {
  it('is what it says', () => {
    for (const value of [
      null,
      [],
      { a: [1, 'é', '😀', { 'a"b\\': '\\u0000' }] },
      { constructor: 'a word', toString: 1 },
      Array.from({ length: 100_000 }, (_, at) => `https://site.test/${at}?a=[{,`),
    ])
      assert.deepEqual(readJson(JSON.stringify(value), 'The body'), value)
    assert.equal(readJson('"\\ud83d\\ude00"', 'The body'), '😀')
  })

  it('may begin with a byte order mark, as Windows writes files (RFC 8259, 8.1)', () => {
    assert.deepEqual(readJson('\ufeff{"a":"\ufeffb"}', 'The body'), { a: '\ufeffb' })
    refused('\ufeff{"a":x}', /at line 1, column 6: x/)
    refused('\ufeff\ufeff{}', /at line 1, column 1/)
  })

  it('has no character that cannot be stored, in a value or a name', () => {
    refused(
      '{"a":{"b":["x\\u0000"]}}',
      /^The body has a character in "a\.b\.0" that cannot be stored/,
    )
    refused('"\\ud83d"', /a character in its text/)
    refused('{"a":"\\uDE00x"}', /a character in "a"/)
    refused('{"\\u0000":1}', /field whose name/)
  })

  it('has no field that could become the prototype of objects', () => {
    for (const text of ['{"__proto__":{}}', '[{"\\u005f_pr\\u006fto__":1}]'])
      refused(text, /may have no field "__proto__"/)
    refused('{"constructor":{"prototype":{}}}', /may have no field "constructor"/)
  })

  it('is neither too deep nor too much, whatever its strings hold', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}"[[\\"[["${']'.repeat(levels)}`
    assert.ok(readJson(deep(200), 'The body'))
    refused(deep(201), /deeper than 200/)
    refused('{"a":'.repeat(100_000), /deeper than 200/)
    refused(`[${'1,'.repeat(600_000)}1]`, /more than 500000 values/)
  })

  it('is refused where it is none, with the place of the mistake while that is cheap', () => {
    refused('{"a": tru}', /^The body is not valid JSON at line 1, column 7/)
    refused('["a"', /ends before its JSON does/)
    refused(`[${'1,'.repeat(100_000)}]`, /^The body is not JSON\.$/)
  })
})

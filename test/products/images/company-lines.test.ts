import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCompanyLines } from '../../../src/products/images/company-lines.ts'

it('a file of companies may begin with a byte order mark, and comments may be indented', () => {
  for (const text of [
    '\ufeff# domain | name\r\na.example | A\r\n',
    '\ufeffa.example | A',
    ' # x\na.example|A',
  ])
    assert.deepEqual(readCompanyLines(text), [{ domain: 'a.example', words: { name: 'A' } }])
})

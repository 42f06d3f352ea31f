import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readStylesheets } from '../../../src/page/css/stylesheet.ts'

const vocabulary = { classes: new Set(['a']), ids: new Set<string>() }
const read = (css: string, maxCpuMs?: number) =>
  readStylesheets([{ css, media: undefined }], vocabulary, maxCpuMs)

describe('the time for stylesheets', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `:is(.a,.b${at}) i{color:red}`).join('')
  it('ends in the middle of a sheet, which says so', () => {
    const { rules, truncated } = read(many, 5)
    assert.equal(truncated, true)
    assert.ok(rules.length > 0 && rules.length < 10_000, `${rules.length} rules`)
  })
  it('is enough for what is read in it', () => {
    const { rules, truncated } = read('.a{color:red}.b{color:blue}')
    assert.deepEqual([rules.length, truncated], [1, false])
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compileValidator } from '../../../src/base/http/validation.ts'
import { readingOptions } from '../../../src/base/reader/options.ts'
import { readPageRequest } from '../../../src/base/reader/page-request.ts'
import { Type } from '../../../src/kit/schema.ts'

it('options that mean something by being left out are not filled in', () => {
  const schema = Type.Object({ url: Type.String(), ...readingOptions })
  const validate = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' })
  const body = { url: 'https://example.com/' }
  assert.deepEqual(Object.keys(validate(body)), ['value'])
  const defaults = { formats: ['json'] as const, respectRobots: false }
  const asked = { ...body, formats: [{ type: 'json', schema: {} } as const] }
  const { json, isTimed, timeoutMs, onlyMainContent } = readPageRequest(
    text => new URL(text),
    asked,
    defaults,
  )
  assert.deepEqual(
    { whole: json?.onlyMainContent === false, isTimed, timeoutMs, onlyMainContent },
    { whole: true, isTimed: undefined, timeoutMs: 30_000, onlyMainContent: true },
  )
})

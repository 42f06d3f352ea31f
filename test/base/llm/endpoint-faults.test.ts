import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { APICallError } from 'ai'
import { complaintOf, explain, pauseMsAfter } from '../../../src/base/llm/endpoint-faults.ts'
import { AppError } from '../../../src/kit/errors.ts'

type Given = {
  status?: number
  body?: string
  headers?: Record<string, string>
  isRetryable?: boolean
  cause?: unknown
}

const failure = ({ status, body, headers, isRetryable, cause }: Given) =>
  new APICallError({
    message: 'failed',
    url: 'http://model.example/v1/chat',
    requestBodyValues: {},
    ...(status !== undefined && { statusCode: status }),
    ...(body !== undefined && { responseBody: body }),
    ...(headers && { responseHeaders: headers }),
    ...(isRetryable !== undefined && { isRetryable }),
    cause,
  })

describe('what an endpoint has against a question', () => {
  const complaints: [status: number, body: string, complaint: string | undefined][] = [
    [400, 'Unsupported value: "temperature" does not support 0', 'temperature'],
    [422, 'temperature is deprecated for this model', 'temperature'],
    [400, 'The temperature of the sea', 'form'],
    [400, 'Invalid schema: property "temperature" is required', 'form'],
    [400, "max_tokens is too large: this model's most is 4096", 'limit'],
    [400, 'maxOutputTokens must be below 8193', 'limit'],
    [400, "This model's context length is 8192 tokens; temperature is fine", 'limit'],
    [400, 'response_format is not supported', 'form'],
    [422, '', 'form'],
    [400, 'API key not valid. Please pass a valid API key.', undefined],
    [400, 'Your credit balance is too low', undefined],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum; max_tokens', undefined],
    [401, 'temperature is not supported', undefined],
    [500, 'max_tokens', undefined],
  ]
  for (const [status, body, complaint] of complaints)
    it(`${status} “${body.slice(0, 50)}”: ${complaint ?? 'asking differently does not help'}`, () => {
      assert.equal(complaintOf(failure({ status, body })), complaint)
    })

  it('an error of any other kind is no complaint', () => {
    assert.equal(complaintOf(new Error('max_tokens')), undefined)
  })
})

describe('what a caller hears of a failed model', () => {
  const elsewhere = 'The language model’s server sends us elsewhere (LLM_BASE_URL).'
  const key = 'The language model’s provider refused our key (LLM_API_KEY).'
  const busy = 'The language model’s provider is busy or its quota is used up.'
  const unknown = 'The language model’s provider does not know the model (LLM_MODEL, LLM_BASE_URL).'
  const long = 'The page is too long for the language model.'
  const refused = 'The language model’s provider refused the request.'
  const overloaded = 'The language model’s provider is overloaded.'
  const away = 'The language model’s server could not be reached or broke off its answer.'
  const usual = new AppError('model_failed').message
  const answered = (status: number) =>
    `The language model gave no usable answer: its server answered with status ${status}.`
  const sentences: [given: Given, sentence: string][] = [
    [{ status: 300 }, elsewhere],
    [{ status: 399 }, elsewhere],
    [{ status: 400 }, refused],
    [{ status: 422 }, refused],
    [{ status: 401 }, key],
    [{ status: 403 }, key],
    [{ status: 400, body: 'api_key_invalid' }, key],
    [{ status: 402 }, busy],
    [{ status: 429 }, busy],
    [{ status: 400, body: 'see billing' }, busy],
    [{ status: 418, body: 'see billing' }, answered(418)],
    [{ status: 404 }, unknown],
    [{ status: 413 }, long],
    [{ status: 400, body: 'prompt is too long' }, long],
    [{ status: 500, body: 'context window exceeded' }, long],
    [{ status: 503 }, overloaded],
    [{ status: 529 }, overloaded],
    [{ status: 500 }, answered(500)],
    [{ isRetryable: true }, away],
    [{ status: 200, isRetryable: true }, away],
    [{ status: 300, isRetryable: true }, elsewhere],
    [{ isRetryable: false }, usual],
    // What comes after 4,000 characters is not looked at.
    [{ status: 400, body: `${'x'.repeat(3_980)} api_key_invalid` }, key],
    [{ status: 400, body: `${'x'.repeat(4_000)} api_key_invalid` }, refused],
  ]
  for (const [given, sentence] of sentences)
    it(`${given.status ?? 'no status'} ${(given.body ?? '').slice(-30)}: ${sentence}`, () => {
      const { code, message } = explain(failure(given))
      assert.deepEqual({ code, message }, { code: 'model_failed', message: sentence })
    })

  it('of our own limit under the provider’s error, that limit; of another error of ours, not', () => {
    const ours = new AppError('model_failed', 'The answer is too long.')
    const wrapped = (levels: number): Error =>
      levels === 0 ? ours : new Error('wrapped', { cause: wrapped(levels - 1) })
    assert.equal(explain(ours), ours)
    assert.equal(explain(failure({ status: 200, cause: wrapped(3) })), ours)
    assert.notEqual(explain(failure({ status: 200, cause: wrapped(4) })), ours)
    const other = new AppError('invalid_url', 'Another.')
    assert.equal(explain(failure({ status: 500, cause: other })).code, 'model_failed')
  })

  it('never the provider’s own words, not even in the cause', () => {
    const told = explain(failure({ status: 500, body: 'our key is sk-1' }))
    assert.equal(String(told.cause), "Error: the model's endpoint failed with status 500")
    assert.equal(String(explain(new Error('sk-1')).cause), "Error: the model's endpoint failed")
  })

  it('how many whole seconds to wait', () => {
    const wait = (headers?: Record<string, string>) =>
      explain(failure({ status: 429, ...(headers && { headers }) })).retryAfterSeconds
    assert.equal(wait({ 'retry-after-ms': '1001' }), 2)
    assert.equal(wait({ 'retry-after': '3' }), 3)
    assert.equal(wait(), undefined)
  })
})

describe('how long an endpoint asks to be left alone', () => {
  const waits: [headers: Record<string, string>, body: string, ms: number | undefined][] = [
    [{ 'retry-after-ms': '250' }, '', 250],
    [{ 'retry-after-ms': '0', 'retry-after': '9' }, '', 0],
    [{ 'retry-after-ms': '-1', 'retry-after': '9' }, '', 9_000],
    [{ 'retry-after': '1.5' }, '', 1_500],
    [{ 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' }, '', 0],
    [{}, '{"details": [{"retryDelay": "12.5s"}]}', 12_500],
    [{ 'retry-after': 'soon' }, '{"retryDelay":"2s"}', 2_000],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{}, '{"retryDelay":"soon"}', undefined],
  ]
  for (const [headers, body, ms] of waits)
    it(`${JSON.stringify(headers)} ${body}: ${ms} ms`, t => {
      t.mock.method(Math, 'random', () => 0.5)
      assert.equal(pauseMsAfter(failure({ headers, body }), 1), ms ?? 1_000)
    })

  it('until a day that is to come', () => {
    const headers = { 'retry-after': 'Wed, 01 Jan 2200 00:00:00 GMT' }
    assert.ok(pauseMsAfter(failure({ headers }), 1) > 100 * 365 * 86_400_000)
  })
})

describe('the pause before a call is tried again', () => {
  it('is about a second, then about three, and never the same for all', t => {
    const tries: [tries: number, random: number, ms: number][] = [
      [1, 0, 750],
      [1, 0.5, 1_000],
      [2, 0, 2_250],
      [2, 1, 3_750],
    ]
    for (const [after, random, ms] of tries) {
      t.mock.method(Math, 'random', () => random)
      assert.equal(pauseMsAfter(failure({ status: 503 }), after), ms, `${after} ${random}`)
      t.mock.restoreAll()
    }
  })

  it('is what the endpoint asks for', () => {
    const asked = failure({ status: 429, headers: { 'retry-after': '7' } })
    assert.equal(pauseMsAfter(asked, 2), 7_000)
  })
})

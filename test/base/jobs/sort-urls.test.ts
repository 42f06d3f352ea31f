import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sortUrls } from '../../../src/base/jobs/sort-urls.ts'
import { AppError } from '../../../src/kit/errors.ts'

const parseTarget = (text: string): URL => {
  const url = URL.parse(text)
  if (url) return url
  throw text === 'boom'
    ? new TypeError('a bug')
    : new AppError('invalid_url', `"${text.slice(0, 9)}" is no URL.`)
}
const sort = (urls: string[], more: object = {}) => sortUrls({ parseTarget }, { urls, ...more })
const a = 'https://a.example/'

describe('the URLs of a job', () => {
  it('are taken as they stand, also twice', () => {
    assert.deepEqual(sort([a, a, 'https://b.example/x']), {
      valid: [
        { url: a, host: 'a.example' },
        { url: a, host: 'a.example' },
        { url: 'https://b.example/x', host: 'b.example' },
      ],
      ...{ invalid: [], duplicates: [] },
    })
  })
  it('are taken once with deduplicate, whatever their spelling', () => {
    const { valid, duplicates } = sort([a, 'HTTPS://A.example', `${a}#top`, `${a}x`], {
      deduplicate: true,
    })
    assert.deepEqual(
      valid.map(({ url }) => url),
      [a, `${a}x`],
    )
    assert.deepEqual(duplicates, ['HTTPS://A.example', `${a}#top`])
  })
  it('that are invalid are all named at once', () => {
    assert.throws(() => sort([a, 'x']), {
      code: 'invalid_url',
      message:
        '1 URL is invalid. Set "ignoreInvalidURLs": true to skip it. urls[1]: "x" is no URL.',
    })
    const long = `x${'y'.repeat(200)}`
    assert.throws(() => sort([long, a, 'z']), {
      message: `2 URLs are invalid. Set "ignoreInvalidURLs": true to skip them. urls[0] "${long.slice(0, 100)}": "xyyyyyyyy" is no URL. urls[2]: "z" is no URL.`,
    })
    const ten = Array.from({ length: 10 }, (_, nth) => `x${nth}`)
    assert.throws(() => sort(ten), /urls\[9\]: "x9" is no URL\.$/)
    assert.throws(() => sort([...ten, 'x', 'x']), /urls\[9\]: "x9" is no URL\. And 2 more\.$/)
  })
  it('that are invalid are skipped on request, as long as one can be used', () => {
    const more = { ignoreInvalidURLs: true }
    assert.deepEqual(sort(['x', a], more), {
      ...{ valid: [{ url: a, host: 'a.example' }], invalid: ['x'], duplicates: [] },
    })
    assert.throws(() => sort(['x'], more), { message: 'None of the URLs can be used.' })
  })
  it('a fault of our own is not the caller’s', () => {
    assert.throws(() => sort(['boom'], { ignoreInvalidURLs: true }), TypeError)
  })
})

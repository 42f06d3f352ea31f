import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeFailure } from '../../../src/base/web/failures.ts'
import { AppError } from '../../../src/kit/errors.ts'

const failed = (code: string) => Object.assign(new Error('failed'), { code })

describe('what went wrong between us and a host', () => {
  const faults: [code: string, as: string, message: string][] = [
    ['ECONNREFUSED', 'page_unreachable', 'a.example refused the connection.'],
    ['ETIMEDOUT', 'page_timeout', 'a.example did not accept a connection in time.'],
    [
      'UND_ERR_HEADERS_OVERFLOW',
      'page_too_large',
      'a.example sent more than 64 kB of response headers.',
    ],
    [
      'CERT_HAS_EXPIRED',
      'page_unreachable',
      'a.example answered with a TLS certificate that is not trusted (expired).',
    ],
    [
      'CERT_STRANGE',
      'page_unreachable',
      'a.example answered with a TLS certificate that is not trusted.',
    ],
    ['ERR_SSL_WRONG_VERSION', 'page_unreachable', 'a.example did not complete the TLS handshake.'],
    [
      'HPE_INVALID_CONSTANT',
      'page_unreachable',
      'a.example answered with something that is not proper HTTP.',
    ],
    [
      'Z_DATA_ERROR',
      'page_unreachable',
      'a.example sent a compressed body that cannot be unpacked.',
    ],
  ]
  for (const [code, as, message] of faults)
    it(`${code}: ${message}`, () => {
      const told = describeFailure(failed(code), 'a.example') as AppError
      assert.deepEqual([told.code, told.message], [as, message])
    })

  it('is told by the first of several attempts', () => {
    const many = new AggregateError([failed('ECONNREFUSED'), failed('ETIMEDOUT')])
    assert.equal((describeFailure(many, 'a.example') as AppError).code, 'page_unreachable')
    const none = new AggregateError([])
    assert.equal(describeFailure(none, 'a.example'), none)
  })

  it('is for ever where headers are too large, and may pass otherwise', () => {
    const isTransient = (code: string) =>
      (describeFailure(failed(code), 'a') as AppError).isTransient
    assert.equal(isTransient('HPE_HEADER_OVERFLOW'), false)
    assert.equal(isTransient('ECONNRESET'), true)
  })

  it('a parser’s error without a code is the host’s; any other error is ours', () => {
    const parser = Object.assign(new Error('bad'), { name: 'HTTPParserError' })
    assert.equal((describeFailure(parser, 'a') as AppError).code, 'page_unreachable')
    const own = new AppError('page_timeout', 'Slow.')
    for (const error of [
      own,
      new TypeError('bug'),
      failed('ERR_ASSERTION'),
      'words',
      { code: 'EPIPE' },
    ])
      assert.equal(describeFailure(error, 'a'), error)
  })
})

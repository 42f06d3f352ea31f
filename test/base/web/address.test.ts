import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAllowList, isPublicAddress, sameAddress } from '../../../src/base/web/address.ts'
import { createTargetPolicy, parseTarget } from '../../../src/base/web/target.ts'
import type { AppError } from '../../../src/kit/errors.ts'
import {
  allowedUrls,
  blockedUrls,
  invalidUrls,
  privateAddresses,
  publicAddresses,
} from './address-vectors.ts'

const publicOnly = createTargetPolicy({ allow: [], resolve: [] })

const refusalOf = (text: string, policy = publicOnly): string | undefined => {
  try {
    parseTarget(policy, text)
    return undefined
  } catch (error) {
    return (error as AppError).code
  }
}

describe('addresses', () => {
  it('that are public are told from those that are not, at every boundary', () => {
    assert.deepEqual(
      publicAddresses.filter(address => !isPublicAddress(address)),
      [],
    )
    assert.deepEqual(privateAddresses.filter(isPublicAddress), [])
  })

  it('are the same in every spelling', () => {
    assert.ok(sameAddress('::1', '0:0:0:0:0:0:0:1'))
    assert.ok(sameAddress('127.0.0.1', '::ffff:7f00:1'))
    assert.ok(!sameAddress('127.0.0.1', '::1'))
    assert.ok(!sameAddress('not an address', 'not an address'))
  })

  it('of an allowed range match to the bit, and NAT64 only with what lies behind', () => {
    const allowed = createAllowList(['10.1.2.0/23', 'fd00:1::/33', '64:ff9b::/96', '127.0.0.9'])
    for (const address of ['10.1.2.0', '10.1.3.255', '::ffff:10.1.2.1', 'fd00:1::1', '127.0.0.9'])
      assert.ok(allowed(address), address)
    for (const address of ['10.1.1.255', '10.1.4.0', 'fd00:1:8000::1', '127.0.0.8', '8.8.8.8'])
      assert.ok(!allowed(address), address)
    assert.ok(allowed('64:ff9b::8.8.8.8'))
    assert.ok(allowed('64:ff9b::10.1.2.3'))
    assert.ok(!allowed('64:ff9b::127.0.0.1'))
  })
})

describe('a target URL', () => {
  it('that leads to a place nobody may reach is refused as such', () => {
    for (const url of blockedUrls) assert.equal(refusalOf(url), 'blocked_target', url)
  })

  it('that cannot be used is refused as invalid', () => {
    for (const url of invalidUrls) assert.equal(refusalOf(url), 'invalid_url', url.slice(0, 200))
  })

  it('that only looks dangerous is used, without credentials and trailing dot', () => {
    for (const [url, href] of allowedUrls) assert.equal(parseTarget(publicOnly, url).href, href)
  })

  it('may use another port only where a rule or the caller opens it', () => {
    const rule = { host: 'shop.example', port: 8080, address: '127.0.0.1', targetPort: 1 }
    const withRule = createTargetPolicy({ allow: [], resolve: [rule] })
    assert.equal(refusalOf('http://shop.example:8080/', withRule), undefined)
    assert.equal(refusalOf('http://other.example:8080/', withRule), 'invalid_url')
    const withPort = createTargetPolicy({ allow: [], resolve: [] }, [80, 443, 8443])
    assert.equal(refusalOf('https://shop.example:8443/', withPort), undefined)
  })

  it('that is an address or a local name has no rule, not even the one for all names', () => {
    const rule = { host: '*', port: 80, address: '127.0.0.1', targetPort: 1 }
    const policy = createTargetPolicy({ allow: [], resolve: [rule] })
    for (const host of ['127.0.0.1', '::1', 'localhost', 'db.internal', 'nas.local', 'intranet'])
      assert.equal(policy.ruleFor(host, 80), undefined, host)
    assert.equal(policy.ruleFor('shop.example', 80)?.targetPort, 1)
  })

  it('that is an allowed private address may be reached', () => {
    const policy = createTargetPolicy({ allow: ['10.0.0.0/8'], resolve: [] })
    assert.equal(refusalOf('http://10.9.8.7/', policy), undefined)
    assert.equal(refusalOf('http://[::ffff:10.9.8.7]/', policy), undefined)
    assert.equal(refusalOf('http://192.168.0.1/', policy), 'blocked_target')
  })
})

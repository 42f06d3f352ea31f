import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createUrlSigner } from '../../../src/base/objects/signed-url.ts'

it('a signed address holds for its object, until its second, and for nobody else’s secret', () => {
  let now = 1_000_900
  const signer = createUrlSigner('secret', () => now)
  const url = new URL(signer.urlOf('https://a.example', 'one', 60))
  assert.equal(url.origin + url.pathname, 'https://a.example/objects/one')
  const signature = url.searchParams.get('signature') ?? ''
  const asked = { id: 'one', expires: Number(url.searchParams.get('expires')), signature }
  assert.equal(asked.expires, 1_060)
  const other = createUrlSigner('other', () => now)
  assert.ok(signer.isGood(asked))
  assert.ok(!other.isGood(asked))
  for (const changed of [
    { id: 'two' },
    { expires: 1_061 },
    { signature: '' },
    { signature: signature.slice(1) },
    { signature: `${signature}A` },
    { signature: signature.toLowerCase() },
  ])
    assert.ok(!signer.isGood({ ...asked, ...changed }), JSON.stringify(changed))
  now = 1_059_999
  assert.ok(signer.isGood(asked))
  now = 1_060_000
  assert.ok(!signer.isGood(asked))
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTargetPolicy, parseTarget } from '../../../src/base/web/target.ts'
import { readWebhookUrl } from '../../../src/base/webhooks/request.ts'

const policy = createTargetPolicy({ allow: [], resolve: [] })
const read = (url: string) => readWebhookUrl(text => parseTarget(policy, text), url)

it('a webhook’s URL is refused where it has what is never sent', () => {
  assert.equal(read('https://hooks.example.org/a@b'), 'https://hooks.example.org/a@b')
  for (const url of ['https://me:secret@hooks.example.org/', 'https://me@hooks.example.org/'])
    assert.throws(
      () => read(url),
      (error: Error) => /"Authorization"/.test(error.message) && !/secret/.test(error.message),
      url,
    )
  assert.throws(() => read('hooks'), /The webhook’s URL cannot be used: "hooks" is not a URL/)
})

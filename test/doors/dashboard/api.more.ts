import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type {
  KeyAnswer,
  PlaygroundAnswer,
  UsageAnswer,
} from '../../../src/doors/dashboard/schemas.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { ownerEnv, signedInVisitor, type Visitor } from '../../support/dashboard.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'

let app: TestApp
let visitor: Visitor
before(async () => {
  app = await startApp(ownerEnv)
  visitor = await signedInVisitor(app)
})

describe('the playground', () => {
  it('reads pages and pictures as the account, counted under a key nobody sees', async () => {
    const web = await createSimulatedWeb()
    try {
      const own = await startApp({ ...ownerEnv, ...web.env })
      web.site('page.example', {
        '/': `<title>Page</title><main><p>${'Words that are worth reading. '.repeat(20)}</p></main>`,
      })
      const inside = await signedInVisitor(own)
      const answer = await inside.ask('/v1/scrape', { body: { url: 'https://page.example/' } })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers.get('x-credits-used'), '1')
      const { keys } = (await inside.ask('/keys')).json as { keys: KeyAnswer[] }
      assert.ok(!keys.some(({ name }) => name === 'Playground'))
      const usage = (await inside.ask('/usage')).json as UsageAnswer
      const playground = usage.keys.find(({ name }) => name === 'Playground')
      const entries = usage.entries.filter(({ key }) => key === playground?.id)
      assert.deepEqual(
        entries.map(({ kind, endpoint, outcome, amount }) => [kind, endpoint, outcome, amount]),
        [
          ['call', 'POST /v1/scrape', 'ok', 1],
          ['credit', 'scrape', 'ok', 1],
        ],
      )

      web.site('art.example', {
        '/logo.svg': {
          headers: { 'content-type': 'image/svg+xml' },
          body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path d="M0 0h9L0 9z"/></svg>',
        },
      })
      const see = (url: string) => inside.ask(`/picture?url=${encodeURIComponent(url)}`)
      const drawn = await see('https://art.example/logo.svg')
      assert.deepEqual([drawn.status, drawn.headers.get('content-type')], [200, 'image/png'])
      assert.match(drawn.headers.get('content-security-policy') ?? '', /sandbox/)
      for (const other of [own.apiUrl, 'http://169.254.169.254/', 'file:///etc/passwd', 'nonsense'])
        assert.equal((await see(other)).status, 404, other)
    } finally {
      await web.close()
    }
  })

  it('has one image token for the account in every process', async () => {
    const other = await startApp(ownerEnv, app.database)
    const tokens = await Promise.all(
      [visitor, await signedInVisitor(other)].map(async one => {
        const { token } = (await one.ask('/playground')).json as PlaygroundAnswer
        return token
      }),
    )
    assert.match(tokens[0] ?? '', /^pk_[0-9a-f]{40}$/)
    assert.equal(tokens[0], tokens[1])
  })
})

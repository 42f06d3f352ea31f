import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteKey } from '../../../src/base/accounts/keys.ts'
import { createImageKey, getImage, type ImageApp, startImages } from '../../support/images.ts'
import { png } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

/** What nginx asks in front of its own cache; with nginx itself: test/deploy/nginx.deploy.ts. */
describe('a cache in front of the image API', () => {
  let web: SimulatedWeb
  let app: ImageApp
  let laterMs = 0
  before(async () => {
    web = await createSimulatedWeb()
    const page = '<html><head><link rel="icon" href="/i.png"></head></html>'
    web.site('acme.example', { '/': page, '/i.png': await png('blue', 64) })
    web.site('bare.example', { '/': '<html></html>' })
    app = await startImages(web, { seams: { now: () => Date.now() + laterMs } })
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  const make = async (origins: string[] = []) => {
    const { withToken, ...key } = await createImageKey(app, { origins })
    return {
      ...key,
      ask: (target: string, headers: Record<string, string> = {}) =>
        getImage(`${app.imageUrl}/-/authorize`, {
          headers: { 'x-original-uri': withToken(target), ...headers },
        }),
      get: (target: string, ticket: string, headers: Record<string, string> = {}) =>
        key.get(target, { 'x-siteray-ticket': ticket, ...headers }),
    }
  }
  const ticketOf = ({ headers }: { headers: Headers }) => headers.get('x-siteray-ticket') ?? ''
  const nameOf = ({ headers }: { headers: Headers }) => headers.get('x-siteray-image') ?? ''

  it('is counted when it asks, and not again when it fetches what it lacks', async () => {
    const key = await make()
    const pass = await key.ask('/acme.example')
    assert.equal(pass.status, 204)
    assert.equal(pass.headers.get('cache-control'), 'no-store')
    assert.equal(pass.headers.get('access-control-allow-origin'), null)
    const image = await key.get('/acme.example', ticketOf(pass))
    assert.equal(image.status, 200)
    assert.equal(image.headers.get('content-type'), 'image/png')
    assert.equal(image.headers.get('cache-control'), 'private, max-age=86400')
    assert.equal(image.headers.get('x-accel-expires'), '3600')
    assert.equal(await key.counted(), 1)
    await key.ask('/acme.example')
    assert.equal(await key.counted(), 2)
  })

  it('learns one name for all addresses and keys of the same image', async () => {
    const [one, other] = [await make(), await make()]
    const first = nameOf(await one.ask('/acme.example?size=64'))
    assert.match(first, /^[\w-]{43}$/)
    assert.equal(nameOf(await other.ask('/https://acme.example/about?size=64&x=1')), first)
    assert.notEqual(nameOf(await one.ask('/acme.example?size=65')), first)
    const junk = nameOf(await one.ask('/junk'))
    assert.notEqual(nameOf(await one.ask('/rubbish')), junk)
  })

  it('counts whoever comes without a ticket, or with one that is not for this', async () => {
    const [key, other] = [await make(), await make()]
    const ticket = ticketOf(await key.ask('/acme.example'))
    const forged = ticket.replace(/^\d+/, until => String(Number(until) + 60))
    const tries: [who: typeof key, target: string, ticket: string][] = [
      [key, '/acme.example', ''],
      [key, '/acme.example', 'x'],
      [key, '/acme.example', forged],
      // As long as a right one, with a byte that takes two in UTF-8.
      [key, '/acme.example', `${ticket.slice(0, -1)}\u00ff`],
      [key, '/acme.example?size=32', ticket],
      [other, '/acme.example', ticket],
    ]
    for (const [who, target, shown] of tries) {
      const { status, headers } = await who.get(target, shown)
      assert.equal(status, 200)
      assert.equal(headers.get('x-accel-expires'), null)
    }
    assert.equal(await key.counted(), 6)
    assert.equal(await other.counted(), 1)
    laterMs = 60_000
    await key.get('/acme.example', ticket)
    laterMs = 0
    assert.equal(await key.counted(), 7)
  })

  it('is told who may not, and why; a deleted key also with a ticket', async () => {
    const key = await make(['shop.example.com'])
    const refusal = async (headers: Record<string, string>) => {
      const { status, headers: told } = await key.ask('/acme.example', headers)
      return [status, told.get('x-siteray-refusal')]
    }
    assert.deepEqual(await refusal({ origin: 'https://evil.test' }), [401, 'Origin not allowed'])
    assert.deepEqual(await refusal({ referer: 'https://evil.test/' }), [401, 'Origin not allowed'])
    assert.deepEqual(await refusal({ 'x-original-uri': '/acme.example' }), [401, 'Invalid token'])
    const pass = await key.ask('/acme.example', { origin: 'https://shop.example.com' })
    assert.equal(pass.headers.get('x-siteray-vary'), 'Origin')
    const ticket = ticketOf(pass)
    const image = await key.get('/acme.example', ticket, { origin: 'https://shop.example.com' })
    assert.equal(image.headers.get('vary'), null)
    assert.equal(
      (await key.get('/acme.example', ticket, { origin: 'https://evil.test' })).status,
      401,
    )
    assert.equal(await key.counted(), 1)
    await deleteKey(app.database.sql, { id: key.id, actor: 'test' })
    const asked = async () => (await key.ask('/acme.example')).status === 401
    await until('the key is refused', asked, 2_000)
    assert.equal((await key.get('/acme.example', ticket)).status, 401)
  })

  it('keeps what is missing as long as it is known to be, and no mistake at all', async () => {
    const key = await make()
    const of = async (target: string) => key.get(target, ticketOf(await key.ask(target)))
    const missing = await of('/bare.example?fallback=404')
    assert.equal(missing.status, 404)
    assert.match(missing.headers.get('x-accel-expires') ?? '', /^3(600|5\d\d)$/)
    const mistake = await of('/junk')
    assert.equal(mistake.status, 400)
    assert.equal(mistake.headers.get('x-accel-expires'), null)
    assert.equal(mistake.headers.get('cache-control'), 'no-store')
    assert.equal(await key.counted(), 2)
  })
})

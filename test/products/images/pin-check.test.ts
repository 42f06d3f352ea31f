import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { createEgress } from '../../../src/base/web/egress.ts'
import { makePins } from '../../../src/commands/pinning.ts'
import { readConfig } from '../../../src/config/config.ts'
import { decodeIcon } from '../../../src/products/images/decode.ts'
import { draw } from '../../../src/products/images/draw.ts'
import { pin } from '../../../src/products/images/pin.ts'
import { checkPin } from '../../../src/products/images/pin-check.ts'
import { masterKey } from '../../support/app.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { jpeg, png, svg } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

describe('whether a pin is shown', () => {
  let web: SimulatedWeb
  let database: TestDatabase
  let app: ImageApp
  let accountId: string
  let egress: ReturnType<typeof createEgress>
  before(async () => {
    web = await createSimulatedWeb()
    database = await createDatabase()
    app = await startImages(web, { database })
    accountId = (await ensureFirstAccount(database.sql)).id
    egress = createEgress({ outbound: web.outbound })
  })
  after(async () => {
    await Promise.all([app.close(), egress.close()])
    await web.close()
  })
  const put = async (what: 'icon' | 'dark' | 'og', bytes: Buffer | string, type = 'image/png') => {
    const value = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
    const deps = { sql: database.sql, egress, decode: decodeIcon }
    await pin(deps, { domain: 'shown.example', what, value, accountId, actor: 'operator' })
  }
  const check = (what: 'icon' | 'dark' | 'og', origin = app.imageUrl, key = app.publishableKey) =>
    checkPin(
      {
        sql: database.sql,
        pixels: { draw },
        origin,
        key,
        waitMs: origin === app.imageUrl ? 5_000 : 0,
      },
      { host: 'shown.example', what },
    )
  const serve = async (answer: (url: string) => Buffer) => {
    const server = createServer((request, response) => response.end(answer(request.url ?? '')))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
  }

  it('is what the running image API answers, also where one pin follows another', async () => {
    await put('icon', svg('green'), 'image/svg+xml')
    assert.equal((await check('icon')).state, 'shown')
    await put('icon', await png('blue'))
    assert.deepEqual(await check('icon'), { state: 'shown', sentence: `${app.imageUrl} shows it.` })
    await put('dark', await png('orange'))
    assert.equal((await check('dark')).state, 'shown')
    await put('og', await jpeg('purple'))
    assert.equal((await check('og')).state, 'shown')
  })

  it('is not said of an image API that does not run, or has other keys', async () => {
    const away = await check('icon', 'http://127.0.0.1:9')
    assert.equal(away.state, 'unreachable')
    assert.match(away.sentence, /Nothing answers .* as soon as the image API runs/)
    assert.equal((await check('icon', app.imageUrl, 'pk_wrong')).state, 'refused')
    const deps = { sql: database.sql, pixels: { draw }, origin: app.imageUrl, key: undefined }
    assert.equal((await checkPin(deps, { host: 'shown.example', what: 'icon' })).state, 'unchecked')
  })

  it('is told apart from a cache that has the old image, and from a server that has not heard', async () => {
    const old = await png('red', 128)
    const { bytes } = await app.image('/shown.example')
    const cache = await serve(url => (url.includes('v=') ? bytes : old))
    const deaf = await serve(() => old)
    try {
      const cached = await check('icon', cache.origin)
      assert.equal(cached.state, 'cached')
      assert.match(cached.sentence, /cache in front .* add a new v/)
      assert.equal((await check('icon', deaf.origin)).state, 'other')
    } finally {
      cache.close()
      deaf.close()
    }
  })

  it('is what the command says', async () => {
    const say = async (imageUrl: string) => {
      const config = readConfig({ IMAGE_PUBLIC_URL: imageUrl, MASTER_KEY: masterKey })
      const flags = { icon: 'ui/public/icon.svg', color: '#1a73e8' }
      return makePins({ sql: database.sql, config, args: ['shown.example'], flags })
    }
    const shown = await say(app.imageUrl)
    assert.match(shown.text, /icon\. http:\S+ shows it\. Browsers may keep an old image/)
    assert.match(shown.text, /color\. Monograms, one-color marks and branding use it/)
    assert.deepEqual(shown.json.shown, { icon: 'shown', color: null })
    const away = await say('http://127.0.0.1:9')
    assert.match(away.text, /Nothing answers/)
    assert.doesNotMatch(away.text, /shows it/)
  })
})

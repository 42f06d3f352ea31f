import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import sharp from 'sharp'
import { createObjects } from '../../../src/base/objects/objects.ts'
import { openS3 } from '../../../src/base/objects/s3.ts'
import { clearStrays } from '../../../src/commands/objects.ts'
import { readConfig } from '../../../src/config/config.ts'
import { readS3Place, type S3Place } from '../../../src/config/s3-location.ts'
import { article } from '../../support/batch.ts'
import { getImage, type ImageApp, startImages } from '../../support/images.ts'
import { type S3Server, startS3 } from '../../support/s3-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let s3: S3Server
let web: SimulatedWeb
let app: ImageApp
/** Compresses badly. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')
const longText = Array.from({ length: 400 }, () => noise(40)).join(' ')
before(async () => {
  ;[s3, web] = await Promise.all([startS3(), createSimulatedWeb()])
  const raw = { width: 64, height: 64, channels: 3 as const }
  const icon = await sharp(randomBytes(64 * 64 * 3), { raw })
    .png()
    .toBuffer()
  web.site('long.test', {
    '*': article('long').replace('</main>', `<p>${longText}</p></main>`),
    '/robots.txt': { status: 404 },
    '/short': article('short'),
  })
  for (const host of ['acme.example', 'other.example'])
    web.site(host, { '/': '<link rel="icon" href="/i.png">', '/i.png': icon })
  app = await startImages(web, { env: { S3_URL: s3.url } })
})
beforeEach(() => {
  s3.fault = undefined
})
after(async () => {
  s3.close()
  await web.close()
})

const place = (change: Partial<S3Place> = {}): S3Place => {
  const read = readS3Place(s3.url, s3.origin, [])
  assert.ok(read)
  return { ...read, ...change }
}
const open = (timeoutMs?: number) => openS3(place(), fetch, timeoutMs)
const objectsOf = (timeoutMs?: number) =>
  createObjects({ sql: app.database.sql, s3: open(timeoutMs), onError: () => undefined })
const stored = () => [...s3.objects.keys()].map(key => key.replace('some/folder/', '')).sort()
const known = async () => {
  const rows = await app.database.sql<{ id: string }[]>`select id from objects where body is null`
  return rows.map(({ id }) => id).sort()
}

describe('an S3-compatible store', () => {
  it('that hangs or cuts its answers is an error within its time', async () => {
    await open().put('obj_try', Buffer.from(noise(100_000)))
    s3.fault = 'hung'
    await assert.rejects(open(100).get('obj_try'), /time/i)
    s3.fault = 'cut'
    await assert.rejects(open().get('obj_try'))
    s3.fault = undefined
    await open().remove('obj_try')
  })
})

describe('large values with S3_URL', () => {
  it('a process that serves images alone reads them there, and stores them there', async () => {
    const env = { S3_URL: s3.url, ROLE: 'image', BOOTSTRAP_PUBLISHABLE_KEY: `pk_${'i'.repeat(24)}` }
    const edge = await startImages(web, { env, database: app.database })
    const ask = (path: string) => getImage(`${edge.imageUrl}${path}?token=${app.publishableKey}`)
    await app.image('/acme.example')
    const from = s3.asked.length
    const known = await ask('/acme.example')
    assert.equal(known.headers.get('x-image-source'), 'link')
    assert.deepEqual(
      s3.asked.slice(from).map(line => line.slice(0, 3)),
      ['GET'],
    )
    assert.equal((await ask('/other.example')).headers.get('x-image-source'), 'link')
    const [source] = await app.database.sql<{ object: string }[]>`
      select object from image_sources where host = 'other.example' and theme = 'light'`
    assert.ok(stored().includes(source?.object ?? ''))
  })
})

describe('the sweep', () => {
  it('cannot see what no row knows: the operator finds it, and removes it where that is meant', async () => {
    const { object } = await objectsOf().put(Buffer.from(noise(6_000)))
    for (const key of ['obj_stray1', 'obj_stray2', 'obj_stray3'])
      await open().put(key, Buffer.from('x'))
    const deps = { sql: app.database.sql, config: readConfig({ S3_URL: s3.url }) }
    const { json, text } = await clearStrays(deps, {})
    assert.deepEqual(json, { strays: 3, removed: false })
    assert.match(text, /3 objects in .*--yes removes them/)
    assert.doesNotMatch(text, /secret/)
    assert.equal(stored().length, (await known()).length + 3)
    assert.deepEqual((await clearStrays(deps, { yes: true })).json, { strays: 3, removed: true })
    assert.deepEqual(stored(), await known())
    assert.ok(stored().includes(object ?? ''))
  })
})

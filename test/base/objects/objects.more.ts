import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clearStrays } from '../../../src/commands/objects.ts'
import { readConfig } from '../../../src/config/config.ts'
import { getImage, startImages } from '../../support/images.ts'
import { noise, setUpObjects } from './objects-setup.ts'

const { world, open, objectsOf, stored, known } = setUpObjects()

describe('an S3-compatible store', () => {
  it('that hangs or cuts its answers is an error within its time', async () => {
    await open().put('obj_try', Buffer.from(noise(100_000)))
    world.s3.fault = 'hung'
    await assert.rejects(open(100).get('obj_try'), /time/i)
    world.s3.fault = 'cut'
    await assert.rejects(open().get('obj_try'))
    world.s3.fault = undefined
    await open().remove('obj_try')
  })
})

describe('large values with S3_URL', () => {
  it('a process that serves images alone reads them there, and stores them there', async () => {
    const env = {
      S3_URL: world.s3.url,
      ROLE: 'image',
      BOOTSTRAP_PUBLISHABLE_KEY: `pk_${'i'.repeat(24)}`,
    }
    const edge = await startImages(world.web, { env, database: world.app.database })
    const ask = (path: string) =>
      getImage(`${edge.imageUrl}${path}?token=${world.app.publishableKey}`)
    await world.app.image('/acme.example')
    const from = world.s3.asked.length
    const known = await ask('/acme.example')
    assert.equal(known.headers.get('x-image-source'), 'link')
    assert.deepEqual(
      world.s3.asked.slice(from).map(line => line.slice(0, 3)),
      ['GET'],
    )
    assert.equal((await ask('/other.example')).headers.get('x-image-source'), 'link')
    const [source] = await world.app.database.sql<{ object: string }[]>`
      select object from image_sources where host = 'other.example' and theme = 'light'`
    assert.ok(stored().includes(source?.object ?? ''))
  })
})

describe('the sweep', () => {
  it('cannot see what no row knows: the operator finds it, and removes it where that is meant', async () => {
    const { object } = await objectsOf().put(Buffer.from(noise(6_000)))
    for (const key of ['obj_stray1', 'obj_stray2', 'obj_stray3'])
      await open().put(key, Buffer.from('x'))
    const deps = { sql: world.app.database.sql, config: readConfig({ S3_URL: world.s3.url }) }
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

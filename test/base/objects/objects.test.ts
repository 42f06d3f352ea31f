import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openS3 } from '../../../src/base/objects/s3.ts'
import { createUrlSigner } from '../../../src/base/objects/signed-url.ts'
import { call } from '../../support/app.ts'
import { createBatch, ended, readBatch } from '../../support/batch.ts'
import { longText, noise, setUpObjects } from './objects-setup.ts'

const { world, place, open, objectsOf, stored, known } = setUpObjects()

const sweepAll = async () => {
  const objects = objectsOf()
  while (await objects.sweep(world.app.database.sql));
}

const putBatch = async (...paths: string[]) => {
  const urls = paths.map(path => `https://long.test/${path}`)
  const id = await createBatch(world.app, { urls, formats: ['markdown'] })
  return { id, state: await ended(world.app, id) }
}
const inRows = (id: string) => world.app.database.sql<{ inRow: boolean; object: string | null }[]>`
  select result is not null as "inRow", object from batch_items where batch_id = ${id}
  order by position`

describe('an S3-compatible store', () => {
  it('takes what is signed with the right secret, and nothing else', async () => {
    const bytes = Buffer.from(noise(5_000))
    await open().put('obj_try', bytes)
    assert.deepEqual(await open().get('obj_try'), bytes)
    assert.equal(await open().get('obj_none'), undefined)
    assert.deepEqual(
      (await open().list('')).map(({ key }) => key),
      ['obj_try'],
    )
    const wrong = openS3(place({ secretAccessKey: 'another' }), fetch)
    await assert.rejects(wrong.get('obj_try'), /403 \(SignatureDoesNotMatch\)/)
    await assert.rejects(openS3(place({ bucket: 'nobodys' }), fetch).get('x'), /NoSuchBucket/)
    await open().remove('obj_try')
    assert.deepEqual(stored(), [])
  })

  it('shows an object by a link for a time, if callers reach it', async () => {
    await open().put('obj_link', Buffer.from('shown'))
    const link = await open().link('obj_link', 60, 'image/png')
    assert.equal(await (await fetch(link ?? '')).text(), 'shown')
    assert.equal((await fetch((link ?? '').replace('=60', '=61'))).status, 403)
    const apart = openS3(place({ publicOrigin: undefined }), fetch)
    assert.equal(await apart.link('obj_link', 60, 'image/png'), undefined)
    await open().remove('obj_link')
  })
})

describe('large values with S3_URL', () => {
  it('are in the store, small ones in their row, and nobody sees the difference', async () => {
    const { id, state } = await putBatch('a', 'short')
    const [long, short] = await inRows(id)
    assert.deepEqual([long?.inRow, short?.inRow, short?.object], [false, true, null])
    assert.ok(stored().includes(long?.object ?? ''))
    const read = state.data.find(item => item.url.endsWith('/a'))
    assert.ok(read?.markdown?.includes(longText.slice(0, 200)))
    const table = await world.app.api(`/v1/batch/scrape/${id}/results.csv`)
    assert.match(table.text, /long\.test\/a,done/)
  })

  it('copies of pages are there too, and one that is gone is read again', async () => {
    const scrape = () =>
      world.app.api('/v1/scrape', {
        method: 'POST',
        body: { url: 'https://long.test/copied', maxAge: 60_000 },
      })
    await scrape()
    const asks = () => world.web.requests.filter(({ path }) => path === '/copied').length
    assert.equal((await scrape()).status, 200)
    assert.equal(asks(), 1)
    const [copy] = await world.app.database.sql<{ object: string }[]>`
      select object from copies where object is not null order by scraped_at desc limit 1`
    world.s3.objects.delete(`some/folder/${copy?.object}`)
    assert.equal((await scrape()).status, 200)
    assert.equal(asks(), 2)
  })

  it('a result that somebody else deleted is told as such, and the others are read', async () => {
    const { id } = await putBatch('e', 'short')
    const [lost] = await inRows(id)
    world.s3.objects.delete(`some/folder/${lost?.object}`)
    const { data } = await readBatch(world.app, id)
    assert.match(data.find(({ url }) => url.endsWith('/e'))?.error ?? '', /not in the store/)
    assert.match(data.find(({ url }) => url.endsWith('/short'))?.markdown ?? '', /the page short/)
    await world.app.database.sql`delete from batches where id = ${id}`
  })

  it('an image whose source is gone from the store is looked for again', async () => {
    const shown = await world.app.image('/acme.example?size=32')
    assert.equal(shown.headers.get('x-image-source'), 'link')
    const [source] = await world.app.database.sql<{ object: string }[]>`
      select object from image_sources where host = 'acme.example' and theme = 'light'`
    assert.ok(stored().includes(source?.object ?? ''))
    world.s3.objects.delete(`some/folder/${source?.object}`)
    const again = await world.app.image('/acme.example?size=48')
    assert.equal(again.status, 200, again.text)
    assert.equal(again.headers.get('x-image-source'), 'link')
  })
})

describe('the sweep', () => {
  const age = () => world.app.database.sql`
    update objects set expires_at = expires_at - interval '2 hours' where expires_at is not null`

  it('leaves what a row points at, and removes what nobody does, there and here', async () => {
    const { id } = await putBatch('d')
    const [row] = await inRows(id)
    await age()
    await sweepAll()
    assert.deepEqual(await known(), stored())
    assert.ok(stored().includes(row?.object ?? ''))
    // Whatever was noted: a row points at it.
    await world.app.database.sql`update objects set expires_at = now() - interval '1 day'`
    await sweepAll()
    assert.ok(stored().includes(row?.object ?? ''))
    await world.app.database.sql`delete from batches where id = ${id}`
    await sweepAll()
    assert.ok(stored().includes(row?.object ?? ''), 'somebody may still be reading it')
    await age()
    await sweepAll()
    assert.ok(!stored().includes(row?.object ?? ''))
    assert.deepEqual(await known(), stored())
  })

  it('removes what was put and never used, and then nobody can begin to use it', async () => {
    const { object } = await objectsOf().put(Buffer.from(noise(6_000)))
    assert.ok(object && stored().includes(object))
    await age()
    await sweepAll()
    assert.ok(!stored().includes(object))
    await assert.rejects(
      world.app.database.sql`
        insert into copies (account_id, hash, object)
        select id, 'x', ${object} from accounts limit 1`,
      /foreign key/,
    )
  })

  it('keeps its word about a store that is away: nothing is forgotten before it is gone', async () => {
    const { object } = await objectsOf().put(Buffer.from(noise(6_000)))
    await age()
    world.s3.fault = 'down'
    await assert.rejects(objectsOf().sweep(world.app.database.sql), /503/)
    assert.ok((await known()).includes(object ?? ''))
    world.s3.fault = undefined
    await sweepAll()
    assert.ok(!(await known()).includes(object ?? ''))
  })
})

describe('a signed URL', () => {
  const publish = (seconds: number) =>
    objectsOf().publish(Buffer.from('a picture'), 'image/png', seconds)

  it('is good for what it was signed for, and as long as it says', () => {
    let now = 1_000_000
    const signer = createUrlSigner('a secret', () => now)
    const url = new URL(signer.urlOf('https://api.test', 'obj_1', 60))
    const given = {
      id: 'obj_1',
      expires: Number(url.searchParams.get('expires')),
      signature: url.searchParams.get('signature') ?? '',
    }
    assert.ok(signer.isGood(given))
    assert.ok(!signer.isGood({ ...given, id: 'obj_2' }))
    assert.ok(!signer.isGood({ ...given, expires: given.expires + 1 }))
    assert.ok(!createUrlSigner('another', () => now).isGood(given))
    now += 61_000
    assert.ok(!signer.isGood(given))
  })

  it('without a right signature nothing is shown, whether it is there or not', async () => {
    const id = await publish(60)
    const ask = (path: string) => call(`${world.app.apiUrl}/objects/${path}`)
    const query = `expires=${Math.floor(Date.now() / 1_000) + 60}&signature=${'x'.repeat(43)}`
    const [there, not] = [await ask(`${id}?${query}`), await ask(`obj_none?${query}`)]
    assert.deepEqual([there.status, not.status], [404, 404])
    assert.equal((await ask(id)).status, 400)
  })
})

// The last: a store that failed is left alone for a while.
describe('a store that is away', () => {
  it('leaves new values in PostgreSQL, and old ones are a 503 until it is back', async () => {
    const before = await putBatch('b')
    world.s3.fault = 'down'
    const meanwhile = await putBatch('c')
    assert.equal(meanwhile.state.data.length, 1)
    assert.deepEqual([...(await inRows(meanwhile.id))], [{ inRow: true, object: null }])
    const answer = await world.app.api(`/v1/batch/scrape/${before.id}`)
    assert.equal(answer.status, 503)
    assert.match(answer.text, /store of large results is down/)
    // Due for a look, so a claim is taken and must be given back.
    await world.app.database
      .sql`update image_lookups set next_check_at = now() - interval '1 minute'`
    assert.equal((await world.app.image('/acme.example?size=96')).status, 503)
    const [{ claimed } = {}] = await world.app.database.sql`
      select count(*)::int as claimed from image_lookups where claimed_until is not null`
    assert.equal(claimed, 0)
    world.s3.fault = undefined
    const again = await readBatch(world.app, before.id)
    assert.ok(again.data[0]?.markdown?.includes(longText.slice(0, 200)))
    assert.equal((await world.app.image('/acme.example?size=96')).status, 200)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCaller } from '../../support/callers.ts'
import { pageUrl } from '../../support/firecrawl.ts'
import { ended, extract, schema, send, setUpFirecrawl } from './extract-setup.ts'

const { world, settledBy } = setUpFirecrawl()

describe('an extraction of several pages', () => {
  for (const version of ['v1', 'v2'])
    it(`gives what was read, names what was not, and charges for the former: ${version}`, async () => {
      const caller = await createCaller(world.app, 'free', version)
      const urls = [pageUrl('missing'), pageUrl('b'), pageUrl('a')]
      const told = await extract(caller, { urls, schema }, version)
      assert.deepEqual(
        [told.success, told.status, told.data, told.creditsUsed],
        [true, 'completed', { title: 'b' }, 10],
      )
      const [failed] = (told.warning ?? '').split(' Not sure of')
      assert.equal(
        failed,
        `1 of 3 pages gave nothing, and cost nothing: ${pageUrl('missing')}: site.test answered with status 404 (Not Found).`,
      )
      assert.equal(await settledBy(caller), 10)
    })

  it('that all fail is a failure that says why, and costs nothing', async () => {
    const caller = await createCaller(world.app, 'free', 'all fail')
    const told = await extract(caller, { urls: [pageUrl('x'), pageUrl('y')], schema })
    assert.deepEqual([told.success, told.status, told.creditsUsed], [false, 'failed', 0])
    assert.match(String(told.error), /^2 of 2 pages.*\/x: site\.test answered with status 404/)
    assert.equal(await settledBy(caller), 0)
  })

  it('takes an empty prompt for none', async () => {
    const caller = await createCaller(world.app, 'free', 'n8n')
    const told = await extract(caller, { urls: [pageUrl('a')], schema, prompt: '' })
    assert.deepEqual(told.data, { title: 'a' })
    assert.doesNotMatch(told.warning ?? '', /prompt/)
    const page = await send(caller, '/v2/scrape', {
      ...{ url: pageUrl('a'), formats: [{ type: 'json', schema, prompt: ' \n' }] },
    })
    assert.deepEqual(page.json.data.json, { title: 'a' })
    assert.doesNotMatch(String(page.json.data.warning), /prompt/)
    const nothing = await send(caller, '/v2/extract', { urls: [pageUrl('a')], prompt: ' ' })
    assert.deepEqual(
      [nothing.status, nothing.json.error],
      [400, 'Send a "schema", a "prompt" or both.'],
    )
    assert.equal(await settledBy(caller), 10)
  })

  it('that cannot be paid for is not begun', async () => {
    const caller = await createCaller(world.app, 'free', 'poor')
    await send(caller, '/v2/scrape', { url: pageUrl('a') })
    await world.app.database.sql`update accounts set balance = 8 where id = ${caller.id}`
    const urls = [pageUrl('a'), pageUrl('b'), 'https://site.test/*']
    const refused = await send(caller, '/v2/extract', { urls, schema })
    assert.deepEqual([refused.status, refused.json.code], [402, 'INSUFFICIENT_CREDITS'])
    const jobs = await world.app.database.sql`
      select id from batches where account_id = ${caller.id}`
    assert.equal(jobs.length, 0)
    await world.app.database.sql`update accounts set balance = 900 where id = ${caller.id}`
    // Of two sites the second cannot be read: the first is not read either.
    const wrong = ['https://slow.test/*', 'http://10.0.0.1/*']
    const blocked = await send(caller, '/v2/extract', { urls: wrong, schema })
    assert.deepEqual([blocked.status, blocked.json.code], [403, 'SCRAPE_URL_BLOCKED'])
    const left = await world.app.database.sql`
      select status from batches where account_id = ${caller.id}`
    assert.deepEqual(
      left.map(({ status }) => status),
      ['cancelled'],
    )
  })

  it('leaves out addresses that cannot be used where the client wants that', async () => {
    const caller = await createCaller(world.app, 'free', 'invalid')
    const urls = [pageUrl('a'), 'http://127.0.0.1/']
    const { json } = await send(caller, '/v2/extract', { urls, schema })
    assert.deepEqual(json.invalidURLs, ['http://127.0.0.1/'])
    const strict = await send(caller, '/v1/extract', { urls, schema })
    assert.deepEqual([strict.status, strict.json.code], [403, 'SCRAPE_URL_BLOCKED'])
  })
})

describe('the pages of a job', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/

  it('have the data of the format json, and say what they cost', async () => {
    const caller = await createCaller(world.app, 'free', 'json')
    const formats = ['markdown', { type: 'json', schema, prompt: '' }]
    const urls = ['a', 'missing', 'b'].map(pageUrl)
    const batch = await ended(caller, '/v2/batch/scrape', { urls, formats })
    const crawl = await ended(caller, '/v2/crawl', {
      ...{ url: pageUrl(''), sitemap: 'skip', scrapeOptions: { formats } },
    })
    assert.deepEqual([batch.length, crawl.length], [2, 4])
    for (const { json, markdown, metadata } of [...batch, ...crawl]) {
      assert.deepEqual(json, { title: metadata.title })
      assert.ok(markdown)
      assert.deepEqual([metadata.creditsUsed, metadata.cacheState], [5, 'miss'])
      assert.match(String(metadata.scrapeId), uuid)
    }
    assert.equal(await settledBy(caller), 30)
  })
})

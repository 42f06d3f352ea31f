import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCaller } from '../../support/callers.ts'
import { pageUrl } from '../../support/firecrawl.ts'
import { until } from '../../support/until.ts'
import { ended, extract, type Page, schema, send, setUpFirecrawl } from './extract-setup.ts'

const { world, settledBy } = setUpFirecrawl()

describe('an extraction of a site', () => {
  const list = {
    type: 'object',
    properties: { pages: { type: 'array', items: schema } },
  }

  it('reads the pages below it, within a limit, and each costs as an extraction', async () => {
    const caller = await createCaller(world.app, 'free', 'site')
    world.web.site('docs.test', {
      '/': '<main><h1>Home</h1><p>The front page of the site, with some words of its own.</p></main><a href="/docs/">Docs</a>',
      ...Object.fromEntries(
        ['', 'one', 'two', 'three'].map(name => [
          `/docs/${name}`,
          `<title>${name || 'Docs'}</title><main><h1>${name || 'Docs'}</h1><p>This is the page ${name} of the documentation, in a whole sentence.</p></main>
          <a href="/">Home</a> <a href="/docs/one">1</a> <a href="/docs/two">2</a> <a href="/docs/three">3</a>`,
        ]),
      ),
      '*': { status: 404, body: 'no' },
    })
    const urls = ['https://docs.test/docs/*']
    const told = await extract(caller, { urls, schema, limit: 3 })
    // The first page below the address decides.
    assert.deepEqual([told.status, told.data], ['completed', { title: 'Docs' }])
    assert.equal(told.creditsUsed, 15)
    const asked = world.web.requestsTo('docs.test').map(({ path }) => path)
    assert.ok(!asked.includes('/'), 'what is not below it is not read')
    const all = await extract(caller, { urls, schema: list })
    assert.equal(all.status, 'completed', JSON.stringify(all))
    assert.equal(all.creditsUsed, 20)
    assert.equal(await settledBy(caller), 35)
  })
})

describe('the pages of a job', () => {
  it('have a name that stays theirs, and say where they are from a copy', async () => {
    const caller = await createCaller(world.app, 'free', 'copies')
    const asked = { urls: ['a', 'b'].map(pageUrl), maxAge: 600_000 }
    const { json } = await send(caller, '/v1/batch/scrape', asked)
    const read = async (query = '') => {
      const { json: state } = await send(caller, `/v1/batch/scrape/${json.id}${query}`)
      return { ...state, pages: state.data as unknown as Page[] }
    }
    await until('it has ended', async () => (await read()).status === 'completed')
    const { pages } = await read()
    const ids = pages.map(({ metadata }) => metadata.scrapeId)
    assert.equal(new Set(ids).size, 2)
    const [second] = (await read('?skip=1&limit=1')).pages
    assert.equal(second?.metadata.scrapeId, ids[1])
    const kept = await ended(caller, '/v2/batch/scrape', asked)
    for (const { metadata } of [...kept, ...pages]) assert.equal(metadata.creditsUsed, 1)
    assert.deepEqual(
      [...pages, ...kept].map(({ metadata }) => metadata.cacheState),
      ['miss', 'miss', 'hit', 'hit'],
    )
    const single = await send(caller, '/v2/scrape', { url: pageUrl('a'), maxAge: 600_000 })
    const { metadata } = single.json.data as unknown as Page
    assert.equal(metadata.cacheState, 'miss', 'asked for otherwise')
    const again = await send(caller, '/v2/scrape', { url: pageUrl('a'), maxAge: 600_000 })
    const page = again.json.data as unknown as Page
    assert.equal(page.metadata.cacheState, 'hit')
    assert.ok(Date.parse(String(page.metadata.cachedAt)) > 0)
  })
})

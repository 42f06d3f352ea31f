import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  allItems,
  article,
  assertSound,
  createBatch,
  ended,
  type Item,
  readBatch,
} from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  for (const n of [1, 2, 3, 4])
    web.site(`site${n}.test`, ({ path }) =>
      path === '/robots.txt' ? { status: 404 } : article(`${n} ${path}`),
    )
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(async () => {
  await app.close()
  await web.close()
})

const pages = (count: number, site = 1) =>
  Array.from({ length: count }, (_, n) => `https://site${site}.test/page/${n}`)

describe('a batch', () => {
  it('reads every URL once, duplicates too, with markdown, html and links', async () => {
    const urls = [...pages(5), ...pages(5), ...pages(7, 2)]
    const id = await createBatch(app, { urls })
    const state = await ended(app, id)
    assert.equal(state.status, 'completed')
    assert.deepEqual(
      [state.total, state.completed, state.failed, state.creditsUsed],
      [17, 17, 0, 17],
    )
    assert.equal(state.next, undefined)
    assert.deepEqual(state.data.map(({ url }) => url).sort(), [...urls].sort())
    const [item] = state.data
    assert.deepEqual(Object.keys(item ?? {}).sort(), ['html', 'links', 'markdown', 'url'])
    assert.match(item?.markdown ?? '', /says enough to be read/)
    assert.ok(item?.links?.every(link => link.startsWith('https://site')))
    await assertSound(app.database.sql, id)
  })

  it('tells of failed URLs as items, and is failed only when all did', async () => {
    web.site('some.test', {
      '/good': article('good'),
      '/robots.txt': { status: 404 },
      '/gone': { status: 410, body: 'gone' },
    })
    const mixed = await ended(
      app,
      await createBatch(app, { urls: ['https://some.test/good', 'https://some.test/gone'] }),
    )
    assert.deepEqual([mixed.status, mixed.completed, mixed.failed], ['completed', 1, 1])
    assert.equal(mixed.creditsUsed, 1)
    const bad = mixed.data.find(({ url }) => url.endsWith('/gone')) as Item
    assert.deepEqual(Object.keys(bad).sort(), ['code', 'error', 'url'])
    assert.match(bad.error ?? '', /^some\.test answered with status 410/)

    const id = await createBatch(app, { urls: ['https://some.test/gone'] })
    const none = await ended(app, id)
    assert.deepEqual([none.status, none.completed, none.failed], ['failed', 0, 1])
    assert.equal(none.creditsUsed, 0)
    await assertSound(app.database.sql, id)
  })

  it('takes the options of a scrape', async () => {
    const body = {
      urls: pages(1),
      formats: ['metadata', 'markdown'],
      excludeTags: ['p:last-of-type'],
    }
    const { data } = await ended(app, await createBatch(app, body))
    const [item] = data
    assert.deepEqual(Object.keys(item ?? {}).sort(), ['markdown', 'metadata', 'url'])
    assert.doesNotMatch(item?.markdown ?? '', /second paragraph/)
  })

  it('sends the caller’s headers, and keeps them encrypted', async () => {
    web.site('private.test', { '*': article('private'), '/robots.txt': { status: 404 } })
    const headers = { 'x-api-token': 'very-secret-token' }
    const id = await createBatch(app, { urls: ['https://private.test/a'], headers })
    await ended(app, id)
    const asked = web.requestsTo('private.test').find(({ path }) => path === '/a')
    assert.equal(asked?.headers['x-api-token'], 'very-secret-token')
    const [row] = await app.database.sql`
      select options, sealed_headers::text as sealed from batches where id = ${id}`
    assert.doesNotMatch(JSON.stringify(row), /very-secret-token/)
    assert.doesNotMatch(
      Buffer.from(String(row?.sealed).slice(2), 'hex').toString('latin1'),
      /very-secret/,
    )
  })

  it('serves the account’s own copies with maxAge', async () => {
    let asked = 0
    web.site('copied.test', {
      '/robots.txt': { status: 404 },
      '*': () => article(`copied ${++asked}`),
    })
    const body = { urls: ['https://copied.test/a'], maxAge: 60_000 }
    const first = await ended(app, await createBatch(app, body))
    const second = await ended(app, await createBatch(app, body))
    assert.equal(asked, 1)
    const kept = second.data.map(({ cachedAt, ...item }) => (cachedAt ? item : 'read anew'))
    assert.deepEqual(kept, first.data)
  })
})

describe('paging', () => {
  it('a page once read never changes, while the batch goes on and after', async () => {
    const release = Promise.withResolvers<void>()
    web.site('held.test', async ({ path }) => {
      if (path === '/robots.txt') return { status: 404 }
      await release.promise
      return article(path)
    })
    const urls = [...pages(12, 1), ...pages(12, 2), 'https://held.test/a', 'https://held.test/b']
    const id = await createBatch(app, { urls })
    await until('24 are done', async () => (await readBatch(app, id, '?limit=1')).completed === 24)
    const early = await readBatch(app, id, '?offset=4&limit=10')
    assert.equal(early.status, 'scraping')
    assert.equal(early.data.length, 10)
    assert.match(early.next ?? '', new RegExp(`/v1/batch/scrape/${id}\\?offset=14&limit=10$`))
    const tail = await readBatch(app, id, '?offset=24')
    assert.deepEqual(tail.data, [])
    assert.equal(tail.next, undefined, 'there is none yet')
    release.resolve()
    await ended(app, id)
    const late = await readBatch(app, id, '?offset=4&limit=10')
    assert.deepEqual(late.data, early.data)
    const items = await allItems(app, id)
    assert.deepEqual(items.slice(4, 14), early.data)
    assert.equal(items.length, 26)
    const last = await readBatch(app, id, '?offset=16&limit=10')
    assert.equal(last.next, undefined)
    assert.deepEqual((await readBatch(app, id, '?offset=1000')).data, [])
  })

  it('large results come in smaller pages', async () => {
    web.site('large.test', {
      '*': `${article('large')}<!-- ${'x'.repeat(2_600_000)} -->`,
      '/robots.txt': { status: 404 },
    })
    const urls = [1, 2, 3, 4, 5].map(n => `https://large.test/${n}`)
    const id = await createBatch(app, { urls, formats: ['rawHtml'] })
    const first = await ended(app, id)
    assert.deepEqual([first.completed, first.data.length], [5, 4])
    assert.match(first.next ?? '', /offset=4&/)
    assert.deepEqual((await allItems(app, id)).map(({ url }) => url).sort(), urls)
  })

  it('offset and limit outside their range are a 400', async () => {
    const id = await createBatch(app, { urls: pages(1) })
    for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'limit=x', 'offset=-1', 'offset=a'])
      assert.equal((await app.api(`/v1/batch/scrape/${id}?${query}`)).status, 400, query)
    await ended(app, id)
  })

  it('counts, status and data always agree, in every answer', async () => {
    const id = await createBatch(app, { urls: [1, 2, 3, 4].flatMap(site => pages(6, site)) })
    for (;;) {
      const state = await readBatch(app, id)
      const tried = state.completed + state.failed
      assert.equal(state.data.length, tried)
      assert.equal(state.creditsUsed, state.completed)
      assert.equal(state.status === 'scraping', tried < state.total)
      if (state.status !== 'scraping') break
    }
    await assertSound(app.database.sql, id)
  })
})

describe('expiry', () => {
  it('is 24 h after creation, moved once to 24 h after the end, never by reading', async () => {
    const release = Promise.withResolvers<void>()
    web.site('slow.test', async ({ path }) => {
      if (path === '/robots.txt') return { status: 404 }
      await release.promise
      return article(path)
    })
    const dayMs = 24 * 3_600_000
    const id = await createBatch(app, { urls: ['https://slow.test/a'] })
    const first = await readBatch(app, id)
    assert.match(first.expiresAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.ok(Math.abs(Date.parse(first.expiresAt) - Date.now() - dayMs) < stretched(5_000))
    assert.equal((await readBatch(app, id)).expiresAt, first.expiresAt)
    release.resolve()
    const end = await ended(app, id)
    assert.ok(end.expiresAt > first.expiresAt)
    assert.ok(Math.abs(Date.parse(end.expiresAt) - Date.now() - dayMs) < stretched(5_000))
    assert.equal((await readBatch(app, id)).expiresAt, end.expiresAt)
    assert.ok(Date.parse(end.expiresAt) > 0)
  })

  it('an expired batch, another account’s and one that never was are the same 404', async () => {
    const { sql } = app.database
    const id = await createBatch(app, { urls: pages(1) })
    await ended(app, id)
    const stranger = await createCaller(app, 'free', 'stranger')
    await sql`update batches set expires_at = now() - interval '1 second' where id = ${id}`
    const mine = await createBatch(app, { urls: pages(1) })
    for (const answer of [
      await app.api(`/v1/batch/scrape/${id}`),
      await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' }),
      await stranger.api(`/v1/batch/scrape/${mine}`),
      await stranger.api(`/v1/batch/scrape/${mine}`, { method: 'DELETE' }),
      await app.api('/v1/batch/scrape/batch_never'),
    ]) {
      assert.equal(answer.status, 404)
      assert.equal(answer.headers.get('x-error-code'), 'not_found')
    }
    await ended(app, mine)
  })
})

describe('credits', () => {
  it('a batch the account cannot pay for is a 402, and nothing of it is left', async () => {
    const { sql } = app.database
    const { id: accountId, api } = await createCaller(app, 'free', 'poor')
    const body = { urls: Array.from({ length: 1_001 }, (_, n) => `https://site1.test/${n}`) }
    const answer = await api('/v1/batch/scrape', { method: 'POST', body })
    assert.equal(answer.status, 402)
    assert.match(answer.text, /needs 1001 credits and the account has 1000 left/)
    const [left] = await sql`select count(*)::int as n from batches where account_id = ${accountId}`
    assert.equal(left?.n, 0)
  })

  it('what failed is given back, what succeeded is charged', async () => {
    const { api } = await createCaller(app, 'free', 'mixed')
    const urls = [...pages(6), ...[1, 2, 3, 4].map(n => `https://some.test/none/${n}`)]
    const id = await createBatch({ api }, { urls })
    const held = await api('/v1/usage')
    assert.ok(held.status === 200)
    const state = await ended({ api }, id)
    assert.deepEqual([state.completed, state.failed, state.creditsUsed], [6, 4, 6])
    await assertSound(app.database.sql, id)
    const answer = await api(`/v1/batch/scrape/${id}`)
    assert.equal(answer.headers.get('x-credits-remaining'), '994')
  })
})

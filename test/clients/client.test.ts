import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Type } from 'typebox'
import * as v from 'valibot'
import { z } from 'zod'
import { iconUrl, Siteray, SiterayError, verifyWebhook } from '../../client/src/index.ts'
import { SiteIcon } from '../../client/src/react.ts'
import { newSecret, signatureHeaders } from '../../src/base/webhooks/sign.ts'
import { article } from '../support/batch.ts'
import { allOf, app, siteray, url } from './client-setup.ts'

describe('the client against the real app', () => {
  it('reads a page, and says what is wrong with one error', async () => {
    const page = await siteray.scrape(url('a'), { formats: ['markdown'] })
    assert.match(page.markdown ?? '', /This is the page a/)
    await assert.rejects(siteray.scrape(url('missing')), (error: SiterayError) => {
      assert.ok(error instanceof SiterayError)
      assert.equal(error.status, 502)
      assert.equal(error.code, 'page_unreachable')
      assert.match(error.requestId ?? '', /^req_/)
      return true
    })
    const stranger = new Siteray({ url: app.apiUrl, key: 'sr_unknown' })
    await assert.rejects(stranger.usage(), { code: 'invalid_key', status: 401 })
    assert.ok((await siteray.usage()).credits.used >= 1)
  })

  it('reads a file, and says where there is no search engine', async () => {
    const file = new Blob([article('file')], { type: 'text/html' })
    const page = await siteray.parse(file, { name: 'page.html', formats: ['markdown'] })
    assert.match(page.markdown ?? '', /This is the page file/)
    assert.equal(page.url, 'file:///page.html')
    await assert.rejects(siteray.search('rivers'), { status: 501, code: 'not_configured' })
  })

  it('gives the items of a batch as they end, and goes on where somebody stopped', async () => {
    const urls = ['a', 'b', 'c', 'missing'].map(url)
    const batch = siteray.batch(urls, { formats: ['markdown'] })
    const seen: string[] = []
    for await (const item of batch) {
      seen.push(item.url)
      if (seen.length === 2) break
    }
    const again = siteray.openBatch(await batch.id())
    for await (const item of again.items({ offset: 2 })) seen.push(item.url)
    assert.deepEqual(seen.sort(), urls.sort())
    const counts = await again.ended()
    assert.deepEqual([counts.status, counts.completed, counts.failed], ['completed', 3, 1])
    const failures = await allOf(again.failures())
    assert.deepEqual(
      failures.map(({ url: failed }) => failed),
      [url('missing')],
    )
    await assert.rejects(batch.cancel(), { code: 'conflict' })
  })

  it('follows a crawl to its end', async () => {
    const pages = await allOf(siteray.crawl(url(''), { limit: 10, sitemap: 'skip' }))
    const read = pages.filter(({ error }) => error === undefined).map(page => page.url)
    assert.deepEqual(read.sort(), ['', 'a', 'b', 'c'].map(url))
  })

  it('types what is extracted, by any kind of schema', async () => {
    const title = (data: { title?: string | undefined }) => assert.equal(data.title, 'a')
    const words = 'The heading of the page'
    title((await siteray.extract(url('a'), { schema: z.object({ title: z.string() }) })).data)
    title((await siteray.extract(url('a'), { schema: type({ title: 'string' }) })).data)
    const valibot = v.object({ title: v.string() })
    title((await siteray.extract(url('a'), { schema: toStandardJsonSchema(valibot) })).data)
    const typebox = Type.Object({ title: Type.String({ description: words }) })
    const boxed: { title: string } = (await siteray.extract(url('a'), { schema: typebox })).data
    title(boxed)
    const json = await siteray.extract(url('a'), {
      schema: { type: 'object', properties: { title: { type: 'string' } } },
    })
    title(json.data)
    await assert.rejects(siteray.extract(url('a'), { schema: valibot }), /toStandardJsonSchema/)
    const strict = z.object({ title: z.string().refine(text => text === 'b', 'not b') })
    await assert.rejects(siteray.extract(url('a'), { schema: strict }), { code: 'schema_mismatch' })
  })

  it('makes addresses of icons that work, and an element for them', async () => {
    const options = { url: app.imageUrl, token: app.publishableKey, size: 16 }
    const answer = await fetch(iconUrl('github.com', { ...options, theme: 'dark' }))
    assert.equal(answer.status, 200)
    const html = renderToStaticMarkup(createElement(SiteIcon, { domain: 'github.com', ...options }))
    assert.match(html, /^<picture><source media="\(prefers-color-scheme: dark\)" srcSet="[^"]+ 2x"/)
    assert.match(html, /width="16" height="16" src="[^"]+theme=light" srcSet="[^"]+retina=true 2x"/)
  })
})

describe('webhooks', () => {
  it('are trusted only with a signature of the account', async () => {
    const secret = newSecret()
    const body = '{"type":"batch.completed","timestamp":"now","data":{"id":"batch_1"}}'
    const headers = signatureHeaders({ id: 'event_1', body, at: new Date() }, [newSecret(), secret])
    assert.equal((await verifyWebhook(body, headers, secret)).type, 'batch.completed')
    assert.equal(
      (await verifyWebhook(Buffer.from(body), new Headers(headers), secret)).data.id,
      'batch_1',
    )
    const untrusted = { code: 'invalid_signature' }
    await assert.rejects(verifyWebhook(`${body} `, headers, secret), untrusted)
    await assert.rejects(verifyWebhook(body, headers, newSecret()), untrusted)
    await assert.rejects(verifyWebhook(body, {}, secret), untrusted)
    const old = Date.now() + 301_000
    await assert.rejects(verifyWebhook(body, headers, secret, old), untrusted)
  })
})

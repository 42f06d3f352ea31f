import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Visit } from '../../../src/base/web/visit.ts'
import { stopBrowser } from '../../support/harm-browser.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'
import { open, readTitle, web } from './browser-setup.ts'

describe('the browsers', () => {
  it('end a page by its deadline or with its caller, whatever the page does', async t => {
    const browsers = open(t)
    await browsers.warm()
    const busy = (host: string) => {
      web.site(host, { '/': '<script>for (;;);</script>' })
      return (visit: Visit) => visit.open(`http://${host}/`)
    }
    await assert.rejects(browsers.withPage({ timeoutMs: 2000 }, undefined, busy('late.example')), {
      code: 'page_timeout',
      message: 'The page was not done within 2 seconds.',
    })
    const aborting = new AbortController()
    const work = browsers.withPage({}, aborting.signal, busy('aborted.example'))
    await web.waitForRequest('aborted.example')
    aborting.abort(new Error('nobody waits'))
    await assert.rejects(work, /nobody waits/)
    assert.equal(await browsers.withPage({}, undefined, readTitle), 'shop')
  })

  it('answer in time though the page cannot be closed, and hold its place until it is', async t => {
    const browsers = open(t)
    await browsers.warm()
    const startedMs = performance.now()
    await assert.rejects(browsers.withPage({ timeoutMs: 1_500 }, undefined, stopBrowser), {
      code: 'page_timeout',
    })
    const tookMs = performance.now() - startedMs
    assert.ok(tookMs < stretched(3_500), `${tookMs} ms`)
    assert.equal(browsers.status().pages, 1)
    await until('its place is free', () => browsers.status().pages === 0, 20_000)
  })

  it('take so many at a time, and turn calls away that would wait for long', async t => {
    const browsers = open(t, { pages: 1 })
    const call = <T>(use: (visit: Visit) => Promise<T>) =>
      browsers.line.admit('a', () => browsers.withPage({}, undefined, use))
    const inside = Promise.withResolvers<void>()
    const calls = [call(() => inside.promise), call(readTitle)]
    await assert.rejects(call(readTitle), { code: 'overloaded', retryAfterSeconds: 1 })
    const ofBatch = browsers.withPage({}, undefined, readTitle)
    await until('one is shown, and two wait', () => {
      const { pages, waiting } = browsers.status()
      return pages === 1 && waiting === 2
    })
    inside.resolve()
    assert.deepEqual(await Promise.all([...calls, ofBatch]), [undefined, 'shop', 'shop'])
  })

  it('know nothing of our environment', { skip: process.platform !== 'linux' }, async t => {
    process.env.SITERAY_TEST_SECRET = 'do-not-tell'
    t.after(() => delete process.env.SITERAY_TEST_SECRET)
    const browsers = open(t)
    await browsers.withPage({}, undefined, async ({ page }) => {
      const session = await page.context().browser()?.newBrowserCDPSession()
      const info = await session?.send('SystemInfo.getProcessInfo')
      for (const { id } of info?.processInfo ?? [])
        assert.doesNotMatch(readFileSync(`/proc/${id}/environ`, 'latin1'), /do-not-tell/)
    })
  })
})

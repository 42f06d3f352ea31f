import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crashBrowser, stopBrowser } from '../../support/harm-browser.ts'
import { until } from '../../support/until.ts'
import { open, readTitle } from './browser-setup.ts'

describe('the browsers', () => {
  it('that crash or hang do not lose a page that is read meanwhile', async t => {
    const browsers = open(t, { answerWithinMs: 500 })
    for (const harm of [crashBrowser, stopBrowser]) {
      const harmed = Promise.withResolvers<void>()
      const bystander = browsers.withPage({}, undefined, async visit => {
        await harmed.promise
        return readTitle(visit)
      })
      let tries = 0
      const victim = browsers.withPage({}, undefined, visit => {
        if (++tries > 1) return readTitle(visit)
        setTimeout(harmed.resolve, 50)
        return harm(visit)
      })
      assert.deepEqual(await Promise.all([victim, bystander]), ['shop', 'shop'])
      assert.equal(tries, 2)
    }
    assert.equal(browsers.status().crashes, 2)
  })

  it('are replaced after so many pages, without disturbing one that is open', async t => {
    const browsers = open(t, { pagesPerBrowser: 2 })
    await browsers.withPage({}, undefined, async visit => {
      await browsers.withPage({}, undefined, readTitle)
      await browsers.withPage({}, undefined, readTitle)
      assert.equal(browsers.status().running, 2)
      assert.equal(await readTitle(visit), 'shop')
    })
    await until('the first one is ended', () => browsers.status().running === 1)
    const { launches, crashes } = browsers.status()
    assert.deepEqual({ launches, crashes }, { launches: 2, crashes: 0 })
  })

  it('are replaced or ended by the memory they hold', {
    skip: process.platform !== 'linux',
  }, async t => {
    const large = open(t, { maxMemoryBytes: 1 })
    await large.withPage({}, undefined, readTitle)
    await until('it is ended', () => large.status().running === 0)
    assert.equal(large.status().crashes, 0)
    const deadly = open(t, { deadlyMemoryBytes: 1 })
    await assert.rejects(
      deadly.withPage({}, undefined, async () => new Promise(() => {})),
      /The browser stopped/,
    )
  })

  it('are ended when nobody needs them for a while, and start again when someone does', async t => {
    const browsers = open(t, { maxIdleMs: 0 })
    for (const launches of [1, 2]) {
      assert.equal(await browsers.withPage({}, undefined, readTitle), 'shop')
      while (browsers.status().running > 0) await new Promise(setImmediate)
      assert.equal(browsers.status().launches, launches)
    }
    assert.equal(browsers.status().crashes, 0)
  })
})

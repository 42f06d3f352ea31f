import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import { type BrowserProcess, launchBrowser } from '../../../src/base/web/browser-process.ts'
import { type Containment, findContainment } from '../../../src/base/web/contain.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'

const homeFolder = mkdtempSync(join(tmpdir(), 'siteray-flags-'))
after(() => rmSync(homeFolder, { recursive: true, force: true }))
let containment: Containment
before(async () => {
  containment = await findContainment({ log: { info: () => {} }, maxMemoryBytes: 3_000_000_000 })
})

describe('the flags of the browser', () => {
  it('turn off all that Playwright turns off, and more', async () => {
    // A program in the browser's place that only writes down what it was started with.
    const told = join(homeFolder, 'told')
    const executable = join(homeFolder, 'browser')
    writeFileSync(executable, `#!/bin/sh\nprintf '%s\\n' "$@" > ${told}\n`, { mode: 0o755 })
    const disabledBy = async (start: () => Promise<unknown>) => {
      // The browser's user cannot write into what another one left.
      rmSync(told, { force: true })
      await assert.rejects(start)
      const lines = readFileSync(told, 'utf8').split('\n')
      const list = lines.findLast(line => line.startsWith('--disable-features='))
      return new Set(list?.slice('--disable-features='.length).split(','))
    }
    const theirs = await disabledBy(() => chromium.launch({ executablePath: executable }))
    const ours = await disabledBy(() =>
      launchBrowser({ executable, flags: [], homeFolder, containment }),
    )
    assert.ok(theirs.size > 5)
    assert.deepEqual([...theirs.difference(ours)], [])
    assert.ok(ours.size > theirs.size)
  })

  describe('in a real browser', () => {
    let process: BrowserProcess
    before(async () => {
      const executable = findBrowser({ chromiumPath: undefined }) ?? ''
      process = await launchBrowser({ executable, flags: [], homeFolder, containment })
    })
    after(() => process.close())

    it('leave nothing beside the page: no pages for a window nobody sees', async () => {
      const page = await process.pages.open({}).page
      await page.setContent('<h1>alone</h1>')
      const browser = page.context().browser()
      assert.ok(browser)
      const session = await browser.newBrowserCDPSession()
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
      const types = targetInfos.map(({ type }) => type)
      assert.deepEqual(
        types.filter(type => !['page', 'tab', 'browser'].includes(type)),
        [],
      )
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      assert.equal(processInfo.filter(({ type }) => type === 'renderer').length, 1)
      await page.close()
    })
  })
})

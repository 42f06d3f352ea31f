import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { DatabaseStartError } from '../../src/base/db/start-error.ts'
import { findBrowser } from '../../src/base/web/find-browser.ts'
import { readConfig } from '../../src/config/config.ts'
import { diagnose } from '../../src/process/doctor.ts'
import { createSimulatedWeb } from '../support/simulated-web.ts'
import { createWayProxy } from '../support/way-proxy.ts'

const chromium = findBrowser(readConfig({}))

describe('the doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  chmodSync(folder, 0o755)
  after(() => rmSync(folder, { recursive: true }))

  const browserOf = async (program: string) => {
    const file = join(folder, 'chromium')
    writeFileSync(file, `#!/bin/sh\n${program}\n`, { mode: 0o755 })
    const config = readConfig({ DATA_DIR: folder, CHROMIUM_PATH: file })
    const findings = await diagnose(config, async () => {
      throw new DatabaseStartError('There is none.')
    })
    const { state, detail } = findings.find(({ part }) => part === 'browser') ?? {}
    return { state, detail: detail?.replace(file, 'Chromium') }
  }

  it('advises no browser where none is wanted', async () => {
    const config = readConfig({ DATA_DIR: folder, CHROMIUM_PATH: 'none' })
    const findings = await diagnose(config, async () => {
      throw new DatabaseStartError('There is none.')
    })
    assert.deepEqual(
      findings.find(({ part }) => part === 'browser'),
      {
        ...{ part: 'browser', state: 'missing' },
        detail: 'Pages that need a browser cannot be read: CHROMIUM_PATH is none.',
      },
    )
  })

  it('says what a browser said that could not be started', async () => {
    const said = '[1:1:FATAL:sandbox.cc:7] No usable sandbox!'
    assert.deepEqual(await browserOf(`echo '${said}' >&2; echo 'Trap' >&2; exit 133`), {
      ...{ state: 'broken', detail: `Chromium cannot be used: ${said}` },
    })
    assert.deepEqual(await browserOf('echo "libnss3.so: cannot open" >&2; exit 127'), {
      ...{ state: 'broken', detail: 'Chromium cannot be used: libnss3.so: cannot open' },
    })
  })

  it('has the browser load a page by the way that all pages take', async () => {
    const { state, detail } = await browserOf(`exec ${chromium} "$@"`)
    assert.notEqual(state, 'broken', detail)
    assert.match(detail ?? '', /^Chromium, version \d+/)
  })

  it('tries each way out', async () => {
    const web = await createSimulatedWeb()
    web.site('example.com', () => 'An example.')
    const good = await createWayProxy({ kind: 'socks5', from: '127.0.0.9' })
    const bad = await createWayProxy({ kind: 'http', from: '127.0.0.9', fault: { status: 407 } })
    const file = join(folder, 'ways.json')
    const ways = [good, bad].map(({ kind, url }) => ({ name: kind, url }))
    writeFileSync(file, JSON.stringify(ways))
    const env = { ...web.env, DATA_DIR: folder, CHROMIUM_PATH: 'none', WAYS_FILE: file }
    const withoutDatabase = async () => {
      throw new DatabaseStartError('There is none.')
    }
    const findings = async () =>
      (await diagnose(readConfig(env), withoutDatabase)).filter(({ part }) => /^way/.test(part))
    assert.deepEqual(await findings(), [
      {
        part: 'way socks5',
        state: 'good',
        detail: 'example.com answers through it with status 200.',
      },
      {
        ...{ part: 'way http', state: 'broken' },
        detail: 'The way http refused the user name or password (407).',
      },
    ])
    assert.equal(good.targets.length, 1)
    writeFileSync(file, '[{"name": "a b", "url": "http://me:hush@proxy.example/"}]')
    const [wrong] = await findings()
    assert.equal(wrong?.state, 'broken')
    assert.match(wrong?.detail ?? '', /^WAYS_FILE .*name/)
    assert.doesNotMatch(wrong?.detail ?? '', /hush/)
    await Promise.all([web.close(), good.close(), bad.close()])
  })

  it('notices a browser that starts but cannot reach our proxy', async () => {
    const { state, detail } = await browserOf(
      `exec ${chromium} "$@" --host-resolver-rules='MAP * ~NOTFOUND'`,
    )
    assert.equal(state, 'broken')
    assert.match(detail ?? '', /^Chromium starts but loads no page through our proxy: /)
  })
})

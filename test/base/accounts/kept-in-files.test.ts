import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { planNamed, readPlans } from '../../../src/base/accounts/plans.ts'
import { createRefusals } from '../../../src/base/accounts/refusals.ts'
import { openUsageFile } from '../../../src/base/accounts/usage-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-accounts-'))
after(() => rmSync(folder, { recursive: true, force: true }))

describe('counts that could not be delivered', () => {
  it('are there for the next process, for our eyes alone, and one process keeps them', async () => {
    const path = join(folder, 'counts')
    const one = await openUsageFile(path)
    assert.equal(statSync(path).mode & 0o777, 0o700)
    assert.equal(await openUsageFile(path), undefined)
    assert.deepEqual(one?.read(), [])
    const batches = [{ sender: 's', sequence: 1, rows: [] }]
    await one?.save(batches)
    assert.equal(statSync(join(path, 'counts.json')).mode & 0o777, 0o600)
    one?.close()
    const two = await openUsageFile(path)
    assert.deepEqual(two?.read(), batches)
    await two?.clear()
    await two?.clear()
    assert.deepEqual(two?.read(), [])
    writeFileSync(join(path, 'counts.json'), '[{')
    assert.throws(() => two?.read(), /counts\.json cannot be read: move it away/)
    two?.close()
  })

  it('no folder can hold are refused at once', { skip: process.platform !== 'linux' }, () => {
    // In a process that can be ended: where this hangs, it is in the kernel’s hands.
    const module = new URL('../../../src/base/accounts/usage-file.ts', import.meta.url)
    const program = `import { openUsageFile } from '${module}'; await openUsageFile('/proc/x/images')`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      ...{ encoding: 'utf8', timeout: 10_000, killSignal: 'SIGKILL' },
    })
    assert.match(stderr, /IMAGE_CACHE_DIR \/proc\/x\/images cannot be written \(E[A-Z]+\)/)
  })
})

describe('plans', () => {
  it('are those of the file, beside the one without limits', () => {
    const file = join(folder, 'plans.json')
    const write = (plans: unknown) => writeFileSync(file, JSON.stringify(plans))
    write({ small: { creditsPerMonth: 0, imageRequestsPerMonth: null } })
    assert.deepEqual(
      [...readPlans(file).values()],
      [
        { name: 'unlimited', creditsPerMonth: null, imageRequestsPerMonth: null },
        { name: 'small', creditsPerMonth: 0, imageRequestsPerMonth: null },
      ],
    )
    for (const [plans, why] of [
      [[], /must hold one object/],
      [null, /must hold one object/],
      ['x', /must hold one object/],
      [{ a: null }, /plan "a" needs creditsPerMonth/],
      [{ a: { creditsPerMonth: -1 } }, /needs creditsPerMonth: a whole number/],
      [{ a: { creditsPerMonth: 1.5 } }, /needs creditsPerMonth/],
      [{ a: { creditsPerMonth: 1, imageRequestsPerMonth: '1' } }, /needs imageRequestsPerMonth/],
    ] as const) {
      write(plans)
      assert.throws(() => readPlans(file), why)
    }
    writeFileSync(file, '{')
    assert.throws(() => readPlans(file), /PLANS_FILE .*cannot be read as JSON/)
    assert.throws(() => readPlans(join(folder, 'none')), /cannot be read as JSON/)
  })

  it('are the ones that we ship without a file, and one that is gone has nothing left', () => {
    const plans = readPlans(undefined)
    assert.deepEqual([...plans.keys()], ['unlimited', 'free', 'starter', 'growth'])
    assert.equal(planNamed(plans, 'free').creditsPerMonth, 1_000)
    assert.deepEqual(planNamed(plans, 'gone'), {
      ...{ name: 'gone', creditsPerMonth: 0, imageRequestsPerMonth: 0 },
    })
  })
})

describe('hosts that were refused a key', () => {
  it('are counted by key and host, and written together', async t => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000 })
    const written: unknown[][] = []
    const refusals = createRefusals({
      write: rows => void written.push([...rows]),
      onError: () => assert.fail(),
    })
    t.mock.timers.tick(2_000)
    assert.deepEqual(written, [], 'nothing to write')
    refusals.note('k1', 'a.example')
    refusals.note('k2', 'a.example')
    t.mock.timers.setTime(5_000)
    refusals.note('k1', 'a.example')
    refusals.note('k1', 'x'.repeat(300))
    await refusals.flush()
    assert.deepEqual(written.flat(), [
      { keyId: 'k1', host: 'a.example', requests: 2, lastAt: new Date(5_000) },
      { keyId: 'k2', host: 'a.example', requests: 1, lastAt: new Date(3_000) },
      { keyId: 'k1', host: 'x'.repeat(253), requests: 1, lastAt: new Date(5_000) },
    ])
    await refusals.flush()
    assert.equal(written.length, 1)
    refusals.note('k1', 'b.example')
    t.mock.timers.tick(2_000)
    assert.equal(written.length, 2)
    refusals.note('k1', 'c.example')
    await refusals.close()
    assert.equal(written.length, 3)
  })

  it('are held up to a bound, and those that are known go on being counted', async () => {
    const written: { requests: number }[] = []
    const refusals = createRefusals({
      write: rows => void written.push(...rows),
      onError: () => assert.fail(),
    })
    for (let at = 0; at < 1_001; at++) refusals.note('k', `${at}.example`)
    refusals.note('k', '0.example')
    await refusals.close()
    assert.equal(written.length, 1_000)
    assert.equal(written[0]?.requests, 2)
  })

  it('that cannot be written are told', async t => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const told: unknown[] = []
    const refusals = createRefusals({
      write: () => Promise.reject('away'),
      onError: error => told.push(error),
    })
    refusals.note('k', 'a.example')
    t.mock.timers.tick(2_000)
    await new Promise(setImmediate)
    assert.deepEqual(told, ['away'])
    await refusals.close()
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { openOnDemand } from '../../../src/base/processes/on-demand.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { atEnd } from '../../support/at-end.ts'
import { stretched } from '../../support/slowness.ts'

const file = new URL('../../support/on-demand-child.ts', import.meta.url)
const limits = {
  ...{ processes: 1, wallMs: stretched(20_000), idleMs: 60_000, uses: 100, calls: 100 },
  onEnding: (why: string) => new AppError('page_too_large', `It ended: ${why}.`),
}
const open = (changed: Partial<typeof limits> = {}) => {
  const processes = openOnDemand(file, { ...limits, ...changed })
  atEnd(processes.close)
  return processes
}
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  )

describe('a process for what is not trusted', () => {
  let one: ReturnType<typeof open>
  before(() => {
    one = open()
  })

  it('starts with the first input and serves the next ones too', async () => {
    assert.deepEqual(one.status(), {
      ...{ running: 0, starts: 0, killed: { time: 0, memory: 0, crash: 0 } },
    })
    const bytes = new Uint8Array([1, 2, 3])
    assert.deepEqual(await one.run('echo', bytes), bytes)
    const pid = await one.run('pid', undefined)
    assert.equal(await one.run('pid', undefined), pid)
    assert.equal(one.status().starts, 1)
  })

  it('gives its errors with their codes, and goes on', async () => {
    const pid = await one.run('pid', undefined)
    await assert.rejects(one.run('refuse', undefined), { code: 'page_empty' })
    assert.equal(await one.run('pid', undefined), pid)
  })

  it('knows nothing of the environment and writes no file', async () => {
    const names = (await one.run('environment', undefined)) as string[]
    assert.deepEqual(
      names.filter(name => !/^(?:NODE_CHANNEL_|PWD$|SHLVL$|_$|__CF)/.test(name)),
      [],
    )
    const path = join(tmpdir(), `siteray-on-demand-${process.pid}`)
    assert.match(await messageOf(one.run('write', path)), /restricted/)
    assert.equal(existsSync(path), false)
  })

  const hasNetworks = spawnSync('unshare', ['-rn', 'true']).status === 0
  it('reaches no network', { skip: hasNetworks ? false : 'no namespaces here' }, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    atEnd(() => void server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    assert.notEqual(await one.run('reach', port), 'reached')
  })

  it('that takes too much time or memory, or crashes, is replaced and says why', async () => {
    assert.equal(await messageOf(one.run('burn', undefined)), 'It ended: time.')
    assert.equal(await messageOf(one.run('hoard', undefined)), 'It ended: memory.')
    assert.equal(await messageOf(one.run('crash', undefined)), 'It ended: crash.')
    assert.equal(await one.run('echo', 'again'), 'again')
    assert.deepEqual(one.status().killed, { time: 1, memory: 1, crash: 1 })
  })

  it('that hangs is ended by the clock', async () => {
    const hanging = open({ wallMs: 50 })
    await assert.rejects(hanging.run('hang', undefined), { code: 'overloaded' })
    assert.equal(hanging.status().running, 0)
  })

  it('is replaced after so many inputs', async () => {
    const worn = open({ uses: 1 })
    assert.notEqual(await worn.run('pid', undefined), await worn.run('pid', undefined))
    assert.equal(worn.status().starts, 2)
  })

  it('ends with the one that started it', async () => {
    const closing = open()
    const pid = (await closing.run('pid', undefined)) as number
    await closing.close()
    assert.equal(closing.status().running, 0)
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })
})

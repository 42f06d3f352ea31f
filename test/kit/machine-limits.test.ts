import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

/**
 * What a process finds when it is given a part of the machine. The files of control groups are made
 * up, in a mount namespace of our own; who reads them is the real Node.
 */
const folder = mkdtempSync(join(tmpdir(), 'siteray-share-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const inGroup = `
  mount --bind "$0" /sys/fs/cgroup && mount --bind "$0/self" /proc/$$/cgroup && exec "$@"`
const within = (files: Record<string, string>, ...command: string[]) => {
  for (const [name, text] of Object.entries({ self: '0::/', ...files }))
    writeFileSync(join(folder, name), `${text}\n`)
  const namespaces = ['--user', '--map-root-user', '--mount']
  return spawnSync('unshare', [...namespaces, 'sh', '-c', inGroup, folder, ...command], {
    encoding: 'utf8',
  })
}

const printShare = `
  const { cores, coresWithin, memoryBytes } = await import('./src/kit/machine-limits.ts')
  const free = process.availableMemory()
  console.log(JSON.stringify({ cores, memoryBytes, free, images: coresWithin(free) }))`
type Share = { cores: number; memoryBytes: number; free: number; images: number }
const shareOf = (cpu: string, memory: string, used = '0'): Share => {
  const files = { 'cgroup.controllers': 'cpu memory', 'cpu.max': cpu, 'memory.high': 'max' }
  const { stdout, stderr } = within(
    { ...files, 'memory.max': memory, 'memory.current': used },
    ...[process.execPath, '--input-type=module', '--eval', printShare],
  )
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}

const mb = 2 ** 20
describe('a share of the machine (cgroup v2)', {
  skip: within({}, 'true').status === 0 ? false : 'no namespaces of mounts here',
}, () => {
  it('is the machine where nothing is limited', () => {
    const { cores, memoryBytes } = shareOf('max 100000', 'max')
    assert.equal(memoryBytes, totalmem())
    assert.equal(cores, Math.min(availableParallelism(), Math.floor(totalmem() / (256 * mb))))
  })

  it('follows cpu.max', () => {
    assert.equal(shareOf('100000 100000', 'max').cores, 1)
    assert.equal(shareOf('50000 100000', 'max').cores, 1)
  })

  it('follows memory.max, with a core for each 256 MB of it', () => {
    const { cores, memoryBytes } = shareOf('max 100000', `${300 * mb}`)
    assert.equal(memoryBytes, 300 * mb)
    assert.equal(cores, 1)
    assert.equal(shareOf('max 100000', `${100 * mb}`).cores, 1)
    assert.equal(
      shareOf('max 100000', `${8 * 256 * mb}`).cores,
      Math.min(availableParallelism(), 8),
    )
  })

  it('has no image process for memory that is in use', () => {
    const { free, images } = shareOf('max 100000', `${1024 * mb}`, `${700 * mb}`)
    assert.equal(free, 324 * mb)
    assert.equal(images, 1)
  })
})

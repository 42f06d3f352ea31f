import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { folderProblem, provideFolder } from '../../../src/base/db/folder.ts'
import { isLock, takeLock } from '../../../src/base/db/lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-folder-'))
after(() => rmSync(folder, { recursive: true, force: true }))

describe('one Siteray for a data folder', () => {
  it('has the lock, and who comes second is told who that is', () => {
    const first = takeLock(folder, 'server')
    assert.ok(isLock(first))
    const holder = join(folder, 'siteray.pid')
    assert.equal(readFileSync(holder, 'utf8'), `${process.pid} server\n`)
    assert.equal(statSync(holder).mode & 0o777, 0o600)
    const second = takeLock(folder, 'command')
    assert.deepEqual([isLock(second), second], [false, { pid: process.pid, purpose: 'server' }])
    const told = (text: string) => {
      writeFileSync(holder, text)
      return takeLock(folder, 'server')
    }
    assert.deepEqual(told('77 command\n'), { pid: 77, purpose: 'command' })
    assert.deepEqual(told('x other'), { pid: undefined, purpose: 'server' })
    rmSync(holder)
    assert.deepEqual(takeLock(folder, 'server'), { pid: undefined, purpose: 'server' })
    first.release()
    const third = takeLock(folder, 'command')
    assert.ok(isLock(third))
    assert.equal(readFileSync(holder, 'utf8'), `${process.pid} command\n`)
    third.release()
  })

  it('cannot be where there is no folder', () => {
    assert.throws(
      () => takeLock(join(folder, 'none'), 'server'),
      /cannot be locked .*DATA_DIR needs to be writable/,
    )
  })
})

describe('the data folder', () => {
  it('is made, for our eyes alone, and nothing is left of the trial', async () => {
    const path = join(folder, 'a', 'b')
    await provideFolder(path)
    assert.equal(statSync(path).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(path), [])
    await provideFolder(path)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await assert.rejects(provideFolder(join(file, 'x')), /cannot be written \(ENOTDIR\)/)
    assert.ok(existsSync(file))
    chmodSync(path, 0o700)
  })

  it('is refused at once where nothing can be made', { skip: process.platform !== 'linux' }, () => {
    // In a process that can be ended: where this hangs, it is in the kernel’s hands.
    const module = new URL('../../../src/base/db/folder.ts', import.meta.url)
    const program = `import { provideFolder } from '${module}'; await provideFolder('/proc/siteray/data')`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      ...{ encoding: 'utf8', timeout: 10_000, killSignal: 'SIGKILL' },
    })
    assert.match(stderr, /cannot be written \((?:ENOENT|EACCES|EPERM)\)/)
  })

  it('has a sentence for each of its faults', () => {
    const said = (code: string | undefined, message = 'm') =>
      folderProblem('/d', { ...(code && { code }), message }).message
    for (const code of ['ENOSPC', 'EDQUOT'])
      assert.match(said(code), /disk of the data folder \/d is full\. Free 48 MB/)
    assert.match(said('EROFS'), /\/d cannot be written \(its file system is read-only\)/)
    assert.match(said('EACCES'), /\(EACCES\)/)
    assert.match(said(undefined), /\(m\)/)
  })
})

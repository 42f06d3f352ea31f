import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { endOrphanedBrowsers } from '../../src/base/web/orphaned-browsers.ts'
import { openTempFolder, takeAbandoned } from '../../src/kit/temp-folder.ts'
import { startProgram } from '../support/process.ts'

/** Of this file alone, whatever else runs here. */
const purpose = `test-${process.pid}`
const ours = () => readdirSync(tmpdir()).filter(name => name.includes(purpose))

/** Another process with a folder of its own. */
const startHolder = async () => {
  const holder = startProgram('temp-folder.ts', [purpose])
  const { path } = await holder.next()
  const kill = async () => {
    holder.kill('SIGKILL')
    await holder.ended
  }
  return { path: String(path), kill }
}

describe('a temporary folder', () => {
  it('is left alone while its process lives, and found when it was killed', async () => {
    const mine = openTempFolder(purpose)
    const [living, killed] = await Promise.all([startHolder(), startHolder()])
    writeFileSync(join(killed.path, 'file'), 'left')
    await killed.kill()
    const found = takeAbandoned(purpose)
    assert.deepEqual(
      found.map(({ path }) => path),
      [killed.path],
    )
    // Whoever looks meanwhile does not find it again.
    assert.deepEqual(takeAbandoned(purpose), [])
    for (const folder of found) folder.close()
    assert.ok(!existsSync(killed.path))
    assert.ok(existsSync(living.path))
    assert.equal(ours().length, 4, 'a folder and a lock for each that lives')
    mine.close()
    await living.kill()
    for (const folder of takeAbandoned(purpose)) folder.close()
    assert.deepEqual(ours(), [])
  })

  it('is not taken for ours because somebody else named it so', () => {
    const stranger = join(tmpdir(), `siteray-${purpose}-stranger`)
    mkdirSync(`${stranger}.lock`)
    symlinkSync('/etc/hostname', `${stranger}2.lock`)
    after(() => {
      spawn('rm', ['-rf', `${stranger}.lock`, `${stranger}2.lock`])
    })
    assert.deepEqual(takeAbandoned(purpose), [])
  })
})

describe('what a killed process left of its browsers', () => {
  it('goes: the folder, and a browser that hangs; others stay', async () => {
    const [living, killed] = await Promise.all([startHolder(), startHolder()])
    const browserOf = (folder: string) =>
      spawn(
        process.execPath,
        ['-e', 'setInterval(() => {}, 1000)', '--', `--user-data-dir=${folder}/profile`],
        { stdio: 'ignore' },
      )
    const [hanging, other] = [browserOf(killed.path), browserOf(living.path)]
    await Promise.all([once(hanging, 'spawn'), once(other, 'spawn')])
    const ended = once(hanging, 'exit')
    assert.equal(await endOrphanedBrowsers(purpose), 0)
    await killed.kill()
    assert.equal(await endOrphanedBrowsers(purpose), 1)
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    assert.ok(!existsSync(killed.path))
    assert.equal(other.exitCode, null)
    assert.ok(existsSync(living.path))
    other.kill('SIGKILL')
    await living.kill()
    await endOrphanedBrowsers(purpose)
  })
})

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTempFolder, takeAbandoned } from '../../src/kit/temp-folder.ts'

const purpose = `abandoned-${process.pid}`
const at = (name: string) => join(tmpdir(), `siteray-${name}`)
const strangers = [`${purpose}x-1.lock`, `${purpose}-2.lock2`, `x-${purpose}-3.lock`].map(at)
after(() => {
  for (const path of strangers) rmSync(path, { force: true })
})

test('an abandoned folder is known by its name and its lock', () => {
  for (const path of strangers) writeFileSync(path, '')
  assert.deepEqual(takeAbandoned(purpose), [])
  mkdirSync(join(at(`${purpose}-a`), 'inner'), { recursive: true })
  writeFileSync(join(at(`${purpose}-a`), 'inner', 'file'), 'left')
  writeFileSync(at(`${purpose}-a.lock`), '')
  // Whoever was killed before it had made its folder left only the lock.
  writeFileSync(at(`${purpose}-b.lock`), '')
  const found = takeAbandoned(purpose)
  assert.deepEqual(found.map(({ path }) => path).sort(), [at(`${purpose}-a`), at(`${purpose}-b`)])
  for (const folder of found) folder.close()
  assert.deepEqual(
    readdirSync(tmpdir()).filter(name => name.startsWith(`siteray-${purpose}-`)),
    [`siteray-${purpose}-2.lock2`],
  )
})

test('a folder of ours goes with all that is in it', () => {
  const folder = openTempFolder(purpose)
  writeFileSync(join(folder.path, 'file'), 'a')
  assert.deepEqual(takeAbandoned(purpose), [])
  folder.close()
  assert.ok(!existsSync(folder.path) && !existsSync(`${folder.path}.lock`))
})

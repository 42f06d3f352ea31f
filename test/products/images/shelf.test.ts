import assert from 'node:assert/strict'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { toRendition } from '../../../src/products/images/answers.ts'
import { openDiskCache } from '../../../src/products/images/rendition-disk-cache.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-shelf-'))
  folders.push(folder)
  return folder
}

const fail = (error: unknown) => assert.fail(String(error))
const megabyte = 1024 * 1024
const open = (folder: string, maxBytes = 64 * megabyte, secret = 's') =>
  openDiskCache({ folder, maxBytes, secret, onError: fail })

const nowMs = Date.now()
const rendition = (text: string, expiresAtMs = nowMs + 60_000) =>
  toRendition({
    ...{ status: 200, bytes: Buffer.from(text), contentType: 'image/png', source: 'link' },
    ...{ maxAgeSeconds: 60, expiresAtMs },
  })
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

describe('the shelf', () => {
  it('gives back what was put there, to any process that has the secret', async () => {
    const folder = newFolder()
    const one = open(folder)
    one.put('icon a.example', rendition('a\nb'))
    await one.settled()
    assert.deepEqual(await open(folder).get('icon a.example', nowMs), rendition('a\nb'))
    assert.equal(await open(folder).get('icon b.example', nowMs), undefined)
  })

  it('nothing that is old, damaged, cut off or another one’s is served, and it is gone then', async () => {
    const damage: [string, (file: string) => void][] = [
      [
        'a bit',
        file => {
          const content = readFileSync(file)
          content[40] = (content[40] ?? 0) ^ 1
          writeFileSync(file, content)
        },
      ],
      ['its end', file => writeFileSync(file, readFileSync(file).subarray(0, -1))],
      ['all but the seal', file => writeFileSync(file, readFileSync(file).subarray(0, 32))],
      ['everything', file => writeFileSync(file, '')],
    ]
    for (const [what, change] of damage) {
      const folder = newFolder()
      const shelf = open(folder)
      shelf.put('icon a.example', rendition('bytes'))
      await shelf.settled()
      const [file = ''] = filesIn(folder)
      change(file)
      assert.equal(await shelf.get('icon a.example', nowMs), undefined, what)
      assert.deepEqual(filesIn(folder), [], what)
    }
    const folder = newFolder()
    const shelf = open(folder)
    shelf.put('icon a.example', rendition('bytes'))
    await shelf.settled()
    assert.equal(await open(folder, megabyte, 'other').get('icon a.example', nowMs), undefined)
    shelf.put('icon a.example', rendition('bytes', nowMs + 1_000))
    await shelf.settled()
    assert.equal(await shelf.get('icon a.example', nowMs + 1_000), undefined)
    assert.deepEqual(filesIn(folder), [])
  })

  it('stays within its bytes with two processes that write, and keeps what is used', async () => {
    const folder = newFolder()
    const maxBytes = 4 * megabyte
    const shelves = [open(folder, maxBytes), open(folder, maxBytes)]
    const used = 'icon used.example'
    shelves[0]?.put(used, rendition('used'))
    await shelves[0]?.settled()
    const [file = ''] = filesIn(folder)
    const longAgo = new Date(nowMs - 7_200_000)
    for (let number = 0; number < 700; number++) {
      const shelf = shelves[number % 2]
      shelf?.put(`icon ${number}.example`, rendition('x'.repeat(3_000)))
      if (number % 50 < 48) continue
      await shelves[0]?.settled()
      await shelves[1]?.settled()
      for (const other of filesIn(folder)) utimesSync(other, longAgo, longAgo)
      assert.ok(await shelf?.get(used, nowMs), `after ${number}`)
    }
    await Promise.all(shelves.map(shelf => shelf.settled()))
    assert.ok(statSync(file).mtimeMs > longAgo.getTime())
    const files = filesIn(folder)
    const bytes = files.reduce((sum, path) => sum + statSync(path).blocks * 512, 0)
    assert.ok(files.length > 200, `${files.length} files`)
    assert.ok(bytes < 1.25 * maxBytes, `${bytes} bytes`)
  })

  it('a picture that would take most of the room is not kept', async () => {
    const folder = newFolder()
    const shelf = open(folder, 4 * megabyte)
    shelf.put('og large.example', rendition('x'.repeat(20_000)))
    await shelf.settled()
    assert.deepEqual(filesIn(folder), [])
  })
})

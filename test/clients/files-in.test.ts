import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filesIn } from '../../client/src/command/files-in.ts'

const home = mkdtempSync(join(tmpdir(), 'siteray-files-'))
after(() => rmSync(home, { recursive: true, force: true }))
const at = (...parts: string[]) => join(home, ...parts)

test('links in a folder are read where they lead to files, and said where they do not', () => {
  for (const folder of ['papers/b/.git', 'other']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['papers/a.md', 'papers/.hidden', 'papers/b/.git/x', 'other/far.md'])
    writeFileSync(at(file), '')
  symlinkSync(at('other/far.md'), at('papers/b/near.md'))
  symlinkSync('../../other', at('papers/b/folder'))
  symlinkSync('..', at('papers/b/up'))
  symlinkSync('circle', at('papers/circle'))
  symlinkSync('nowhere', at('papers/.lock'))
  symlinkSync('nowhere', at('papers/lost'))
  symlinkSync('papers', at('all'))
  const { files, leftOut } = filesIn([at('papers'), at('other/far.md')])
  assert.deepEqual(files, [
    { path: at('papers/a.md'), name: 'a.md' },
    { path: at('papers/b/near.md'), name: 'b/near.md' },
    { path: at('other/far.md'), name: 'far.md' },
  ])
  const unread = ['papers/b/folder', 'papers/b/up', 'papers/circle', 'papers/lost']
  assert.deepEqual(leftOut.sort(), unread.map(path => at(path)).sort())
  assert.equal(filesIn([at('all')]).files.length, 2)
  assert.throws(() => filesIn([at('papers/none')]), /There is no file/)
})

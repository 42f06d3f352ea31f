import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { readUrls } from '../../client/src/command/batch.ts'
import { readJson } from '../../client/src/command/options.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-texts-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** As editors and shells write it: Windows PowerShell's `>` makes UTF-16. */
const encodings: [name: string, encoding: 'utf8' | 'utf16le', mark: string][] = [
  ['UTF-8', 'utf8', ''],
  ['UTF-8 with a mark', 'utf8', '\ufeff'],
  ['UTF-16', 'utf16le', '\ufeff'],
]
for (const [name, encoding, mark] of encodings)
  it(`a file of addresses or of JSON is read in ${name}`, async () => {
    const write = (file: string, text: string) => {
      const path = join(folder, file)
      writeFileSync(path, Buffer.from(mark + text, encoding))
      return path
    }
    const urls = write('urls.txt', 'https://a.example/ä\r\n# no\r\nhttps://b.example/\r\n')
    const context = { stdin: process.stdin } as unknown as Parameters<typeof readUrls>[1]
    assert.deepEqual(await readUrls([urls], context), ['https://a.example/ä', 'https://b.example/'])
    const json = write('schema.json', '{"title":"ä"}')
    assert.deepEqual(readJson('schema', json), { title: 'ä' })
  })

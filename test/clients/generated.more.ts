import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { generateClient } from '../../scripts/api-types.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'siteray-generated-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const compile = async (files: string[]) => {
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022']
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom,dom.iterable',
  ]
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')
  await run(tsc, [...options, ...modules, ...files], { cwd: folder }).catch(error =>
    assert.fail(error.stdout),
  )
}

describe('clients that generators make of our description', () => {
  it('hey-api: functions by our names, which compile', async () => {
    await generateClient('docs/openapi.json', join(folder, 'hey'))
    const made = readFileSync(join(folder, 'hey/sdk.gen.ts'), 'utf8')
    for (const name of ['scrape', 'createBatch', 'getCrawl', 'retryBatch', 'getUsage'])
      assert.match(made, new RegExp(`export const ${name} = `))
    writeFileSync(
      join(folder, 'use-hey.ts'),
      `import { scrape, getBatch, type ScrapeAnswer } from './hey'
       export const read = async (): Promise<ScrapeAnswer | undefined> =>
         (await scrape({ body: { url: 'https://x.test/' } })).data
       export const status = async () => (await getBatch({ path: { id: 'batch_1' } })).data
      `,
    )
    await compile(['use-hey.ts'])
  })
})

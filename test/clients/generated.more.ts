import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { generateClient } from '../../scripts/api-types.ts'
import { compile, folder } from './generated-setup.ts'

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

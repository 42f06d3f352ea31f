import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { generateTypes } from '../../scripts/api-types.ts'
import { compile, folder } from './generated-setup.ts'

describe('clients that generators make of our description', () => {
  it('openapi-typescript: the types of our own client are of today, and compile', async () => {
    const types = await generateTypes('docs/openapi.json')
    assert.equal(types, readFileSync('client/src/api.generated.ts', 'utf8'))
    const images = await generateTypes('docs/openapi-images.json')
    assert.match(images, /iconHorseIcon: \{/)
    writeFileSync(join(folder, 'api.ts'), types)
    writeFileSync(join(folder, 'images.ts'), images)
    writeFileSync(
      join(folder, 'use.ts'),
      `import type { components, operations } from './api'
       import type { operations as images } from './images'
       // Nothing but what is needed.
       export const sent: components['schemas']['ScrapeRequest'] = { url: 'https://x.test/' }
       export const page: operations['getBatch']['parameters'] = { path: { id: 'batch_1' } }
       export const icon: images['icon']['parameters'] = { path: { domain: 'x.test' } }
       export const item = (state: components['schemas']['BatchState']) => state.data[0]?.metadata?.title
       export const code = (answer: operations['scrape']['responses'][503]['headers']) => [
         answer['X-Error-Code'], answer['Retry-After'], answer['X-Credits-Used'],
       ]
      `,
    )
    await compile(['use.ts'])
  })
})

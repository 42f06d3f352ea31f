import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { generateTypes } from '../../scripts/api-types.ts'

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

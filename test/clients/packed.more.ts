import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { bundleClient, checked, packClient, servePretended } from '../support/packed-client.ts'

const run = promisify(execFile)
const client = join(import.meta.dirname, '../../client')

let project: string
let remove = () => {}
before(async () => {
  ;({ project, remove } = await packClient())
})
after(() => remove())

describe('the packed client', () => {
  it('works in an empty project, on every Node that is here', async () => {
    const { address, close } = await servePretended()
    const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)
    for (const node of nodes) {
      const { stdout } = await run(node, ['main.js', address], { cwd: project })
      assert.equal(stdout, `${checked}\n`, node)
    }
    close()
  })

  it('brings a command, which works there too', async () => {
    const { address, close } = await servePretended()
    const { stdout } = await run('npx', ['siteray', '--help'], { cwd: project })
    assert.match(stdout, /^siteray: .*\n\nFirst:\n {2}siteray login/)
    const command = join(project, 'node_modules/.bin/siteray')
    const env = { ...process.env, SITERAY_URL: address, SITERAY_KEY: 'sr_x' }
    const read = await run(command, ['scrape', 'https://site.test/'], { cwd: project, env })
    assert.equal(read.stdout, 'hello\n')
    await assert.rejects(run(command, ['scrap'], { cwd: project, env }), {
      stderr: /There is no command "scrap"\. Did you mean scrape\?/,
    })
    close()
  })

  it('has no dependencies, the server’s version, and at most 12 kB without the command', async () => {
    const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
    const server = JSON.parse(readFileSync(join(client, '../package.json'), 'utf8'))
    assert.equal(manifest.dependencies, undefined)
    assert.equal(manifest.version, server.version)
    const { bytes } = await bundleClient(project)
    assert.ok(bytes > 1_000 && bytes <= 12_000, `${bytes} bytes`)
  })

  it('brings types that a strict project compiles with', async () => {
    writeFileSync(
      join(project, 'typed.ts'),
      `import { Siteray, type BatchItem, type ScrapeAnswer } from 'siteray'
       const siteray = new Siteray({ url: 'https://x.test', key: 'sr_x' })
       const page: ScrapeAnswer = await siteray.scrape('https://x.test/', { maxAge: 1 })
       const price: { price: number; name?: string } = (await siteray.extract('https://x.test/', {
         schema: { type: 'object', properties: { price: { type: 'number' }, name: { type: 'string' } }, required: ['price'] },
       })).data
       const items: BatchItem[] = []
       for await (const item of siteray.batch(['https://x.test/'], { formats: ['markdown'] })) items.push(item)
       // @ts-expect-error a format that does not exist
       await siteray.scrape('https://x.test/', { formats: ['word'] })
       export { page, price }
      `,
    )
    const strict = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext']
    const tsc = join(client, '../node_modules/.bin/tsc')
    await run(tsc, [...strict, '--lib', 'es2022,dom', 'typed.ts'], {
      cwd: project,
    }).catch(error => assert.fail(error.stdout))
  })
})

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createObjects } from '../../src/base/objects/objects.ts'
import { openS3 } from '../../src/base/objects/s3.ts'
import { clearStrays } from '../../src/commands/objects.ts'
import { readConfig } from '../../src/config/config.ts'
import { readS3Place } from '../../src/config/s3-location.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { article, createBatch, ended } from '../support/batch.ts'
import { installClients } from '../support/client-packages.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

/**
 * A server that speaks S3 and that others wrote, with the real app before it: `npm run test:clients`,
 * and no part of the gate.
 */
let server: ChildProcess
let web: SimulatedWeb
let app: TestApp
let url: string
let origin: string
const folder = mkdtempSync(join(tmpdir(), 's3-'))
before(async () => {
  const packages = await installClients('s3')
  server = startServer(packages)
  const [port] = await once(server, 'message')
  origin = `http://127.0.0.1:${port}`
  url = `http://S3RVER:S3RVER@127.0.0.1:${port}/siteray/in/a/folder`
  web = await createSimulatedWeb()
  const words = Array.from({ length: 900 }, () => randomBytes(6).toString('hex')).join(' ')
  web.site('long.test', {
    '*': article('long').replace('</main>', `<p>${words}</p></main>`),
    '/robots.txt': { status: 404 },
  })
  app = await startApp({ ...web.env, S3_URL: url, S3_PUBLIC_URL: origin })
})
after(async () => {
  await app.close()
  await web.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** In a process of its own: for pages of a list it uses a cipher that Node offers no more by itself. */
const startServer = (packages: string): ChildProcess => {
  const options = {
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
    configureBuckets: [{ name: 'siteray', configs: [] }],
  }
  const script = `
    const Server = require('@20minutes/s3rver')
    new Server(${JSON.stringify(options)}).run().then(({ port }) => process.send(port))`
  return spawn(process.execPath, ['--openssl-legacy-provider', '-e', script], {
    ...{ cwd: packages, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  })
}

const open = (publicOrigin?: string) => {
  const place = readS3Place(url, publicOrigin, [])
  assert.ok(place)
  return openS3(place, fetch)
}

describe('S3', () => {
  it('takes, gives, lists, links and removes', async () => {
    const s3 = open(origin)
    const bytes = randomBytes(3_000_000)
    await s3.put('obj_a', bytes)
    assert.ok(bytes.equals((await s3.get('obj_a')) ?? Buffer.alloc(0)))
    assert.equal(await s3.get('obj_b'), undefined)
    for (let n = 0; n < 1_020; n += 30)
      await Promise.all(
        Array.from({ length: 30 }, (_, at) => s3.put(`obj_m${1_000 + n + at}`, Buffer.from('x'))),
      )
    const keys: string[] = []
    for (let after = ''; ; ) {
      const part = await s3.list(after)
      keys.push(...part.map(({ key }) => key))
      const last = part.at(-1)
      if (!last) break
      assert.ok(last.at.getTime() > Date.now() - 60_000)
      after = last.key
    }
    assert.equal(keys.length, 1_021)
    const link = await s3.link('obj_a', 60, 'image/png')
    const shown = await fetch(link ?? '')
    assert.equal(shown.headers.get('content-type'), 'image/png')
    assert.equal((await shown.arrayBuffer()).byteLength, bytes.length)
    assert.equal((await fetch(`${link}0`)).status, 403)
    for (const key of keys) await s3.remove(key)
    await s3.remove('obj_a')
    assert.deepEqual(await s3.list(''), [])
  })

  it('keeps results of a batch, and gives them up with it', async () => {
    const urls = Array.from({ length: 20 }, (_, n) => `https://long.test/${n}`)
    const id = await createBatch(app, { urls, formats: ['markdown', 'rawHtml'] })
    const { data } = await ended(app, id)
    assert.equal(data.filter(({ markdown }) => markdown?.includes('the page long')).length, 20)
    const { sql } = app.database
    const [kept] = await sql`
      select count(*)::int as count from batch_items where batch_id = ${id} and object is not null`
    assert.equal(kept?.count, 20)
    assert.equal((await open().list('')).length, 20)
    await sql`delete from batches where id = ${id}`
    await sql`update objects set expires_at = expires_at - interval '2 hours'`
    const objects = createObjects({ sql, s3: open(), onError: assert.ifError })
    while (await objects.sweep(sql));
    assert.deepEqual(await open().list(''), [])
  })

  it('shows a screenshot by a URL of ours that leads to one of its own', async () => {
    const answer = await app.api('/v1/scrape', {
      method: 'POST',
      body: { url: 'https://long.test/', formats: ['screenshot'], screenshotAs: 'url' },
    })
    const { screenshot } = answer.json as { screenshot: string }
    const first = await fetch(screenshot, { redirect: 'manual' })
    assert.equal(first.status, 302)
    assert.ok(first.headers.get('location')?.startsWith(`${origin}/siteray/in/a/folder/obj_`))
    const shown = Buffer.from(await (await fetch(screenshot)).arrayBuffer())
    assert.equal(shown.subarray(1, 4).toString(), 'PNG')
  })

  it('what no row knows is found by the operator', async () => {
    await open().put('obj_stray', Buffer.from('x'))
    const config = readConfig({ S3_URL: url })
    const found = await clearStrays({ sql: app.database.sql, config }, {})
    assert.deepEqual(found.json, { strays: 0, removed: false }, 'it may be somebody’s new one')
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pullReaders, pushReaders } from '../../src/commands/readers.ts'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import type { Reader } from '../../src/products/readers/answers.ts'
import type { ReaderFile } from '../../src/products/readers/file.ts'
import { assertRefused, startApp, type TestApp } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import { lampData, lampPage, lampSchema } from '../support/lamp-shop.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '1000' })
  const pages = (folder: string) =>
    Array.from({ length: 10 }, (_, n) => [`/${folder}/${n}`, lampPage(n)] as const)
  const links = [1, 2, 4, 5].flatMap(n => ['lamp', 'old'].map(folder => `/${folder}/${n}`))
  web.site('lamps.test', {
    ...Object.fromEntries([...pages('lamp'), ...pages('old')]),
    '/': links.map(path => `<a href="${path}">${path}</a>`).join(' '),
  })
})
after(async () => {
  await app.close()
  await web.close()
})

type Api = TestApp['api']
const post = (path: string, body: unknown, api: Api) => api(path, { method: 'POST', body })
const patch = (path: string, body: unknown, api: Api) => api(path, { method: 'PATCH', body })
/** An account learns ten times a minute, so each part has its own. */
const caller = async (name: string): Promise<Api> => (await createCaller(app, 'starter', name)).api

const urlOf = (path: string) => `https://lamps.test${path}`
const examples = [1, 3].map(n => ({
  ...{ url: urlOf(`/lamp/${n}`), html: lampPage(n), data: lampData(n) },
}))
const asked = (more: object = {}) => ({ schema: lampSchema, examples, fallback: 'none', ...more })
const teach = async (api: Api, more: object = {}): Promise<Reader> => {
  const answer = await post('/v1/readers', asked(more), api)
  assert.equal(answer.status, 201, answer.text)
  return answer.json as Reader
}
/** Who answered a page that names no reader. */
const readerOf = async (api: Api, path: string): Promise<string | undefined> => {
  const body = { url: urlOf(path), schema: lampSchema, reader: 'auto' }
  const answer = await post('/v1/extract', body, api)
  assert.equal(answer.status, 200, answer.text)
  return (answer.json as ExtractAnswer).reader?.id
}
const given = (...paths: string[]) => ({ host: 'lamps.test', paths, isGiven: true })

describe('the match of a reader', () => {
  it('says for which pages "auto" may use it, and may be changed and taken back', async () => {
    const api = await caller('auto')
    const { id, match } = await teach(api, {
      match: { host: 'www.Lamps.test', paths: ['/lamp/*'] },
    })
    assert.deepEqual(match, given('/lamp/*'))
    assert.equal(await readerOf(api, '/lamp/5'), id)
    assert.equal(await readerOf(api, '/old/5'), undefined)
    const changed = await patch(`/v1/readers/${id}`, { match: { paths: ['/old/**'] } }, api)
    assert.deepEqual((changed.json as Reader).match, given('/old/**'))
    assert.equal(await readerOf(api, '/lamp/5'), undefined)
    assert.equal(await readerOf(api, '/old/5'), id)
    const back = await patch(`/v1/readers/${id}`, { match: null }, api)
    assert.deepEqual((back.json as Reader).match, { host: 'lamps.test', paths: ['/lamp/*'] })
    assert.equal(await readerOf(api, '/old/5'), id)
  })

  it('is nothing to whoever names the reader: there only the host counts', async () => {
    const api = await caller('named')
    const { id: reader } = await teach(api, { match: { paths: ['/lamp/*'] } })
    const { json } = await post('/v1/extract', { url: urlOf('/old/4'), reader }, api)
    assert.deepEqual((json as ExtractAnswer).data, lampData(4))
  })

  it('outlives new versions, and goes with the file', async () => {
    const api = await caller('files')
    const { id } = await teach(api, { match: { paths: ['/lamp/*', '/lamp/*', '/new/**'] } })
    const example = { url: urlOf('/old/4'), html: lampPage(4), data: lampData(4) }
    const more = await post(`/v1/readers/${id}/examples`, { examples: [example] }, api)
    assert.deepEqual((more.json as Reader).match, given('/lamp/*', '/new/**'), more.text)
    const file = (await api(`/v1/readers/${id}/export`)).json as ReaderFile
    assert.deepEqual(file.match, given('/lamp/*', '/new/**'))
    const copy = (await post('/v1/readers', { file }, api)).json as Reader
    assert.deepEqual(copy.match, file.match)
    const other = await post('/v1/readers', { file, match: { paths: ['/x'] } }, api)
    assert.deepEqual((other.json as Reader).match, given('/x'))
    const none = await patch(`/v1/readers/${copy.id}`, { match: null }, api)
    assert.deepEqual((none.json as Reader).match, { host: 'lamps.test', paths: [] })
    const refused = { ...file, match: given('lamp') }
    assertRefused(
      await post('/v1/readers', { file: refused }, api),
      ...([400, 'reader_file_invalid', /"lamp" matches no path/] as const),
    )
  })

  it('goes to a folder of readers and back', async () => {
    const { api, id: account } = await createCaller(app, 'starter', 'folder')
    const { id } = await teach(api, { name: 'Lamps', match: { paths: ['/lamp/*'] } })
    const folder = mkdtempSync(join(tmpdir(), 'readers-'))
    const context = { sql: app.database.sql, args: [folder], flags: { account } }
    try {
      await pullReaders(context)
      const path = join(folder, 'lamps.json')
      const file = JSON.parse(readFileSync(path, 'utf8')) as ReaderFile
      assert.deepEqual(file.match, given('/lamp/*'))
      const didPush = async () => ((await pushReaders(context)).json as { did: string }[])[0]?.did
      assert.equal(await didPush(), 'unchanged')
      writeFileSync(path, JSON.stringify({ ...file, match: given('/old/*') }))
      assert.equal(await didPush(), 'updated')
      const now = (await api(`/v1/readers/${id}`)).json as Reader
      assert.deepEqual(now.match, given('/old/*'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('chooses the other pages that come from a crawl', async () => {
    const api = await caller('others')
    const crawl = await post('/v1/crawl', { url: urlOf('/'), limit: 20 }, api)
    const { id: from } = crawl.json as { id: string }
    await until('the crawl has ended', async () => {
      const { json } = await api(`/v1/crawl/${from}?limit=1`)
      return (json as { status: string }).status === 'completed'
    })
    const { id } = await teach(api, {
      ...{ match: { paths: ['/lamp/*', '/old/2'] }, examples: examples.slice(0, 1) },
      others: { from },
    })
    const { learned } = (await api(`/v1/readers/${id}/export`)).json as ReaderFile
    assert.equal(learned.others, 4)
  })

  it('is refused where it is of another site, fits no example, or is no pattern', async () => {
    const api = await caller('wrong')
    const { id } = await teach(api)
    const cases: [match: unknown, text: RegExp][] = [
      [{ host: 'other.test', paths: ['/lamp/*'] }, /match\.host.*other\.test.*lamps\.test/],
      [{ paths: ['lamp/*'] }, /pattern "lamp\/\*" matches no path/],
      [{ paths: ['re:lamp'] }, /"re:lamp" matches no path/],
      [{ paths: [] }, /match/],
      [{ paths: [''] }, /match/],
      [{ paths: Array(21).fill('/a') }, /match/],
      [{ paths: [`/${'a'.repeat(200)}`] }, /match/],
      [{ paths: '/lamp/*' }, /match/],
      [{ path: ['/lamp/*'] }, /match/],
    ]
    for (const [match, text] of cases) {
      const refused = await post('/v1/readers', asked({ match }), api)
      assertRefused(refused, 400, 'invalid_request', text)
      const kept = await patch(`/v1/readers/${id}`, { match }, api)
      assertRefused(kept, 400, 'invalid_request', text)
    }
    const elsewhere = await post('/v1/readers', asked({ match: { paths: ['/lamp'] } }), api)
    assertRefused(elsewhere, 400, 'invalid_request', /fits none of the examples: \/lamp/)
  })
})

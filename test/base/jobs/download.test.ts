import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { writeFile } from '../../../src/base/jobs/download.ts'
import { createFileNames } from '../../../src/base/jobs/file-names.ts'
import { batchKind } from '../../../src/products/batch/kind.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { article, createBatch, ended, readBatch } from '../../support/batch.ts'
import { crawled, sitePage, startCrawl } from '../../support/crawl.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
let batch = ''
let crawl = ''
before(async () => {
  web = await createSimulatedWeb()
  web.site('some.test', {
    '/robots.txt': { status: 404 },
    '/': sitePage('=cmd|run()', ['/a/']),
    '/a/': sitePage('inner', []),
    '/a': article('outer'),
    '/empty': '<p></p>',
  })
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
  const urls = ['/a/', '/a', '/empty', '/../../etc/passwd'].map(path => `https://some.test${path}`)
  batch = await createBatch(app, { urls, formats: ['markdown', 'metadata'] })
  crawl = await startCrawl(app, { url: 'https://some.test/', sitemap: 'skip' })
  await Promise.all([ended(app, batch), crawled(app, crawl)])
})
after(async () => {
  await app.close()
  await web.close()
})

const get = (path: string) =>
  fetch(`${app.apiUrl}/v1${path}`, { headers: { authorization: `Bearer ${app.secretKey}` } })

describe('results as one file', () => {
  it('are the lines that the status shows', async () => {
    const answer = await get(`/batch/scrape/${batch}/results.jsonl`)
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson')
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${batch}.jsonl"`)
    const lines = (await answer.text()).trimEnd().split('\n')
    const { data } = await readBatch(app, batch)
    assert.deepEqual(
      lines.map(line => JSON.parse(line)),
      data,
    )
  })

  it('are a table that no spreadsheet runs', async () => {
    const table = await (await get(`/crawl/${crawl}/results.csv`)).text()
    const [head = '', first = ''] = table.split('\r\n')
    assert.match(head, /^url,state,code,error,title,.*depth,foundOn,change,warning,markdownLength$/)
    assert.match(first, /^https:\/\/some\.test\/,done,,,'=cmd\|run\(\),/)
    const failed = await (await get(`/batch/scrape/${batch}/results.csv`)).text()
    assert.match(failed, /^https:\/\/some\.test\/empty,failed,page_empty,/m)
  })

  it('are an archive of Markdown files with a manifest', async () => {
    const answer = await get(`/batch/scrape/${batch}/results.zip`)
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    const manifest = (files.get('manifest.jsonl') ?? '').trimEnd().split('\n')
    const listed = manifest.map(line => JSON.parse(line))
    const names = listed.filter(({ file }) => file).map(({ file }) => file)
    assert.deepEqual([...files.keys()], [...names, 'manifest.jsonl'])
    assert.deepEqual(names.toSorted(), ['some.test/a-2.md', 'some.test/a.md'])
    const outer = listed.find(({ url }) => url === 'https://some.test/a')
    assert.match(files.get(outer.file) ?? '', /outer/)
    const failed = listed.find(({ url }) => url.endsWith('/empty'))
    assert.deepEqual([failed.file, failed.state, failed.code], [null, 'failed', 'page_empty'])
  })

  it('are written as they are read: however many there are, a few pages are in memory', async () => {
    const { sql } = app.database
    const id = await createBatch(app, { urls: ['https://some.test/a'] })
    await ended(app, id)
    const count = 500
    await sql`
      insert into batch_items (batch_id, position, url, host, turn, lane_turn, state, finished_as,
        result, result_bytes)
      select ${id}, n, url || '?n=' || n, host, turn, lane_turn, state, n + 1, result, result_bytes
      from batch_items, generate_series(1, ${count - 1}::int) as n
      where batch_id = ${id} and position = 0`
    const [row] = await sql`
      update batches set total = ${count}, completed = ${count} where id = ${id}
      returning account_id as "accountId"`
    let reads = 0
    const objects = { get: async () => undefined }
    const counting = new Proxy(sql, {
      apply(target, self, given) {
        reads++
        return Reflect.apply(target as never, self, given)
      },
    })
    const wanted = { id, accountId: row?.accountId }
    for (const type of ['jsonl', 'csv', 'zip'] as const) {
      reads = 0
      const written = writeFile({ sql: counting, objects }, batchKind, wanted, type)
      for (let n = 0; n < 30; n++) assert.ok((await written.next()).value)
      assert.ok(reads >= 1 && reads <= 3, `${reads} reads for the first 30 pieces of ${type}`)
      let rest = 0
      for await (const _ of written) rest++
      assert.ok(rest >= count - 30 && reads >= count / 20, `${rest} pieces, ${reads} reads`)
    }
  })

  it('are nobody else’s, and of their own kind', async () => {
    for (const path of [`/crawl/${batch}`, `/batch/scrape/${crawl}`, '/crawl/crawl_none'])
      assert.equal((await get(`${path}/results.zip`)).status, 404)
    assert.equal((await get(`/crawl/${crawl}/results.xlsx`)).status, 404)
    const bare = await fetch(`${app.apiUrl}/v1/crawl/${crawl}/results.zip`)
    assert.equal(bare.status, 401)
  })
})

describe('a page’s file', () => {
  it('has a name that every system takes, within its folder', () => {
    const nameOf = createFileNames()
    const names = (paths: string[]) => paths.map(path => nameOf(`https://x.test${path}`))
    assert.deepEqual(names(['/', '/index', '/Docs/A', '/docs/a', '/docs/a?b=1&c=d/e']), [
      'x.test/index.md',
      'x.test/index-2.md',
      'x.test/Docs/A.md',
      'x.test/docs/a-2.md',
      'x.test/docs/a-b=1&c=d-e.md',
    ])
    assert.deepEqual(
      names(['/%2e%2e%2fup', '/..%5c..%5cwin', '/nul.txt', '/b.md/c', '/b', '/...']),
      [
        'x.test/-up.md',
        'x.test/-..-win.md',
        'x.test/nul_.txt.md',
        'x.test/b_md/c.md',
        'x.test/b.md',
        'x.test/_.md',
      ],
    )
    const [long = '', other = ''] = names([`/${'a/'.repeat(500)}x`, `/${'a/'.repeat(500)}y`])
    assert.ok(long.length < 200 && long !== other, long)
    assert.equal(nameOf('no address'), 'unknown/page.md')
  })
})

/** By its directory, as every program reads it. */
const unzip = (zip: Buffer): Map<string, string> => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50)
    const [crc, size, nameLength, offset] = [
      ...[zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)],
      ...[zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)],
    ] as [number, number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = offset + 30 + zip.readUInt16LE(offset + 26)
    const bytes = inflateRawSync(zip.subarray(start, start + size))
    assert.equal(crc32(bytes), crc)
    files.set(name, bytes.toString())
    at += 46 + nameLength + zip.readUInt16LE(at + 30)
  }
  return files
}

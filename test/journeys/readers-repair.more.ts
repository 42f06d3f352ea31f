import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Reader } from '../../src/products/readers/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { extractBatch } from '../support/batch.ts'
import {
  lampAt,
  lampPage,
  plainData,
  redesignedLampPage,
  plainSchema as schema,
} from '../support/lamp-shop.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let model: ModelServer
let app: TestApp
let isRedesigned = false
before(async () => {
  web = await createSimulatedWeb()
  model = await createModelServer(({ user }) => ({
    content: { _lines: [1], ...plainData(Number(/lamp (\d+)/.exec(user)?.[1])) },
  }))
  web.site('lamps.test', ({ path }) => {
    const n = Number(path.split('/').at(-1))
    return isRedesigned ? withMovedPrice(n) : lampPage(n)
  })
  app = await startApp({ ...web.env, ...model.env, RATE_LIMIT_PER_MINUTE: '1000' })
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

/** The rest is found by its labels; the price is under none that it had. */
const withMovedPrice = (n: number): string =>
  redesignedLampPage(n)
    .replace(/<div class="buy-q">.*?<\/div><\/div>/, '')
    .replace(
      '</section></div>',
      `</section><h3>Now</h3><p class="till">${lampAt(n).price}</p></div>`,
    )

const readBatch = async (reader: string, from: number, to: number) => {
  const urls = Array.from({ length: to - from }, (_, at) => `https://lamps.test/lamp/${from + at}`)
  const { data } = await extractBatch(app, { urls, reader, render: 'never' })
  await until('what came of them is counted', async () => {
    const [left] = await app.database.sql`select count(*)::int as n from reader_observations`
    return left?.n === 0
  })
  return data
}
const teach = async (examples: readonly number[]): Promise<Reader> => {
  const url = (n: number) => `https://lamps.test/lamp/${n}`
  const body = {
    ...{ schema, fallback: 'embedded', checks: 0, render: 'never' },
    examples: examples.map(n => ({ url: url(n), data: plainData(n), html: lampPage(n) })),
  }
  return (await app.api('/v1/readers', { method: 'POST', body })).json as Reader
}

it('a field that a repair from the others would leave lost is asked of the model', async () => {
  const { id } = await teach([1, 3, 4])
  const readerNow = async () => (await app.api(`/v1/readers/${id}`)).json as Reader
  await readBatch(id, 10, 40)
  isRedesigned = true
  // Addresses that nobody has seen: nothing is known of them.
  await readBatch(id, 40, 60)
  await until('it is repaired', async () => (await readerNow()).version > 1, 60_000)
  assert.ok(model.requests.length >= 3, `${model.requests.length} calls`)
  assert.ok((await readerNow()).fields['/price'])
  for (const { url, data } of await readBatch(id, 60, 70))
    assert.deepEqual(data, plainData(Number(url.split('/').at(-1))), url)
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { allItems, article, createBatch, ended } from '../../support/batch.ts'
import { createModelServer, type ModelServer } from '../../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let model: ModelServer
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('read.test', ({ path }) => article(path))
  model = await createModelServer(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  app = await startApp({ ...web.env, ...model.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

const pauseOf = async (host: string): Promise<number> => {
  const [row] = await app.database.sql`
    select extract(epoch from free_at - now())::float8 as seconds from batch_lanes
    where host = ${host}`
  return row?.seconds
}

describe('a site', () => {
  it('is not left alone because the model asks for a pause', async () => {
    const id = await createBatch(app, {
      ...{ urls: ['https://read.test/a'], formats: ['summary'], render: 'never' },
    })
    const { failures } = (await ended(app, id)) as { failures?: object }
    assert.deepEqual(failures, { model_failed: 1 })
    const seconds = await pauseOf('read.test')
    assert.ok(seconds < 10, `${seconds} s`)
  })

  it('that keeps its robots.txt waiting has the time that the job gives its pages', async () => {
    web.site('stalls.test', { '/robots.txt': () => new Promise(() => {}), '/a': article('/a') })
    const id = await createBatch(app, { urls: ['https://stalls.test/a'], timeout: 1_000 })
    const { failures } = (await ended(app, id)) as { failures?: object }
    assert.deepEqual(failures, { page_timeout: 1 })
    const [item] = await allItems(app, id)
    assert.match(item?.error ?? '', /^The robots\.txt of stalls\.test could not be read/)
    // A try that waits for the file until it is given up finds the next one to ask for it anew.
    assert.ok(web.requestsTo('stalls.test').length < 3)
  })
})

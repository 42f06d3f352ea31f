import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defineTasks } from '../../src/base/threads/task.ts'
import { openThreads } from '../../src/base/threads/threads.ts'
import { pageTasks } from '../../src/process/page-thread.ts'
import { startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { allItems, article, assertSound, createBatch, ended } from '../support/batch.ts'
import { createCaller } from '../support/callers.ts'
import { createSimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'

const { readPage, readPageToJson, readPagePacked } = pageTasks
const reading = defineTasks(
  { ...readPage.limits, cpuMs: 400 },
  {
    readPage: readPage.load,
    readPageToJson: readPageToJson.load,
    readPagePacked: readPagePacked.load,
  },
)
const file = new URL('../support/programs/dying-thread.ts', import.meta.url)

it('pages whose threads die lose nothing, cost nothing twice and never have another’s answer', async t => {
  const web = await createSimulatedWeb()
  atEnd(web.close)
  web.site('site.test', ({ path }) =>
    path === '/robots.txt' ? { status: 404 } : article(path.slice(1)),
  )
  const pageThreads = openThreads(file, { ...pageTasks, ...reading })
  const app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' }, undefined, { pageThreads })
  atEnd(pageThreads.close)
  const other = await createCaller(app, 'growth')
  const urls = Array.from({ length: 300 }, (_, n) => `https://site.test/page-${n}-`)
  const id = await createBatch(app, { urls })
  let isOver = false
  const statuses: number[] = []
  const ask = async () => {
    for (let n = 0; !isOver; n++) {
      const url = `https://site.test/call-${n}-`
      const body = { url, render: 'never' }
      const { status, text } = await other.api('/v1/scrape', { method: 'POST', body })
      statuses.push(status)
      if (status === 200) assert.match(text, new RegExp(`This is the page call-${n}-\\.`))
    }
  }
  const asking = ask()
  const state = await ended(app, id, stretched(120_000))
  isOver = true
  await asking
  t.diagnostic(`${state.failed} failed; ${statuses.filter(status => status !== 200)} of calls`)
  assert.ok(state.failed > 0 && state.failed < 20)
  const items = await allItems(app, id)
  assert.deepEqual(items.map(({ url }) => url).toSorted(), urls.toSorted())
  for (const { url, markdown, error } of items)
    if (error) assert.match(error, /processor time/)
    else assert.ok(markdown?.includes(`This is the page ${new URL(url).pathname.slice(1)}.`))
  assert.equal(state.creditsUsed, state.completed)
  await assertSound(app.database.sql, id)
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readerTasks } from '../../src/base/reader/tasks.ts'
import { brandingTasks } from '../../src/products/branding/tasks.ts'
import { extractTasks } from '../../src/products/extract/tasks.ts'
import { imageTasks } from '../../src/products/images/tasks.ts'
import { type ApiAnswer, call, startApp, type TestApp } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'

const token = 'a token for the metrics'
let web: SimulatedWeb
let app: TestApp

before(async () => {
  web = await createSimulatedWeb()
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0', METRICS_TOKEN: token })
  web.site('quick.test', { '*': page })
})
after(() => web.close())

const page = `<title>A page</title><main><h1>Tea</h1><p>${'Tea is good. '.repeat(40)}</p></main>`

/** Sites that answer when they are told to. */
const slowSites = (...hosts: string[]): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const host of hosts) web.site(host, { '*': () => promise.then(() => ({ status: 404 })) })
  return resolve
}

type Ask = (caller: Pick<TestApp, 'api'>, url: string, signal?: AbortSignal) => Promise<ApiAnswer>

const post =
  (path: string, options: object): Ask =>
  ({ api }, url, signal = AbortSignal.timeout(60_000)) =>
    api(path, { method: 'POST', body: { url, timeout: 60_000, ...options }, signal })

const schema = { properties: { name: { type: 'string' } } }
const kinds: { line: string; calls: number; ask: Ask }[] = [
  {
    line: 'pages',
    calls: readerTasks.readPage.limits.calls,
    ask: post('/v1/scrape', { render: 'never' }),
  },
  {
    line: 'extract',
    calls: extractTasks.extractFromPage.limits.calls,
    ask: post('/v1/extract', { render: 'never', schema }),
  },
  {
    line: 'branding',
    calls: brandingTasks.surveyPage.limits.calls,
    ask: post('/v1/branding', { include: ['colors'] }),
  },
]

const isRefusal = ({ status, headers }: ApiAnswer) => {
  assert.equal(status, 503)
  assert.equal(headers.get('x-error-code'), 'overloaded')
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

const metric = async (name: string, labels: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  const { text } = await call(`${app.apiUrl}/metrics`, { headers })
  return Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name}{${labels}}`))
      ?.split(' ')[1],
  )
}
const callsIn = (line: string) => metric('siteray_line', `line="${line}",state="calls"`)

describe('too many calls of one account', () => {
  for (const { line, calls, ask } of kinds)
    it(`for ${line} are refused at once and cost nothing, and others are served`, async () => {
      const [greedy, modest] = [
        await createCaller(app, 'free', `greedy ${line}`),
        await createCaller(app, 'free', `modest ${line}`),
      ]
      slowSites(`${line}.test`)
      const leave = new AbortController()
      const answers: ApiAnswer[] = []
      const flood = Array.from({ length: calls }, (_, n) =>
        ask(greedy, `https://${line}.test/${n}`, leave.signal).then(
          answer => void answers.push(answer),
          () => {},
        ),
      )
      const { sql } = app.database
      const booked = () =>
        sql`select 1 from ledger where account_id = ${greedy.id} and kind = 'reserve'`
      const allHaveCome = async () => answers.length + (await booked()).length === calls
      await until('all are refused or booked', allHaveCome, 30_000)
      assert.ok(answers.length >= Math.floor(calls * 0.2), `${answers.length} of ${calls} refused`)
      for (const answer of answers) isRefusal(answer)

      const before = await booked()
      const beganMs = performance.now()
      const refused = await ask(greedy, 'https://quick.test/')
      const tookMs = performance.now() - beganMs
      isRefusal(refused)
      assert.ok(tookMs < stretched(500), `${tookMs} ms`)
      assert.equal(refused.headers.get('x-credits-used'), '0')
      assert.deepEqual(await booked(), before)
      assert.ok((await metric('siteray_line_refused_total', `line="${line}"`)) > answers.length)

      const served = await ask(modest, 'https://quick.test/')
      assert.notEqual(served.status, 503, served.text)
      leave.abort()
      await Promise.all(flood)
      await until('those who hung up are gone', async () => (await callsIn(line)) === 0)
    })

  it('for cold images are refused at once, and what is known is served', async () => {
    const { calls } = imageTasks.draw.limits
    const hosts = Array.from({ length: calls }, (_, n) => `slow${n}.example`)
    const release = slowSites(...hosts)
    const ask = (host: string) => call(`${app.imageUrl}/${host}?token=${app.publishableKey}`)
    const answers: ApiAnswer[] = []
    const flood = hosts.map(host => ask(host).then(answer => void answers.push(answer)))
    await until('all have come', async () => answers.length + (await callsIn('images')) >= calls)
    const refused = answers.filter(({ status }) => status === 503)
    assert.ok(refused.length >= Math.floor(calls * 0.2), `${refused.length} of ${calls} refused`)
    for (const answer of refused) isRefusal(answer)
    release()
    await Promise.all(flood)
    assert.equal((await ask(hosts[0] ?? '')).status, 200)
  })
})

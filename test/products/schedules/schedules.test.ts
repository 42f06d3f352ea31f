import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { repeatable } from '../../../src/process/schedulable-operations.ts'
import type { Change, Schedule, ScheduleRun } from '../../../src/products/schedules/request.ts'
import { runStore } from '../../../src/products/schedules/run-store.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { article } from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import { sitePage } from '../../support/crawl.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

const monthly = { cron: '30 6 1 * *', timeZone: 'Europe/Berlin' }

describe('schedules', () => {
  let web: SimulatedWeb
  let app: TestApp
  const texts: Record<string, string> = {}
  const pages: Record<string, string> = {}
  before(async () => {
    web = await createSimulatedWeb()
    web.site('site.test', ({ path }) => {
      const text = texts[path]
      return text === undefined ? { status: 404 } : article(text)
    })
    web.site('pages.test', ({ path }) => pages[path] ?? { status: 404 })
    web.site('hooks.test', () => ({ status: 204 }))
    app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
    await app.database.sql`update accounts set owner_email = 'owner@example.com'`
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  const post = (path: string, body?: unknown) => app.api(path, { method: 'POST', body })
  const make = async (body: object): Promise<Schedule> => {
    const answer = await post('/v1/schedules', { ...monthly, ...body })
    assert.equal(answer.status, 200, answer.text)
    return answer.json as Schedule
  }
  const read = async <T>(path: string): Promise<T> => (await app.api(path)).json as T
  const ended = async (scheduleId: string, runId: string): Promise<ScheduleRun> => {
    const path = `/v1/schedules/${scheduleId}/runs/${runId}`
    let run: ScheduleRun | undefined
    await until(
      `${runId} has ended`,
      async () => {
        run = (await read<{ run: ScheduleRun }>(path)).run
        return run.endedAt !== null
      },
      60_000,
    )
    return run as ScheduleRun
  }
  const runNow = async (id: string): Promise<ScheduleRun> => {
    const { id: runId } = (await post(`/v1/schedules/${id}/run`)).json as ScheduleRun
    return ended(id, runId)
  }
  const batchOf = (...paths: string[]) => ({
    kind: 'batch',
    request: { urls: paths.map(path => `https://site.test${path}`), formats: ['markdown'] },
  })

  it('tell what is new, changed or gone since the run before, by webhook and mail', async () => {
    Object.assign(texts, { '/a': 'The price is 10 euros.', '/b': 'Nothing new here.' })
    const { id } = await make({
      ...batchOf('/a', '/b', '/c'),
      compareTo: 'previous',
      webhook: { url: 'https://hooks.test/in', headers: { 'x-secret': 'hush' } },
    })
    const first = await runNow(id)
    assert.equal(first.state, 'completed')
    assert.equal(first.creditsUsed, 2)
    assert.equal(first.changes, null)

    Object.assign(texts, { '/a': 'The price is 12 euros.', '/c': 'A page that was not there.' })
    delete texts['/b']
    const second = await runNow(id)
    assert.deepEqual(second.changes, { new: 1, changed: 1, gone: 1, failed: 0, same: 0 })
    const { data } = await read<{ data: Change[] }>(`/v1/schedules/${id}/runs/${second.id}`)
    const byUrl = new Map(data.map(change => [change.subject, change]))
    assert.equal(byUrl.get('https://site.test/c')?.change, 'new')
    const changed = byUrl.get('https://site.test/a')
    assert.match(changed?.detail ?? '', /^-.*10 euros/m)
    assert.match(changed?.detail ?? '', /^\+.*12 euros/m)

    await until('the event arrived', () => web.requestsTo('hooks.test').length > 0, 30_000)
    const [event] = web.requestsTo('hooks.test')
    assert.equal(event?.headers['x-secret'], 'hush')
    assert.ok(event?.headers['webhook-signature'])
    const told = JSON.parse(event?.body.toString() ?? '')
    assert.equal(told.type, 'schedule.changed')
    assert.deepEqual(told.data.run.changes, second.changes)
    assert.equal(told.data.data.length, 3)
    assert.equal(web.requestsTo('hooks.test').length, 1)
    const mails = await app.database.sql`select subject, text from mail_outbox`
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.subject, /1 new, 1 changed, 1 gone/)
    assert.match(mails[0]?.text, /12 euros/)

    const third = await runNow(id)
    assert.deepEqual(third.changes, { new: 0, changed: 0, gone: 0, failed: 0, same: 2 })
  })

  it('retry their webhook as jobs do: after a pause, for 24 h, and not after a 410', async () => {
    Object.assign(texts, { '/told': 'A text to be told of.' })
    const events = ['schedule.completed']
    const runFor = async (status: number, wanted = events) => {
      web.site(`answers-${status}.test`, () => ({ status }))
      const webhook = { url: `https://answers-${status}.test/`, events: wanted }
      const { id } = await make({ ...batchOf('/told'), webhook })
      return (await runNow(id)).id
    }
    const logOf = async (runId: string) => {
      const [row] = await app.database.sql`
        select webhook_state as state, jsonb_array_length(webhook_attempts) as attempts
        from schedule_runs where id = ${runId}`
      return row
    }
    const gone = await runFor(410)
    await until('gone', async () => (await logOf(gone))?.state === 'failed', 30_000)
    const down = await runFor(500)
    await until('tried', async () => (await logOf(down))?.attempts === 1, 30_000)
    assert.equal((await logOf(down))?.state, 'waiting')
    await app.database.sql`
      update schedule_runs set ended_at = ended_at - interval '24 hours' where id = ${down}`
    await until('given up', async () => (await logOf(down))?.state === 'failed', 30_000)
    assert.deepEqual((await logOf(down))?.attempts, 2)
    assert.deepEqual((await logOf(gone))?.attempts, 1)
    // An event that nobody wants is not one that still has to arrive.
    const quiet = await runFor(200, ['schedule.failed'])
    await until('nothing waits', async () => (await logOf(quiet))?.state === null, 30_000)
    assert.deepEqual(web.requestsTo('answers-200.test'), [])
  })

  it('name the pages that are gone', async () => {
    Object.assign(texts, { '/x': 'One text of the site.', '/y': 'Another text of the site.' })
    const { id } = await make({ ...batchOf('/x', '/y'), compareTo: 'previous', mail: false })
    await runNow(id)
    await app.database.sql`
      update schedules set request = jsonb_set(request, '{urls}', '["https://site.test/x"]')
      where id = ${id}`
    const run = await runNow(id)
    assert.deepEqual(run.changes, { new: 0, changed: 0, gone: 1, failed: 0, same: 1 })
  })

  it('tell of a page once that stands in a batch twice', async () => {
    Object.assign(texts, { '/twice': 'It is open today.', '/lost': 'It is still there.' })
    const paths = ['/twice', '/lost', '/twice', '/lost']
    const { id } = await make({ ...batchOf(...paths), compareTo: 'previous' })
    await runNow(id)
    texts['/twice'] = 'It is closed today.'
    delete texts['/lost']
    const { id: runId, changes } = await runNow(id)
    assert.deepEqual(changes, { new: 0, changed: 1, gone: 1, failed: 0, same: 0 })
    const { data } = await read<{ data: Change[] }>(`/v1/schedules/${id}/runs/${runId}`)
    assert.equal(data.length, 2)
  })

  it('call a page gone that is a 404, and failed that cannot be read, once each', async () => {
    const states: Record<string, number> = {}
    web.site('ups.test', ({ path }) =>
      states[path] ? { status: states[path] } : article(`What ${path} says.`),
    )
    const urls = ['/a', '/b', '/c'].map(path => `https://ups.test${path}`)
    const { id } = await make({
      ...{ kind: 'batch', request: { urls, formats: ['markdown'] } },
      ...{ compareTo: 'previous', mail: false },
    })
    await runNow(id)
    Object.assign(states, { '/a': 404, '/b': 403 })
    const told = await runNow(id)
    assert.deepEqual(told.changes, { new: 0, changed: 0, gone: 1, failed: 1, same: 1 })
    const { data } = await read<{ data: Change[] }>(`/v1/schedules/${id}/runs/${told.id}`)
    assert.deepEqual(
      data.map(({ change, subject }) => [change, new URL(subject).pathname]).sort(),
      [
        ['failed', '/b'],
        ['gone', '/a'],
      ],
    )
    assert.ok(data.every(({ detail }) => /answered with status 40[34]/.test(detail ?? '')))
    const again = await runNow(id)
    assert.deepEqual(again.changes, { new: 0, changed: 0, gone: 0, failed: 0, same: 1 })
    Object.assign(states, { '/a': 0, '/b': 0 })
    const back = await runNow(id)
    assert.deepEqual(back.changes, { new: 1, changed: 0, gone: 0, failed: 0, same: 2 })
  })

  it('tell that the only page they watch is gone, and fail where it stays so', async () => {
    texts['/only'] = 'The only page.'
    const { id } = await make({ ...batchOf('/only'), compareTo: 'previous', mail: false })
    await runNow(id)
    delete texts['/only']
    const gone = await runNow(id)
    assert.equal(gone.state, 'completed')
    assert.deepEqual(gone.changes, { new: 0, changed: 0, gone: 1, failed: 0, same: 0 })
    const still = await runNow(id)
    assert.deepEqual([still.state, still.error], ['failed', 'No page could be read.'])
  })

  it('watch a whole site: a crawl says what is new, changed and gone', async () => {
    const at = (path: string, text: string, links: string[]) => {
      pages[path] = sitePage(text, links)
    }
    at('/', 'home', ['/old', '/news'])
    at('/old', 'old', [])
    at('/news', 'the news of today', [])
    const request = { url: 'https://pages.test/', sitemap: 'skip', render: 'never' }
    const { id } = await make({ kind: 'crawl', request, compareTo: 'previous', mail: true })
    const first = await runNow(id)
    assert.deepEqual([first.state, first.creditsUsed, first.changes], ['completed', 3, null])
    at('/', 'home', ['/young', '/news'])
    delete pages['/old']
    at('/news', 'the news of tomorrow', [])
    at('/young', 'young', [])
    const second = await runNow(id)
    assert.deepEqual(second.changes, { new: 1, changed: 1, gone: 1, failed: 0, same: 1 })
    const { data } = await read<{ data: Change[] }>(`/v1/schedules/${id}/runs/${second.id}`)
    assert.deepEqual(data.map(({ change, subject }) => `${change} ${subject}`).toSorted(), [
      'changed https://pages.test/news',
      'gone https://pages.test/old',
      'new https://pages.test/young',
    ])
    assert.match(data.find(({ change }) => change === 'changed')?.detail ?? '', /^\+.*tomorrow/m)
    await until('its owner has a mail', async () => {
      const mails = await app.database.sql`
        select 1 from mail_outbox where subject like '%crawl of pages.test 1 new, 1 changed, 1 gone%'`
      return mails.length === 1
    })
    // A crawl that its limit cut off has not seen what is missing.
    await app.database.sql`
      update schedules set request = request || '{"limit": 1}' where id = ${id}`
    assert.deepEqual((await runNow(id)).changes, {
      new: 0,
      changed: 0,
      gone: 0,
      failed: 0,
      same: 1,
    })
  })

  it('know a page again as its crawl does: without its query, or by its hash', async () => {
    const { crawl } = repeatable({} as never)
    const keyOf = (url: string) => crawl?.way === 'job' && crawl.keyOf(url, {})
    assert.notEqual(keyOf('https://app.test/#/a'), keyOf('https://app.test/#/b'))
    pages['/start'] = sitePage('start', ['/item?from=top'])
    for (const from of ['top', 'menu']) pages[`/item?from=${from}`] = sitePage('item', [])
    const request = {
      ...{ url: 'https://pages.test/start', sitemap: 'skip', render: 'never' },
      ignoreQuery: true,
    }
    const { id } = await make({ kind: 'crawl', request, compareTo: 'previous' })
    assert.equal((await runNow(id)).state, 'completed')
    pages['/start'] = sitePage('start', ['/item?from=menu'])
    const { changes } = await runNow(id)
    assert.deepEqual(changes, { new: 0, changed: 0, gone: 0, failed: 0, same: 2 })
  })

  it('watch the addresses of a site, and call none gone that a cut-off map did not reach', async () => {
    const file = (...paths: string[]) =>
      `<urlset>${paths.map(path => `<url><loc>https://listed.test${path}</loc></url>`).join('')}</urlset>`
    let sitemap: string | undefined = file('/a', '/b', '/c')
    let more = file()
    web.site('listed.test', ({ path }) => {
      if (path === '/robots.txt') return 'Sitemap: /all.xml\nSitemap: /more.xml'
      const files: Record<string, string | undefined> = { '/all.xml': sitemap, '/more.xml': more }
      return files[path] ?? (path === '/' ? sitePage('home', []) : { status: 404 })
    })
    const request = { url: 'https://listed.test/' }
    const { id } = await make({ kind: 'map', request, compareTo: 'previous', mail: false })
    assert.equal((await runNow(id)).changes, null)
    sitemap = file('/a', '/c', '/d')
    assert.deepEqual((await runNow(id)).changes, {
      new: 1,
      changed: 0,
      gone: 1,
      failed: 0,
      same: 3,
    })
    // One of its sitemaps cannot be read: of what stood in it nothing is known.
    sitemap = undefined
    more = file('/e')
    assert.deepEqual((await runNow(id)).changes, {
      new: 1,
      changed: 0,
      gone: 0,
      failed: 0,
      same: 1,
    })
    sitemap = file('/a', '/c', '/d')
    more = file()
    const last = await runNow(id)
    assert.deepEqual(last.changes, { new: 0, changed: 0, gone: 1, failed: 0, same: 4 })
    const { data } = await read<{ data: Change[] }>(`/v1/schedules/${id}/runs/${last.id}`)
    assert.deepEqual(
      data.map(({ change, subject }) => [change, subject]),
      [['gone', 'https://listed.test/e']],
    )
  })

  it('watch a brand: which token changed, from what to what', async () => {
    let color = '#b00020'
    web.site('brand.test', ({ path }) =>
      path === '/'
        ? `<html><head><title>Brand</title><meta name="theme-color" content="${color}"><style>:root{--primary:${color}} body{background:#fff;color:#111} a,button{color:${color}} button{background:${color}}</style></head><body><main><h1>A brand</h1><p>What we sell is good, and has a colour of its own.</p><button>Buy</button></main></body></html>`
        : { status: 404 },
    )
    web.site('brand-hooks.test', () => ({ status: 204 }))
    const request = { url: 'https://brand.test/', include: ['colors'] }
    const webhook = { url: 'https://brand-hooks.test/' }
    const made = await make({ kind: 'branding', request, compareTo: 'previous', webhook })
    const first = await runNow(made.id)
    assert.deepEqual([first.state, first.changes], ['completed', null])
    color = '#0050b0'
    const second = await runNow(made.id)
    assert.ok((second.changes?.changed ?? 0) > 0, JSON.stringify(second.changes))
    const told = () => web.requestsTo('brand-hooks.test')
    await until('its webhook heard of it', () => told().length === 1, 30_000)
    const event = JSON.parse(told()[0]?.body.toString() ?? '')
    const details = (event.data.data as Change[]).map(({ detail }) => detail ?? '')
    assert.ok(
      details.some(detail => /#b00020 → #0050b0/i.test(detail)),
      details.join('\n'),
    )
  })

  it('run when their time has come: once, and once for all times that were missed', async () => {
    const { id } = await make({ ...batchOf('/x'), cron: '*/5 * * * *' })
    const { sql } = app.database
    const beganMs = Date.now()
    await sql`update schedules set next_at = now() - interval '2 days' where id = ${id}`
    const tick = () =>
      sql`insert into queue_jobs (queue, payload) values ('schedules.timetable', '{}')`
    await Promise.all([tick(), tick(), tick()])
    const runs = () => sql`select id, state from schedule_runs where schedule_id = ${id}`
    await until(
      'it has run',
      async () => (await runs()).some(run => run.state === 'completed'),
      60_000,
    )
    assert.equal((await runs()).length, 1)
    const { nextAt } = await read<Schedule>(`/v1/schedules/${id}`)
    assert.ok(new Date(nextAt ?? 0).getTime() > beganMs)
  })

  it('know what they last read after a hundred runs that read nothing', async () => {
    const { sql } = app.database
    Object.assign(texts, { '/long': 'Open from nine to five.' })
    pages['/long'] = sitePage('one', [])
    const watched = [
      await make({ ...batchOf('/long'), compareTo: 'previous' }),
      await make({
        ...{ kind: 'map', request: { url: 'https://pages.test/long' }, compareTo: 'previous' },
      }),
    ]
    for (const { id } of watched) {
      assert.equal((await runNow(id)).state, 'completed')
      await sql`
        insert into schedule_runs (id, schedule_id, due_at, by_hand, state, ended_at)
        select ${id} || n, ${id}, now() + n * interval '1 second', true, 'failed', now()
        from generate_series(1, 120) as n`
    }
    while (await runStore.purge(sql));
    Object.assign(texts, { '/long': 'Open from ten to four.' })
    pages['/long'] = sitePage('one', ['/more'])
    const [batch, map] = [await runNow(watched[0]?.id ?? ''), await runNow(watched[1]?.id ?? '')]
    assert.equal(batch.changes?.changed, 1)
    assert.equal(map.changes?.new, 1)
  })

  it('are paused, changed, listed and deleted', async () => {
    const made = await make(batchOf('/x'))
    assert.equal(made.name, 'batch')
    const path = `/v1/schedules/${made.id}`
    const patch = (body: object) => app.api(path, { method: 'PATCH', body })
    const paused = (await patch({ paused: true, name: 'Watch' })).json as Schedule
    assert.deepEqual([paused.paused, paused.nextAt, paused.name], [true, null, 'Watch'])
    const moved = (await patch({ paused: false, cron: '0 0 * * *', timeZone: 'UTC' }))
      .json as Schedule
    assert.match(moved.nextAt ?? '', /T00:00:00/)
    assert.equal((await patch({ cron: '* * * * *' })).status, 400)
    assert.equal((await patch({})).status, 400)
    const { total, data } = await read<{ total: number; data: Schedule[] }>('/v1/schedules?limit=2')
    assert.equal(data.length, 2)
    assert.ok(total > 2)
    assert.equal(data[0]?.id, made.id)
    const other = await createCaller(app, 'free')
    for (const method of ['GET', 'DELETE'])
      assert.equal((await other.api(path, { method })).status, 404)
    assert.equal((await app.api(path, { method: 'DELETE' })).status, 200)
    assert.equal((await app.api(path)).status, 404)
  })

  it('refuse what could never run, before anything is written', async () => {
    const before = (await read<{ total: number }>('/v1/schedules')).total
    const cases: [object, RegExp][] = [
      [{ kind: 'batch', request: { urls: [] } }, /In "request": "urls"/],
      [{ kind: 'batch', request: { urls: ['ftp://x.test/'] } }, /1 URL is invalid/],
      [{ kind: 'batch', request: { urls: ['http://127.0.0.1/'] } }, /1 URL is invalid/],
      [{ kind: 'weather', request: {} }, /"kind" must be one of/],
      [{ ...batchOf('/x'), cron: 'often' }, /five fields/],
      [{ ...batchOf('/x'), webhook: { url: 'http://10.0.0.1/' } }, /webhook/],
      [
        { ...batchOf('/x'), webhook: { url: 'https://hooks.test/', headers: { 'a b': '' } } },
        /^"a b" is not the name of a header/,
      ],
      [
        {
          kind: 'batch',
          request: { urls: ['https://site.test/'], formats: ['html'] },
          compareTo: 'previous',
        },
        /"markdown" among the "formats"/,
      ],
      [
        { kind: 'crawl', request: { url: 'https://site.test/', compareTo: 'previous' } },
        /no ended crawl previous to compare to/,
      ],
      [
        { kind: 'branding', request: { url: 'https://site.test/', colour: 1 } },
        /not a known field/,
      ],
    ]
    for (const [body, sentence] of cases) {
      const answer = await post('/v1/schedules', { ...monthly, ...body })
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match((answer.json as { error: string }).error, sentence)
    }
    assert.equal((await read<{ total: number }>('/v1/schedules')).total, before)
  })

  it('keep headers sealed and end with the key that made them', async () => {
    const { request } = batchOf('/x')
    const caller = await createCaller(app, 'free', 'another')
    const body = {
      ...monthly,
      kind: 'batch',
      request: { ...request, headers: { cookie: 'session=very-secret' } },
    }
    const made = await caller.api('/v1/schedules', { method: 'POST', body })
    assert.equal(made.status, 200, made.text)
    assert.doesNotMatch(made.text, /very-secret/)
    const { id } = made.json as Schedule
    const [row] = await app.database
      .sql`select schedules::text as all from schedules where id = ${id}`
    assert.doesNotMatch(row?.all, /very-secret/)
    const started = await caller.api(`/v1/schedules/${id}/run`, { method: 'POST' })
    const { id: runId } = started.json as ScheduleRun
    await until(
      'it ran with the header',
      () => web.requestsTo('site.test').some(seen => seen.headers.cookie === 'session=very-secret'),
      60_000,
    )
    await until(
      'it ended',
      async () => {
        const [run] = await app.database.sql`select state from schedule_runs where id = ${runId}`
        return run?.state === 'completed'
      },
      60_000,
    )
    await app.database.sql`update keys set deleted_at = now() where account_id = ${caller.id}`
    const [late] = await app.database.sql`
      insert into schedule_runs (id, schedule_id, due_at) values ('run_late', ${id}, now()) returning id`
    await app.database.sql`
      insert into queue_jobs (queue, payload) values ('schedules.run', jsonb_build_object('runId', ${late?.id}::text))`
    await until(
      'it failed and was paused',
      async () => {
        const [seen] = await app.database.sql`
        select state, paused_because from schedule_runs join schedules on schedules.id = schedule_id
        where schedule_runs.id = 'run_late'`
        return seen?.state === 'failed' && /key/.test(seen?.paused_because ?? '')
      },
      60_000,
    )
  })
})

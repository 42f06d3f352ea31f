import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { pagePaths, panePaths, signedOutPaths } from '../../../src/doors/dashboard/paths.ts'
import type {
  CreatedKeyAnswer,
  KeyAnswer,
  OriginsAnswer,
  PlaygroundAnswer,
  RequestsAnswer,
  UsageAnswer,
} from '../../../src/doors/dashboard/schemas.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { ownerEnv, signedInVisitor, type Visitor } from '../../support/dashboard.ts'

let app: TestApp
let visitor: Visitor
before(async () => {
  app = await startApp(ownerEnv)
  visitor = await signedInVisitor(app)
})

const keysOf = async () => ((await visitor.ask('/keys')).json as { keys: KeyAnswer[] }).keys
const create = async (body: object) =>
  (await visitor.ask('/keys', { body })).json as CreatedKeyAnswer

describe('the dashboard’s pages', () => {
  it('are found at every address of the dashboard', async () => {
    const paths = [...pagePaths, ...panePaths, ...signedOutPaths].map(path =>
      path.replace(':id', 'some-id'),
    )
    assert.ok(paths.includes('/playground/map'))
    for (const path of paths) {
      const answer = await fetch(app.apiUrl + path)
      assert.equal(answer.status, 200, path)
      assert.match(await answer.text(), /<div id="root">/)
    }
  })

  it('run no script but our own files, in no frame', async () => {
    for (const path of ['/', '/keys', '/usage', '/playground/icon', '/join']) {
      const answer = await fetch(app.apiUrl + path)
      assert.equal(answer.status, 200, path)
      const policy = answer.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'.*script-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|\*/)
      const html = await answer.text()
      assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\son\w+=/)
    }
  })

  it('come with files that browsers keep, and pages that they ask for again', async () => {
    const page = await fetch(app.apiUrl)
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
    const file = await fetch(app.apiUrl + script)
    assert.match(file.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(file.headers.get('content-encoding'), 'gzip')
    const again = await fetch(app.apiUrl, {
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
    // As proxies write it that packed an answer anew.
    const tag = `W/${page.headers.get('etag')}, "other"`
    const weak = await fetch(app.apiUrl, { headers: { 'if-none-match': tag } })
    assert.equal(weak.status, 304)
    for (const refused of ['gzip;q=0', 'br', '*;q=0', 'identity'])
      assert.equal(
        (await fetch(app.apiUrl, { headers: { 'accept-encoding': refused } })).headers.get(
          'content-encoding',
        ),
        null,
        refused,
      )
  })

  it('are there at an unknown address too, for people and with its 404', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const path of ['/nothing', '/jobs/a/b', '/playground/nothing']) {
      const answer = await fetch(app.apiUrl + path, { headers })
      assert.equal(answer.status, 404, path)
      assert.match(answer.headers.get('content-security-policy') ?? '', /script-src 'self'/)
      assert.match(await answer.text(), /<div id="root">/)
    }
    for (const path of ['/v1/nothing', '/dashboard/api/nothing', '/assets/nothing.js'])
      assert.match(
        (await fetch(app.apiUrl + path, { headers })).headers.get('content-type') ?? '',
        /json/,
        path,
      )
  })

  it('leave every other address its plain 404, and the API’s description alone', async () => {
    const nothing = await fetch(`${app.apiUrl}/nothing`)
    assert.equal(nothing.status, 404)
    assert.match(nothing.headers.get('content-type') ?? '', /json/)
    assert.equal((await fetch(`${app.apiUrl}/assets/../package.json`)).status, 404)
    const description = await (await fetch(`${app.apiUrl}/openapi.json`)).text()
    assert.match(description, /"\/v1\/scrape"/)
    assert.doesNotMatch(description, /dashboard\/api|"\/keys"/)
  })
})

describe('keys in the dashboard', () => {
  it('rolled now end at once, the new one with the same name and origins', async () => {
    const old = await create({ kind: 'publishable', name: 'web', origins: ['a.example'] })
    const answer = await visitor.ask(`/keys/${old.id}/roll`, { body: { overlapHours: 0 } })
    const fresh = answer.json as CreatedKeyAnswer
    assert.deepEqual([fresh.name, fresh.origins], ['web', ['a.example']])
    const ids = (await keysOf()).map(({ id }) => id)
    assert.deepEqual([ids.includes(old.id), ids.includes(fresh.id)], [false, true])
    assert.equal(
      (await visitor.ask(`/keys/${old.id}/roll`, { body: { overlapHours: 1 } })).status,
      404,
    )
    assert.equal(
      (await visitor.ask(`/keys/${fresh.id}/roll`, { body: { overlapHours: 2 } })).status,
      400,
    )
  })

  it('rolled twice never live longer than was said first', async () => {
    const key = await create({ kind: 'secret', name: 'twice' })
    const roll = (overlapHours: number) =>
      visitor.ask(`/keys/${key.id}/roll`, { body: { overlapHours } })
    await roll(1)
    await roll(168)
    const end = (await keysOf()).find(({ id }) => id === key.id)?.expiresAt ?? ''
    assert.ok(Date.parse(end) - Date.now() <= 3_600_000, end)
  })

  it('that are secret are in no later answer; publishable ones are made to be seen', async () => {
    const open = await create({ kind: 'publishable', name: 'seen', origins: ['a.example'] })
    const one = (await visitor.ask(`/keys/${open.id}`)).json as KeyAnswer
    assert.equal(one.key, open.key)
    assert.equal((await keysOf()).find(({ id }) => id === open.id)?.key, open.key)
    const { publishableKey } = (await visitor.ask('/overview')).json as PlaygroundAnswer
    assert.equal(publishableKey, app.publishableKey, 'one that every site may use')
    const { key } = await create({ kind: 'secret', name: 'hidden' })
    const [, secret = ''] = key.split('_')
    for (const path of ['/keys', '/usage', '/overview', '/session'])
      assert.ok(!(await visitor.ask(path)).text.includes(secret), path)
  })

  it('origins are judged by the rules of the image API', async () => {
    const cases: [string[], string, boolean][] = [
      [[], 'https://any.example', true],
      [['*.example.com'], 'https://example.com', false],
      [['*.example.com'], 'www.example.com/path', true],
      [['example.com'], 'https://evilexample.com', false],
      [['example.com'], 'http://localhost:5173', true],
      [['example.com'], 'nonsense://x', false],
    ]
    for (const [origins, page, allowed] of cases) {
      const answer = await visitor.ask('/origins/check', { body: { origins, page } })
      assert.equal((answer.json as OriginsAnswer).page?.allowed, allowed, `${origins} ${page}`)
    }
    const wrong = await visitor.ask('/origins/check', { body: { origins: ['a.com:1', 'b.com'] } })
    assert.deepEqual(
      (wrong.json as OriginsAnswer).entries.map(({ ok }) => ok),
      [false, true],
    )
  })
})

describe('corrections', () => {
  it('are for owners of the first account alone: they hold for all', async () => {
    const { sql } = app.database
    const [person] = await sql`select id from people limit 1`
    await sql`insert into accounts (id, name, plan) select 'acc_other', 'other', plan from accounts limit 1`
    await sql`
      insert into members (account_id, person_id, role) values ('acc_other', ${person?.id}, 'owner')`
    const other = await signedInVisitor(app)
    const seen = async (path: string) => (await other.ask(path)).status
    await other.ask('/account', { body: { id: 'acc_other' } })
    const body = { domain: 'a.example', what: 'name', value: 'A' }
    assert.equal((await other.ask('/pins', { method: 'PUT', body })).status, 403)
    assert.equal(await seen('/corrections'), 403)
    assert.equal((await other.ask('/session')).text.includes('"isOperator":true'), false)
    const said = await other.ask('/v1/images/a.example/complaints', { body: { note: 'wrong' } })
    assert.equal(said.status, 200, said.text)
    const all = (await visitor.ask('/corrections')).json as { complaints: { id: string }[] }
    const complaint = all.complaints[0]?.id
    const pinned = await visitor.ask('/pins', { method: 'PUT', body: { ...body, complaint } })
    assert.equal(pinned.status, 200, pinned.text)
    const then = (await visitor.ask('/corrections')).json as {
      pins: object[]
      complaints: object[]
    }
    assert.deepEqual([then.pins.length, then.complaints.length], [1, 0])
    assert.equal((await visitor.ask('/pins/a.example/name', { method: 'DELETE' })).status, 200)
    assert.match(
      (await visitor.ask('/audit')).text,
      /"what":"image.unpin","subject":"a.example name"/,
    )
  })
})

describe('the playground', () => {
  it('has a sample site that needs no network, and that nobody reaches by any other way', async () => {
    const ask = (url: string, more: object = {}) =>
      visitor.ask('/v1/scrape', { body: { url, formats: ['markdown', 'metadata'], ...more } })
    const read = await ask('http://sample.siteray.example/paper')
    assert.equal(read.status, 200, read.text)
    assert.match(read.text, /Paper forgets nothing/)
    assert.doesNotMatch(read.text, /Also here/)
    for (const url of ['http://sample.siteray.example/nothing', 'https://sample.siteray.example/'])
      assert.equal((await ask(url)).status, 502, url)
    assert.equal((await ask('http://sample.siteray.example:3000/')).status, 400)
    const extracted = await visitor.ask('/v1/extract', {
      body: {
        url: 'http://sample.siteray.example/lamp',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, price: { type: 'number' } },
        },
      },
    })
    assert.deepEqual((extracted.json as { data: object }).data, {
      ...{ name: 'Desk lamp No. 7', price: 149 },
    })
  })
})

describe('what the pages ask for', () => {
  it('is the plan, its limits and how long things are kept', async () => {
    const { json } = await visitor.ask('/limits')
    assert.deepEqual(json, {
      plan: { name: 'unlimited', creditsPerMonth: null, imageRequestsPerMonth: null },
      ...{ callsPerMinute: 600, batchUrls: 10_000, crawlPages: 100_000 },
      ...{ bodyBytes: 1024 ** 2, largeBodyBytes: 10 * 1024 ** 2, fileMegabytes: 50 },
      ...{ resultsHours: 24, requestLogDays: 30, auditDays: 1_095, usageMonths: 13 },
    })
  })

  it('is what is wrong with which URL, before anything is charged', async () => {
    const urls = ['example.com', 'not a url', 'http://10.0.0.1/', 'https://example.org/a,b']
    const { json } = await visitor.ask('/urls/check', { body: { urls } })
    const { problems, total } = json as {
      problems: { url: string; problem: string }[]
      total: number
    }
    assert.equal(total, 2)
    assert.deepEqual(
      problems.map(({ url }) => url),
      ['not a url', 'http://10.0.0.1/'],
    )
    assert.match(problems[0]?.problem ?? '', /is not a URL/)
    assert.match(problems[1]?.problem ?? '', /not a public address/)
  })

  it('is each call with the sentence of its error', async () => {
    await app.api('/v1/scrape', { method: 'POST', body: { url: 'http://10.0.0.1/' } })
    const { json } = await visitor.ask('/requests')
    const [call] = (json as { requests: { code: string; message: string }[] }).requests
    assert.deepEqual(
      [call?.code, call?.message],
      ['blocked_target', 'That address is not allowed.'],
    )
  })

  it('leads to its key where there is a page about it', async () => {
    const body = { url: 'http://10.0.0.1/' }
    await visitor.ask('/v1/scrape', { body })
    const { id, key } = await create({ kind: 'secret', name: 'Gone soon' })
    const headers = { authorization: `Bearer ${key}` }
    await app.api('/v1/scrape', { method: 'POST', body, headers })
    const read = async () => {
      const { requests } = (await visitor.ask('/requests')).json as RequestsAnswer
      const { keys } = (await visitor.ask('/usage')).json as UsageAnswer
      return Promise.all(
        ['Gone soon', 'Playground'].map(async name => {
          const call = requests.find(({ keyName }) => keyName === name)
          const { status } = await visitor.ask(`/keys/${call?.key}`)
          const counted = keys.find(({ id }) => id === call?.key)
          return [status, call?.keyIsThere, counted?.isThere]
        }),
      )
    }
    const dead = [404, false, false]
    assert.deepEqual(await read(), [[200, true, true], dead])
    await visitor.ask(`/keys/${id}`, { method: 'DELETE' })
    assert.deepEqual(await read(), [dead, dead])
  })
})

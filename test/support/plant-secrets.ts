import assert from 'node:assert/strict'
import { call } from './app.ts'
import { connect } from './mcp.ts'
import { openMemberSite } from './member-site.ts'
import { loginOf, password } from './signing.ts'
import type { SimulatedWeb } from './simulated-web.ts'
import { until } from './until.ts'

type Server = { web: SimulatedWeb; apiUrl: string; key: string }

/** A name that stands beside every secret, so that a search for them can be seen to find something. */
export const plantedHost = 'planted.test'

/**
 * Secrets of every kind are kept, used and failed with, by every door. Returns them, and all that the
 * server said meanwhile: answers, webhooks, pictures.
 */
export const plantSecrets = async ({ web, apiUrl, key }: Server) => {
  const planted = [password]
  const said: string[] = []
  const plant = (kind: string): string => {
    const value = `planted${kind}${Math.random().toString(36).slice(2)}`
    planted.push(value)
    return value
  }
  const ask = async (wanted: number, path: string, body?: unknown, method?: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), body, headers }
    const answer = await call(apiUrl + path, init)
    said.push(answer.text, JSON.stringify([...answer.headers]))
    assert.equal(answer.status, wanted, `${path}: ${answer.text}`)
    return answer.json as { id: string }
  }
  const putSecret = (name: string, value: string, totp = false) =>
    ask(200, `/v1/secrets/${name}`, { value, totp }, 'PUT')
  const create = async (body: object) =>
    (await ask(201, '/v1/sessions', { hosts: [plantedHost], ...body })).id
  const url = `https://${plantedHost}/p/1`
  const login = loginOf(plantedHost)
  openMemberSite(web, plantedHost, { password })
  web.site('hooks.test', ({ headers, body }) => {
    said.push(JSON.stringify(headers), body.toString())
    return 'Thanks.'
  })

  await putSecret('password', password)
  await ask(400, '/v1/secrets/broken', `{"value": "${plant('broken')}" and`, 'PUT')
  await ask(400, '/v1/secrets/broken', { valu: plant('misspelt'), value: 1 }, 'PUT')
  const failing: string[] = []
  for (const selector of ['button', '#none-there', '#email', 'h1']) {
    const name = `wrong${failing.length}`
    await putSecret(name, plant('password'))
    const actions = [
      { type: 'write', selector: '#email', text: plant('text') },
      { type: 'write', selector: '#password', secret: name },
      // A field that is there, one that is not, and what is none.
      selector === 'button'
        ? { type: 'click', selector }
        : { type: 'write', selector, secret: name },
    ]
    const id = await create({ login: { ...login, actions } })
    await ask(502, `/v1/sessions/${id}/sign-in`, {})
    failing.push(id)
  }
  await putSecret('key', planted[planted.push('PLANTEDKEYJBSWY3DPEHPK3PXP') - 1] ?? '', true)
  for (const render of ['auto', 'always', 'never']) {
    const cookies = [{ name: 'sid', value: plant('cookie'), domain: plantedHost }]
    const localStorage = [{ name: 'token', value: plant('local') }]
    const state = { cookies, origins: [{ origin: `https://${plantedHost}`, localStorage }] }
    const headers = { authorization: `Bearer ${plant('header')}` }
    const session = await create({ state, headers })
    await ask(409, '/v1/scrape', { url, session, render, maxAge: 60_000 })
    await ask(200, `/v1/sessions/${session}`)
  }

  const session = await create({ login })
  const formats = ['markdown', 'rawHtml', 'screenshot']
  const page = await ask(200, '/v1/scrape', { url, session, maxAge: 60_000, formats })
  said.push(
    Buffer.from(JSON.stringify(page).split('base64,')[1] ?? '', 'base64').toString('latin1'),
  )
  const webhook = { url: 'https://hooks.test/' }
  const ended = async (path: string) => {
    const look = async () => (await ask(200, path)) as { status?: string }
    await until('the job has ended', async () => (await look()).status !== 'scraping', 60_000)
    await ask(200, `${path}/deliveries`)
  }
  for (const used of [session, failing[0]]) {
    const job = { session: used, webhook, respectRobots: false }
    const batch = await ask(200, '/v1/batch/scrape', { urls: [url], ...job })
    await ended(`/v1/batch/scrape/${batch.id}`)
    const crawl = await ask(200, '/v1/crawl', { url, limit: 2, sitemap: 'skip', ...job })
    await ended(`/v1/crawl/${crawl.id}`)
    const request = { urls: [url], session: used, respectRobots: false }
    const schedule = { cron: '0 4 1 * *', kind: 'batch', request, webhook }
    const { id } = await ask(200, '/v1/schedules', schedule)
    await ask(200, `/v1/schedules/${id}/run`, {})
    await ask(200, `/v1/schedules/${id}`)
    await ask(200, `/v1/schedules/${id}/runs`)
    const mcp = await connect('2026', { url: `${apiUrl}/mcp`, key })
    said.push(JSON.stringify(await mcp.call('scrape', { url, session: used })))
    await mcp.close()
  }
  for (const path of ['/v1/sessions', '/v1/secrets', '/v1/schedules', '/v1/batch/scrape'])
    await ask(200, path)
  await until('a webhook has come', () => web.requestsTo('hooks.test').length >= 4, 60_000)
  return { planted, said: said.join('\n') }
}

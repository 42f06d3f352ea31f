import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { ownerEnv, signedInVisitor } from '../../support/dashboard.ts'
import { openMemberSite } from '../../support/member-site.ts'
import { assertRead, openSigning, password, type Signing } from '../../support/signing.ts'
import { until } from '../../support/until.ts'

let { web, app, create, scrape, show } = {} as Signing
let cookie: string
before(async () => {
  ;({ web, app, create, scrape, show } = await openSigning(ownerEnv))
  cookie = (await signedInVisitor(app)).cookie()
})

const open = (id: string, headers: Record<string, string> = { cookie, origin: app.apiUrl }) =>
  new WebSocket(`${app.apiUrl.replace('http', 'ws')}/dashboard/live/sessions/${id}`, { headers })

describe('signing in by hand', () => {
  it('shows a browser, passes keys and mouse on, and keeps what it holds in the end', async () => {
    // Letters that have no key of their own on every keyboard.
    const password = 'pä$$-wörd-я'
    openMemberSite(web, 'hand.test', { password })
    const { id } = await create({
      hosts: ['hand.test'],
      login: { url: 'https://hand.test/login', actions: [] },
    })
    const live = open(id)
    const frames: Buffer[] = []
    const said: { type: string; error?: string }[] = []
    live.on('message', (data: Buffer, isBinary) => {
      if (isBinary) frames.push(data)
      else said.push(JSON.parse(String(data)))
    })
    const send = (message: object) => live.send(JSON.stringify(message))
    await until(
      'the form is shown',
      () => web.requestsTo('hand.test').length > 0 && frames.length > 1,
    )
    assert.equal(frames[0]?.subarray(0, 2).toString('hex'), 'ffd8')
    // What nobody can do is passed over.
    for (const message of [{ type: 'key', key: 'NoSuchKey' }, { type: 'move', x: -1, y: 0 }, [], 7])
      send(message as object)
    live.send('no JSON')
    send({ type: 'key', key: 'Tab' })
    send({ type: 'text', text: 'me@example.com' })
    send({ type: 'key', key: 'Tab' })
    for (const key of password) send({ type: 'key', key })
    send({ type: 'key', key: 'Enter' })
    await until('the member is in', () =>
      web.requestsTo('hand.test').some(({ path }) => path === '/home'),
    )
    await until('home is shown', () => frames.length > 2)
    send({ type: 'done' })
    await until('it is kept', () => said.length > 0)
    assert.deepEqual(said, [{ type: 'signed-in' }])
    assert.equal((await show(id)).status, 'ready')
    assertRead(await scrape('https://hand.test/p/1', id), '/p/1')
    assert.ok(app.logLines.every(line => !line.includes(password)))
  })

  it('is one at a time, and says so', async () => {
    const site = openMemberSite(web, 'twice.test', { password })
    const login = { url: 'https://twice.test/login', actions: [] }
    const { id } = await create({ hosts: ['twice.test'], login })
    const first = open(id)
    await until('the form is shown', () => site.counts.forms > 0)
    const said = await new Promise(resolve => {
      open(id).on('message', data => resolve(JSON.parse(String(data))))
    })
    assert.deepEqual(said, {
      ...{ type: 'failed', error: 'Another sign-in by hand is under way. Try again shortly.' },
    })
    first.close()
    await until('it has ended', async () => {
      const [row] = await app.database.sql`select lease from site_sessions where id = ${id}`
      return row?.lease === null
    })
  })

  it('is for the account’s own people, from the dashboard’s own pages', async () => {
    openMemberSite(web, 'door.test', { password })
    const cookies = [{ name: 'sid', value: 'x', domain: 'door.test' }]
    const { id } = await create({ hosts: ['door.test'], state: { cookies } })
    const cases = [{ origin: app.apiUrl }, { cookie }, { cookie, origin: 'https://evil.test' }]
    for (const headers of cases) {
      const refused = await new Promise(resolve => {
        const live = open(id, headers as Record<string, string>)
        live.on('unexpected-response', (_, response) => resolve(response.statusCode))
        live.on('error', () => {})
        live.on('open', () => resolve('open'))
      })
      assert.equal(refused, 403)
    }
    // A handshake that fails holds no place: the next one is let in.
    const { hostname, port } = new URL(app.apiUrl)
    const broken = await new Promise(resolve => {
      const headers = { cookie, origin: app.apiUrl, connection: 'Upgrade', upgrade: 'websocket' }
      request({ hostname, port, path: `/dashboard/live/sessions/${id}`, headers })
        .on('response', response => resolve(response.resume().statusCode))
        .end()
    })
    assert.equal(broken, 400)
    const other = await new Promise(resolve => {
      const live = open('ses_unknown')
      live.on('message', data => resolve(JSON.parse(String(data))))
    })
    assert.deepEqual(other, { type: 'failed', error: 'There is no session ses_unknown.' })
    assert.equal(web.requestsTo('door.test').length, 0)
  })
})

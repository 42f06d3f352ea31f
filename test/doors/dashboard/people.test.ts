import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createAccount } from '../../../src/base/accounts/accounts.ts'
import { createSetupLink } from '../../../src/base/accounts/people/links.ts'
import { readPlans } from '../../../src/base/accounts/plans.ts'
import { contract } from '../../../src/doors/dashboard/contract.ts'
import type {
  JoinAnswer,
  MembersAnswer,
  SessionAnswer,
} from '../../../src/doors/dashboard/schemas.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  firstAccountId,
  owner,
  ownerEnv,
  signedInVisitor,
  type Visitor,
  visit,
} from '../../support/dashboard.ts'
import { urlOf } from '../../support/database-server.ts'

/** As after `npm start` without settings: the keys are made and printed. */
const noBootstrap = { BOOTSTRAP_SECRET_KEY: '', BOOTSTRAP_PUBLISHABLE_KEY: '' }

/** For people without a session, with what they answer to an empty question. */
const doors: Record<string, number> = {
  ...{ 'POST /sign-in': 400, 'POST /code': 400, 'POST /link': 400, 'POST /join': 400 },
  ...{ 'GET /forgot': 200, 'POST /forgot': 400, 'POST /reset-link': 400, 'POST /reset': 400 },
}

/** Whether a secret stands in these rows, as it is or in bytes. */
const isHeldBy = (rows: readonly unknown[], secret: string): boolean =>
  JSON.stringify(rows, (_name, value: unknown) =>
    Object(value).type === 'Buffer' ? Buffer.from(Object(value).data).toString('latin1') : value,
  ).includes(secret)

const tokenOf = (url: string | undefined) => url?.split('#')[1] ?? ''
const sessionOf = async (visitor: Visitor) => {
  const { status, json } = await visitor.ask('/session')
  assert.equal(status, 200)
  return json as SessionAnswer
}

describe('the set-up link', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(noBootstrap)
  })

  it('makes the first owner with the keys that were printed, once', async () => {
    const token = tokenOf(app.setupUrl)
    assert.match(app.setupUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+\/join#\w{43}$/)
    const stored = await app.database.sql`select * from join_links`
    const printed = app.firstRun.made
    for (const secret of [token, printed.secretKey ?? '?', printed.publishableKey ?? '?'])
      assert.ok(!isHeldBy(stored, secret))

    const visitor = visit(app)
    const shown = await visitor.ask('/link', { body: { token } })
    assert.deepEqual(shown.json, { kind: 'setup', account: 'main', role: 'owner' })
    const joined = await visitor.ask('/join', { body: { token, ...owner } })
    assert.equal(joined.status, 200, joined.text)
    const { keys } = joined.json as JoinAnswer
    assert.deepEqual(keys, printed)
    const authorization = `Bearer ${keys?.secretKey}`
    assert.equal((await app.api('/v1/usage', { headers: { authorization } })).status, 200)
    assert.equal((await app.database.sql`select 1 from keys where not internal`).length, 2)
    assert.equal((await sessionOf(visitor)).role, 'owner')
    const [account] = await app.database.sql`select owner_email from accounts`
    assert.equal(account?.owner_email, owner.email)

    const again = await visit(app).ask('/join', {
      body: { token, email: 'thief@example.com', password: 'another password' },
    })
    assert.equal(again.status, 404)
  })

  it('too old is refused', async () => {
    const { sql } = app.database
    const accountId = await firstAccountId(app)
    const url = await createSetupLink(sql, { accountId, publicUrl: 'http://x', actor: 'test' })
    await sql`update join_links set expires_at = now() - interval '1 second'`
    const answer = await visit(app).ask('/join', { body: { token: tokenOf(url), ...owner } })
    assert.equal(answer.status, 404)
  })

  it('made again by the operator gives an owner a new password and ends the old sessions', async () => {
    const earlier = await signedInVisitor(app)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['src/cli.ts', 'setup-link', '--json'],
      { env: { ...process.env, DATABASE_URL: urlOf(app.database.target) } },
    )
    const { url } = JSON.parse(stdout)
    const password = 'a password to remember'
    const wrong = { email: owner.email, password: 'somebody’s guess' }
    for (let attempt = 1; attempt <= 5; attempt++)
      assert.equal((await visit(app).ask('/sign-in', { body: wrong })).status, 401)
    const body = { token: tokenOf(url), email: owner.email, password }
    const joined = await visit(app).ask('/join', { body })
    assert.deepEqual([joined.status, joined.json], [200, { keys: null, needsCode: false }])
    assert.equal((await earlier.ask('/session')).status, 401)
    await signedInVisitor(app, { email: owner.email, password })
  })

  it('that came too late for the printed keys brings the first owner new ones', async () => {
    const late = await startApp(noBootstrap)
    const { sql } = late.database
    const accountId = await firstAccountId(late)
    const url = await createSetupLink(sql, { accountId, publicUrl: 'http://x', actor: 'test' })
    const joined = await visit(late).ask('/join', { body: { token: tokenOf(url), ...owner } })
    const { keys } = joined.json as JoinAnswer
    assert.notEqual(keys?.secretKey, late.firstRun.made.secretKey)
    for (const key of [keys?.secretKey, late.firstRun.made.secretKey]) {
      const headers = { authorization: `Bearer ${key}` }
      assert.equal((await late.api('/v1/usage', { headers })).status, 200)
    }
  })
})

describe('signing in', () => {
  let app: TestApp
  /** The same behind a proxy with TLS. */
  let secure: TestApp
  before(async () => {
    app = await startApp(ownerEnv)
    const proxied = { PUBLIC_URL: 'https://siteray.example', TRUSTED_PROXIES: '127.0.0.0/8' }
    secure = await startApp({ ...ownerEnv, ...proxied }, app.database)
  })

  it('needs no link where ADMIN_EMAIL and ADMIN_PASSWORD are set', async () => {
    assert.equal(app.setupUrl, undefined)
    const visitor = visit(app)
    const answer = await visitor.ask('/sign-in', {
      body: { ...owner, email: 'Owner@Example.com ' },
    })
    assert.equal(answer.status, 200)
    const [cookie] = answer.headers.getSetCookie()
    assert.match(cookie ?? '', /^siteray=.*HttpOnly.*SameSite=Lax/i)
    assert.equal((await sessionOf(visitor)).email, owner.email)
  })

  it('leaves nothing in the database that would sign anybody in', async () => {
    const visitor = await signedInVisitor(app)
    const [token = ''] = decodeURIComponent(visitor.cookie().split('=')[1] ?? '').split('.')
    assert.match(token, /^\w{32}$/)
    const { sql } = app.database
    const tables = await sql`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`
    for (const { table_name } of tables)
      assert.ok(!isHeldBy(await sql`select * from ${sql(table_name)}`, token), table_name)
    assert.equal((await visitor.ask('/session')).status, 200)
  })

  it('goes on through the refresh of an older session', async () => {
    const visitor = await signedInVisitor(app)
    const cookie = visitor.cookie()
    await app.database.sql`update sessions set expires_at = now() + interval '1 hour'`
    assert.equal((await visitor.ask('/session')).status, 200)
    assert.equal(visitor.cookie(), cookie)
    const [row] = await app.database.sql`
      select max(expires_at) > now() + interval '11 hours' as refreshed from sessions`
    assert.equal(row?.refreshed, true)
    assert.equal((await visitor.ask('/session')).status, 200)
  })

  it('takes as long for somebody who is not known', async () => {
    const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    for (let round = 0; round < 5; round++)
      for (const who of ['known', 'unknown'] as const) {
        const email = who === 'known' ? owner.email : `nobody${round}@example.com`
        // Processor time: the hash is nearly all of it, whatever else the machine does.
        const before = process.cpuUsage()
        const body = { email, password: 'not the password' }
        assert.equal((await visit(app).ask('/sign-in', { body })).status, 401)
        const { user, system } = process.cpuUsage(before)
        quickest[who] = Math.min(quickest[who], (user + system) / 1_000)
        await app.database.sql`delete from sign_in_attempts`
      }
    // Without the hash an answer takes a tenth of the time.
    const ratio = quickest.unknown / quickest.known
    assert.ok(ratio > 0.6 && ratio < 1.7, JSON.stringify(quickest))
  })

  it('is limited by the address that a trusted proxy names, and no other', async () => {
    const guess = (of: TestApp, round: number, address: string) =>
      visit(of).ask('/sign-in', {
        body: { email: `person${round}@example.com`, password: 'guess guess' },
        headers: { 'x-forwarded-for': address },
      })
    const fill = (address: string) => app.database.sql`
      insert into sign_in_attempts (email, address)
      select 'somebody' || n, ${address} from generate_series(1, 50) as n`
    await fill('203.0.113.7')
    await fill('2001:db8:1:2::/64')
    assert.equal((await guess(secure, 1, '203.0.113.7')).status, 429)
    assert.equal((await guess(secure, 2, '2001:db8:1:2:aaaa::1')).status, 429)
    assert.equal((await guess(secure, 3, '203.0.113.8')).status, 401)
    assert.equal((await guess(app, 4, '203.0.113.7')).status, 401)
    await app.database.sql`delete from sign_in_attempts`
  })

  it('over https sets a __Host- cookie', async () => {
    const answer = await visit(secure).ask('/sign-in', { body: owner })
    const [cookie] = answer.headers.getSetCookie()
    assert.match(cookie ?? '', /^__Host-siteray=.*Path=\/.*Secure/i)
    assert.doesNotMatch(cookie ?? '', /Domain/i)
    // A proxy that names us by another host than people do.
    const proxied = await visit(secure).ask('/sign-in', {
      body: owner,
      headers: { origin: 'https://siteray.example' },
    })
    assert.equal(proxied.status, 200)
  })

  it('every question without a session is a 401', async () => {
    for (const route of Object.keys(contract)) {
      const [method = '', path = ''] = route.split(' ')
      const { status } = await visit(app).ask(path.replace(':id', 'x'), { method })
      assert.equal(status, doors[route] ?? 401, route)
    }
    for (const path of ['/picture?url=https://example.com/', '/audit.csv', '/v1/usage'])
      assert.equal((await visit(app).ask(path)).status, 401, path)
  })

  it('ends everywhere when asked to', async () => {
    const [one, two] = [await signedInVisitor(app), await signedInVisitor(app)]
    const cookie = two.cookie()
    assert.equal((await one.ask('/sign-out-everywhere', { body: {} })).status, 200)
    const answer = await visit(app).ask('/session', { headers: { cookie } })
    assert.equal(answer.status, 401)
  })

  it('ends on the server when signed out, not only in the browser', async () => {
    const visitor = await signedInVisitor(app)
    const cookie = visitor.cookie()
    await visitor.ask('/sign-out', { body: {} })
    assert.equal((await visit(app).ask('/session', { headers: { cookie } })).status, 401)
  })

  it('is refused after five wrong passwords, known person or not, with the right one too', async () => {
    for (const email of ['stranger@example.com', owner.email]) {
      const wrong = { email, password: 'not the password' }
      for (let attempt = 1; attempt <= 5; attempt++) {
        const { status, json } = await visit(app).ask('/sign-in', { body: wrong })
        assert.equal(status, 401)
        assert.deepEqual(json, { error: 'The e-mail address or the password is wrong.' })
      }
      const { status, headers } = await visit(app).ask('/sign-in', { body: { ...owner, email } })
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 800)
    }
    await app.database.sql`delete from sign_in_attempts`
  })

  it('a hundred guesses at once are five guesses', async () => {
    const guess = () =>
      visit(app).ask('/sign-in', { body: { email: 'many@example.com', password: 'guess guess' } })
    const answers = await Promise.all(Array.from({ length: 40 }, guess))
    assert.equal(answers.filter(({ status }) => status === 401).length, 5)
    await app.database.sql`delete from sign_in_attempts`
  })

  it('a changed password needs the current one, and ends all other sessions', async () => {
    const [one, two] = [await signedInVisitor(app), await signedInVisitor(app)]
    const change = { currentPassword: 'wrong password', newPassword: 'a better password' }
    assert.equal((await one.ask('/password', { body: change })).status, 400)
    const right = { ...change, currentPassword: owner.password }
    assert.equal(
      (await one.ask('/password', { body: { ...right, newPassword: 'short' } })).status,
      400,
    )
    const answer = await one.ask('/password', { body: right })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await one.ask('/session')).status, 200)
    assert.equal((await two.ask('/session')).status, 401)
    await signedInVisitor(app, { email: owner.email, password: right.newPassword })
    const back = { currentPassword: right.newPassword, newPassword: owner.password }
    assert.equal((await one.ask('/password', { body: back })).status, 200)
  })

  it('other sites’ pages get nothing', async () => {
    const visitor = await signedInVisitor(app)
    const headers = { origin: 'https://evil.example' }
    assert.equal((await visitor.ask('/keys', { headers })).status, 403)
    assert.equal((await visitor.ask('/sign-out', { body: {}, headers })).status, 403)
    assert.equal(
      (await visitor.ask('/keys', { headers: { 'sec-fetch-site': 'same-site' } })).status,
      403,
    )
    const { cookie } = { cookie: visitor.cookie() }
    const without = await fetch(`${app.apiUrl}/dashboard/api/sign-out`, {
      method: 'POST',
      headers: { cookie },
    })
    assert.equal(without.status, 403)
    const answer = await visitor.ask('/keys')
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  })

  it('passwords are kept as argon2id', async () => {
    const [row] = await app.database.sql`select password from credentials`
    assert.match(row?.password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('members', () => {
  let app: TestApp
  let chief: Visitor
  before(async () => {
    app = await startApp(ownerEnv)
    chief = await signedInVisitor(app)
  })
  const invite = async (role: string) => {
    const answer = await chief.ask('/invitations', { body: { role } })
    return tokenOf((answer.json as { url: string }).url)
  }

  it('come by an owner’s link, and may not invite or remove', async () => {
    const guest = { email: 'guest@example.com', password: 'guest of the house' }
    const token = await invite('member')
    const visitor = visit(app)
    const joined = await visitor.ask('/join', { body: { token, ...guest } })
    assert.deepEqual(joined.json, { keys: null, needsCode: false })
    assert.equal((await sessionOf(visitor)).role, 'member')
    assert.equal((await visitor.ask('/invitations', { body: { role: 'owner' } })).status, 403)
    const { members } = (await chief.ask('/members')).json as MembersAnswer
    assert.deepEqual(
      members.map(({ email, role }) => [email, role]),
      [
        [owner.email, 'owner'],
        [guest.email, 'member'],
      ],
    )
    const [first, second] = members
    const remove = async (by: Visitor, who: typeof first) =>
      (await by.ask(`/members/${who?.id}/remove`, { body: { deleteKeys: [] } })).status
    assert.equal(await remove(visitor, first), 403)
    assert.equal(await remove(chief, first), 409)
    assert.equal(await remove(chief, second), 200)
    assert.equal((await visitor.ask('/session')).status, 401)
  })

  it('an invitation never gives somebody who is known a new password', async () => {
    const token = await invite('member')
    const body = { token, email: owner.email, password: 'the thief’s password' }
    assert.equal((await visit(app).ask('/join', { body })).status, 400)
    await signedInVisitor(app)
  })

  it('a withdrawn invitation opens nothing', async () => {
    const token = await invite('owner')
    const { invitations } = (await chief.ask('/members')).json as MembersAnswer
    for (const { id } of invitations)
      assert.equal((await chief.ask(`/invitations/${id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await visit(app).ask('/link', { body: { token } })).status, 404)
  })

  it('of one account see and touch nothing of another', async () => {
    const { sql } = app.database
    const plans = readPlans(undefined)
    const other = await createAccount(sql, plans, { name: 'other', plan: 'free', actor: 'test' })
    const url = await createSetupLink(sql, {
      accountId: other.id,
      publicUrl: 'http://x',
      actor: 'test',
    })
    const stranger = visit(app)
    const who = { email: 'stranger@example.com', password: 'a stranger’s word' }
    await stranger.ask('/join', { body: { token: tokenOf(url), ...who } })
    const made = (await chief.ask('/keys', { body: { kind: 'publishable', name: 'ours' } })).json
    const { id } = made as { id: string }
    const tries: [string, object][] = [
      [`/keys/${id}`, { method: 'DELETE' }],
      [`/keys/${id}/roll`, { body: { overlapHours: 1 } }],
      [`/keys/${id}/origins`, { method: 'PUT', body: { origins: [] } }],
      [`/keys/${id}/refusals`, {}],
      ['/account', { body: { id: await firstAccountId(app) } }],
    ]
    for (const [path, init] of tries)
      assert.equal((await stranger.ask(path, init)).status, 404, path)
    const { keys } = (await stranger.ask('/keys')).json as { keys: { id: string }[] }
    assert.ok(!keys.some(key => key.id === id))
    assert.equal((await stranger.ask('/members')).text.includes(owner.email), false)
  })
})

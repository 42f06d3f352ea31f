import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createResetLink } from '../../../src/base/accounts/people/reset.ts'
import type { TwoStepAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { masterKey, startApp, type TestApp } from '../../support/app.ts'
import { owner, ownerEnv, signedInVisitor, type Visitor, visit } from '../../support/dashboard.ts'
import { urlOf } from '../../support/database-server.ts'
import { createSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts'
import { totp } from '../../support/totp.ts'
import { until } from '../../support/until.ts'

let app: TestApp
let sink: SmtpSink
before(async () => {
  sink = await createSmtpSink()
  const proxied = { TRUSTED_PROXIES: '127.0.0.0/8', SMTP_URL: sink.url }
  app = await startApp({ ...ownerEnv, ...proxied })
})
after(() => sink.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const tokenOf = (text: string) => /#(\w{43})/.exec(text)?.[1] ?? ''
const guess = (address: string, email = owner.email, visitor = visit(app)) =>
  visitor.ask('/sign-in', { body: { email, password: 'a wrong guess' }, headers: from(address) })
const operator = async (...words: string[]) => {
  const env = { DATABASE_URL: urlOf(app.database.target), MASTER_KEY: masterKey }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli.ts', ...words], {
    env: { ...process.env, ...env },
  })
  return stdout.trim()
}
const resetToken = async () => {
  const wanted = { email: owner.email, publicUrl: app.apiUrl, actor: 'test' }
  return tokenOf(await createResetLink(app.database.sql, wanted))
}
/** Every row of every table, to look for what must not stand there. */
const everything = async () => {
  const { sql } = app.database
  const tables = await sql`select schemaname, tablename from pg_tables
    where schemaname = 'public'`
  const rows = await Promise.all(
    tables.map(one => sql`select * from ${sql(one.schemaname)}.${sql(one.tablename)}`),
  )
  return JSON.stringify(rows, (_name, value: unknown) =>
    Object(value).type === 'Buffer' ? Buffer.from(Object(value).data).toString('latin1') : value,
  )
}

describe('wrong passwords from elsewhere', () => {
  beforeEach(() => app.database.sql`delete from sign_in_attempts`)

  it('stop whoever sends them, and not the person at another address', async () => {
    for (let round = 1; round <= 5; round++) assert.equal((await guess('203.0.113.1')).status, 401)
    assert.equal((await guess('203.0.113.1')).status, 429)
    const newBrowser = visit(app)
    const answer = await newBrowser.ask('/sign-in', { body: owner, headers: from('198.51.100.1') })
    assert.equal(answer.status, 200)
  })

  it('from everywhere at once leave a known browser its way in', async () => {
    const known = await signedInVisitor(app)
    await known.ask('/sign-out', { body: {} })
    await app.database.sql`
      insert into sign_in_attempts (email, address)
      select ${owner.email}, '203.0.113.' || n from generate_series(1, 60) as n`
    const stranger = await visit(app).ask('/sign-in', {
      body: owner,
      headers: from('198.51.100.2'),
    })
    assert.equal(stranger.status, 429, 'all addresses together have a limit too')
    assert.equal((await known.ask('/sign-in', { body: owner })).status, 200)
  })

  it('from the person’s own address do not stop their browser either', async () => {
    const known = await signedInVisitor(app)
    await app.database.sql`
      insert into sign_in_attempts (email, address)
      select ${owner.email}, '127.0.0.1' from generate_series(1, 60)`
    assert.equal((await visit(app).ask('/sign-in', { body: owner })).status, 429)
    assert.equal((await known.ask('/sign-in', { body: owner })).status, 200)
  })

  it('in a known browser are counted there, and stop only that browser', async () => {
    const [one, two] = [await signedInVisitor(app), await signedInVisitor(app)]
    for (let round = 1; round <= 10; round++)
      assert.equal((await guess(`203.0.113.${round}`, owner.email, one)).status, 401)
    assert.equal((await one.ask('/sign-in', { body: owner })).status, 429)
    assert.equal((await two.ask('/sign-in', { body: owner })).status, 200)
  })

  it('the cookie is for one person, not for scripts, and forged by nobody', async () => {
    const visitor = visit(app)
    const answer = await visitor.ask('/sign-in', { body: owner })
    const cookie = answer.headers.getSetCookie().find(one => one.startsWith('siteray-device-'))
    assert.match(cookie ?? '', /HttpOnly.*SameSite=Lax/i)
    const [name = '', value = ''] = cookie?.split(';', 1)[0]?.split('=') ?? []
    assert.ok(!cookie?.includes(owner.email))
    await app.database.sql`
      insert into sign_in_attempts (email, address)
      select ${owner.email}, '127.0.0.1' from generate_series(1, 60)`
    const tries = [`${name}=${value}`, `${name}=x${value}`, `${name}=device_x.${'A'.repeat(43)}`]
    const statuses = []
    for (const cookie of tries)
      statuses.push((await visit(app).ask('/sign-in', { body: owner, headers: { cookie } })).status)
    assert.deepEqual(statuses, [200, 429, 429])
  })

  it('another password ends all known browsers, but for the one that changed it', async () => {
    const [one, two] = [await signedInVisitor(app), await signedInVisitor(app)]
    const changed = { email: owner.email, password: 'another password' }
    const swap = (currentPassword: string, newPassword: string) =>
      one.ask('/password', { body: { currentPassword, newPassword } })
    assert.equal((await swap(owner.password, changed.password)).status, 200)
    await app.database.sql`
      insert into sign_in_attempts (email, address)
      select ${owner.email}, '127.0.0.1' from generate_series(1, 60)`
    assert.equal((await two.ask('/sign-in', { body: changed })).status, 429)
    assert.equal((await one.ask('/sign-in', { body: changed })).status, 200)
    assert.equal((await swap(changed.password, owner.password)).status, 200)
  })
})

describe('a forgotten password', () => {
  const wish = (email: string, address = '198.51.100.7') =>
    visit(app).ask('/forgot', { body: { email }, headers: from(address) })
  beforeEach(() => app.database.sql`delete from sign_in_attempts`)

  it('comes back by a link in a mail: once, with every session ended', async () => {
    const earlier = await signedInVisitor(app)
    assert.deepEqual((await visit(app).ask('/forgot')).json, { sendsMail: true })
    const before = sink.mails.length
    assert.deepEqual([(await wish(' Owner@Example.com')).json], [{}])
    const mail = await sink.waitForMail(before + 1)
    assert.deepEqual(mail.to, [owner.email])
    const token = tokenOf(mail.text)
    assert.ok(token && mail.text.includes(`${app.apiUrl}/reset#`), mail.text)
    assert.ok(!(await everything()).includes(token))
    const visitor = visit(app)
    const shown = await visitor.ask('/reset-link', { body: { token } })
    assert.deepEqual(shown.json, { email: owner.email })
    assert.equal((await visitor.ask('/reset', { body: { token, password: 'short' } })).status, 400)
    for (let round = 1; round <= 6; round++) await guess('198.51.100.7')
    const password = 'a password I will keep'
    const reset = await visitor.ask('/reset', {
      body: { token, password },
      headers: from('198.51.100.7'),
    })
    assert.deepEqual([reset.status, reset.json], [200, { needsCode: false }])
    assert.equal((await visitor.ask('/session')).status, 200)
    assert.equal((await earlier.ask('/session')).status, 401)
    assert.equal((await visit(app).ask('/reset', { body: { token, password } })).status, 404)
    const back = { currentPassword: password, newPassword: owner.password }
    assert.equal((await visitor.ask('/password', { body: back })).status, 200)
    assert.ok(!app.logLines.some(line => line.includes(token)))
  })

  it('of nobody is answered the same, and no mail is sent', async () => {
    const before = sink.mails.length
    const [known, unknown] = [await wish(owner.email), await wish('nobody@example.com')]
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
    await sink.waitForMail(before + 1)
    await until('both jobs are done', async () => {
      const rows = await app.database.sql`
        select 1 from queue_jobs where queue = 'people.reset-mail'`
      return rows.length === 0
    })
    assert.equal(sink.mails.length, before + 1)
  })

  it('of no possible address is a bad request', async () => {
    for (const email of ['nobody', 'a\0b@example.com', 'a b@example.com']) {
      assert.equal((await wish(email)).status, 400)
      assert.equal((await guess('198.51.100.7', email)).status, 400)
    }
  })

  it('is asked for ten times an hour from one address, and mailed three times', async () => {
    await app.database.sql`delete from reset_links`
    const before = sink.mails.length
    const statuses = []
    for (let round = 1; round <= 11; round++) statuses.push((await wish(owner.email)).status)
    assert.deepEqual(statuses, [...Array(10).fill(200), 429])
    await until('all jobs are done', async () => {
      const rows = await app.database.sql`
        select 1 from queue_jobs where queue = 'people.reset-mail'`
      return rows.length === 0
    })
    await sink.waitForMail(before + 3)
    const [row] = await app.database.sql`select count(*) as count from reset_links`
    assert.equal(row?.count, 3)
  })

  it('a link that is an hour old, or older than the password, opens nothing', async () => {
    await app.database.sql`delete from reset_links`
    const old = await resetToken()
    await app.database.sql`update reset_links set expires_at = now() - interval '1 second'`
    const token = await resetToken()
    const visitor = await signedInVisitor(app)
    const change = { currentPassword: owner.password, newPassword: owner.password }
    assert.equal((await visitor.ask('/password', { body: change })).status, 200)
    for (const used of [old, token]) {
      const body = { token: used, password: 'the thief’s password' }
      assert.equal((await visit(app).ask('/reset', { body })).status, 404)
    }
  })

  it('where no mail is sent is the operator’s to mend', async () => {
    const mute = await startApp({ TRUSTED_PROXIES: '127.0.0.0/8' }, app.database)
    assert.deepEqual((await visit(mute).ask('/forgot')).json, { sendsMail: false })
    const refused = await visit(mute).ask('/forgot', { body: { email: owner.email } })
    assert.equal(refused.status, 409)
    const token = tokenOf(await operator('people', 'reset-link', owner.email))
    const reset = await visit(mute).ask('/reset', { body: { token, password: owner.password } })
    assert.equal(reset.status, 200)
  })
})

describe('two-step sign-in', () => {
  let started: TwoStepAnswer
  let inside: Visitor
  const firstStep = async (visitor: Visitor) => {
    const answer = await visitor.ask('/sign-in', { body: owner })
    assert.deepEqual([answer.status, answer.json], [200, { needsCode: true }], answer.text)
    assert.equal((await visitor.ask('/session')).status, 401, 'the password alone opens nothing')
  }
  const enter = async (visitor: Visitor, code: string, headers = {}) =>
    (await visitor.ask('/code', { body: { code }, headers })).status
  const forgetCodes = async () => {
    await app.database.sql`delete from verifications where value = 'used'`
    await app.database.sql`delete from sign_in_attempts`
  }
  before(forgetCodes)

  it('begins with the password and a first right code, and ends other sessions', async () => {
    const other = await signedInVisitor(app)
    inside = await signedInVisitor(app)
    const start = (password: string) => inside.ask('/two-step/start', { body: { password } })
    assert.equal((await start('a wrong guess')).status, 400)
    const answer = await start(owner.password)
    assert.equal(answer.status, 200, answer.text)
    started = answer.json as TwoStepAnswer
    assert.match(started.uri, /^otpauth:\/\/totp\/Siteray:owner%40example\.com\?secret=[A-Z2-7]+&/)
    assert.equal(new Set(started.recoveryCodes).size, 10)
    for (const code of started.recoveryCodes) assert.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/)
    await signedInVisitor(app)
    const confirm = async (code: string) =>
      (await inside.ask('/two-step/confirm', { body: { code } })).status
    assert.equal(await confirm('000000'), 400)
    assert.equal(await confirm(totp(started.uri)), 200)
    assert.equal((await inside.ask('/session')).status, 200)
    assert.equal(Object((await inside.ask('/session')).json).twoStep, true)
    assert.equal((await other.ask('/session')).status, 401)
    assert.equal((await start(owner.password)).status, 409)
    assert.equal(await confirm(totp(started.uri, 1)), 409)
  })

  it('leaves neither secret nor recovery codes in the database', async () => {
    const stored = await everything()
    const secret = new URL(started.uri).searchParams.get('secret') ?? '?'
    for (const hidden of [secret, ...started.recoveryCodes]) assert.ok(!stored.includes(hidden))
  })

  it('takes a code once: not the one that was just used, nor two at the same time', async () => {
    const visitor = visit(app)
    await firstStep(visitor)
    assert.equal(await enter(visitor, '12 34'), 400)
    const code = totp(started.uri, 1)
    assert.equal(await enter(visitor, `${code.slice(0, 3)} ${code.slice(3)}`), 200)
    assert.equal((await visitor.ask('/session')).status, 200)
    const again = visit(app)
    await firstStep(again)
    assert.equal(await enter(again, code), 400)
    await forgetCodes()
    const two = [visit(app), visit(app), visit(app)]
    for (const one of two) await firstStep(one)
    const fresh = totp(started.uri)
    const statuses = await Promise.all(two.map(one => enter(one, fresh)))
    assert.deepEqual(statuses.sort(), [200, 400, 400])
    await forgetCodes()
  })

  it('after five wrong codes asks for the password again, and stops whoever goes on', async () => {
    const visitor = visit(app)
    await firstStep(visitor)
    const wrong = totp(started.uri) === '111111' ? '222222' : '111111'
    for (let round = 1; round <= 5; round++) assert.equal(await enter(visitor, wrong), 400)
    assert.equal(await enter(visitor, totp(started.uri)), 429)
    const elsewhere = from('203.0.113.9')
    assert.equal(await enter(visitor, totp(started.uri), elsewhere), 401, 'the challenge is spent')
    await app.database.sql`
      insert into sign_in_attempts (kind, email, address)
      select 'code', ${owner.email}, '203.0.113.' || n from generate_series(1, 10) as n`
    const stranger = visit(app)
    await firstStep(stranger)
    assert.equal(await enter(stranger, totp(started.uri), from('198.51.100.99')), 429)
    await firstStep(inside)
    assert.equal(await enter(inside, totp(started.uri)), 200, 'a known browser keeps its way in')
    await forgetCodes()
  })

  it('gives ten minutes for the code', async () => {
    const visitor = visit(app)
    await firstStep(visitor)
    await app.database.sql`update verifications set expires_at = now() - interval '1 second'`
    assert.equal(await enter(visitor, totp(started.uri)), 401)
    assert.equal(await enter(visit(app), totp(started.uri)), 401)
    for (const value of ['%', '%E0%A4%A', '2fa-x.y', '.', '%00'])
      assert.equal(
        await enter(visit(app), '123456', { cookie: `siteray-two-step=${value}` }),
        401,
        value,
      )
  })

  it('takes each recovery code once, however it is typed, until there are new ones', async () => {
    const [one = '', two = ''] = started.recoveryCodes
    const visitor = visit(app)
    await firstStep(visitor)
    assert.equal(await enter(visitor, ` ${one.toUpperCase().replace('-', '')} `), 200)
    const again = visit(app)
    await firstStep(again)
    assert.equal(await enter(again, one), 400)
    const renewed = await visitor.ask('/two-step/recovery-codes', {
      body: { password: owner.password },
    })
    const [fresh = ''] = Object(renewed.json).recoveryCodes
    assert.equal(await enter(again, two), 400)
    assert.equal(await enter(again, fresh), 200)
    await forgetCodes()
  })

  it('stays on with a new password', async () => {
    const token = await resetToken()
    const visitor = visit(app)
    const reset = await visitor.ask('/reset', { body: { token, password: owner.password } })
    assert.deepEqual(reset.json, { needsCode: true })
    assert.equal((await visitor.ask('/session')).status, 401)
    assert.equal(await enter(visitor, totp(started.uri, 1)), 200)
    inside = visitor
  })

  it('ends with the password, or by the operator’s word', async () => {
    assert.equal((await inside.ask('/two-step/off', { body: { password: 'a guess' } })).status, 400)
    const off = await inside.ask('/two-step/off', { body: { password: owner.password } })
    assert.equal(off.status, 200)
    for (const path of ['/two-step/off', '/two-step/recovery-codes'])
      assert.equal((await inside.ask(path, { body: { password: owner.password } })).status, 409)
    assert.equal((await inside.ask('/session')).status, 200)
    await signedInVisitor(app)

    await forgetCodes()
    const again = await inside.ask('/two-step/start', { body: { password: owner.password } })
    const { uri } = again.json as TwoStepAnswer
    await inside.ask('/two-step/confirm', { body: { code: totp(uri) } })
    await firstStep(visit(app))
    assert.match(await operator('people', 'two-step-off', owner.email), /password alone/)
    await signedInVisitor(app)
  })

  it('and everything else of it stands in the audit log', async () => {
    const rows = await app.database.sql`
      select distinct action from audit where action like 'person.%' order by action`
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['password', 'password-reset', 'recovery-code', 'recovery-codes', 'reset-link']
        .concat('two-step-off', 'two-step-on')
        .map(what => `person.${what}`),
    )
  })
})

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { openNotifications } from '../../../src/base/db/notify.ts'
import type { Sql } from '../../../src/base/db/sql.ts'
import { openVault } from '../../../src/base/db/vault.ts'
import { createMailJob, deleteOldMail, sendKept, sendMail } from '../../../src/base/mail/mail.ts'
import { createMailTransport } from '../../../src/base/mail/transport.ts'
import { defineJob, type JobReport } from '../../../src/base/queue/job.ts'
import { openQueue } from '../../../src/base/queue/queue.ts'
import { masterKey } from '../../support/app.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

type Received = { to: string[]; content: string }

const mail = { to: 'owner@example.com', subject: 'Your link', text: 'https://example.com/s3cret' }

const startServer = async (t: TestContext, options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 50,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, content: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { received, url: `smtp://127.0.0.1:${port}`, port }
}

/** A process that works, with or without a mail server. */
const start = async (
  t: TestContext,
  { sql, target }: TestDatabase,
  smtpUrl: string | undefined,
  retry?: { limit: number; delaySeconds: number; maxDelaySeconds: number },
) => {
  const transport = smtpUrl
    ? createMailTransport({ smtpUrl, from: 'Siteray <mail@siteray.test>' })
    : undefined
  const vault = await openVault({ sql, masterKey, dataDir: '' })
  const job = defineJob({
    ...createMailJob({ sql, transport, vault }),
    ...(retry ? { retry } : {}),
  })
  const notifications = await openNotifications(target, { name: 'mail-test' })
  const reports: JobReport[] = []
  const queue = await openQueue({
    ...{ target, works: true, notifications },
    log: { warn: message => t.diagnostic(message) },
    report: report => reports.push(report),
  })
  await queue.start([job])
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= queue.close({ graceMs: 0 }).then(() => notifications.close())
    return closed
  }
  t.after(() => close())
  const enqueue = (on: Sql, payload: { mailId: string }) => queue.enqueue(on, job, payload)
  return { enqueue, reports, transport, vault, close }
}

const outbox = async ({ sql }: TestDatabase) => [
  ...(await sql`select status, recipient, text, error from mail_outbox order by created_at`),
]

test('a mail is sent once, and its body is not kept afterwards', async t => {
  const database = await createDatabase()
  const { received, url } = await startServer(t)
  const deps = await start(t, database, url)
  assert.equal(await sendMail(deps, database.sql, { ...mail, html: '<b>Hello</b>' }), true)
  await until('it is sent', () => deps.reports.length === 1)
  assert.equal(received.length, 1)
  assert.deepEqual(received[0]?.to, ['owner@example.com'])
  for (const part of [
    /^From: Siteray <mail@siteray.test>/m,
    /^Subject: Your link/m,
    /<b>Hello<\/b>/,
  ])
    assert.match(received[0]?.content ?? '', part)
  assert.deepEqual(await outbox(database), [
    { status: 'sent', recipient: 'owner@example.com', text: '', error: null },
  ])
})

test('a mail that opens an account stands in the outbox encrypted, and arrives in clear', async t => {
  const database = await createDatabase()
  const without = await start(t, database, undefined)
  await sendMail(without, database.sql, { ...mail, isSecret: true })
  await until('it is kept', () => without.reports.length === 1)
  const [kept] = await database.sql`select text, sealed_text from mail_outbox`
  assert.equal(kept?.text, '')
  assert.ok(kept?.sealed_text.length > 0 && !kept?.sealed_text.includes('s3cret'))
  await without.close()

  const { received, url } = await startServer(t)
  const deps = await start(t, database, url)
  await sendKept(deps, database.sql)
  await until('it is sent', () => received.length === 1)
  assert.match(received[0]?.content ?? '', /https:\/\/example\.com\/s3cret/)
  await until('it is gone from the outbox', async () => {
    const [sent] = await database.sql`select sealed_text from mail_outbox`
    return sent?.sealed_text === null
  })
})

test('a mail belongs to the transaction that causes it', async t => {
  const database = await createDatabase()
  const { received, url } = await startServer(t)
  const deps = await start(t, database, url)
  const undone = database.sql.begin(async transaction => {
    await sendMail(deps, transaction, mail)
    throw new Error('undo')
  })
  await assert.rejects(undone, /undo/)
  await sendMail(deps, database.sql, { ...mail, to: 'second@example.com' })
  await until('the second is sent', () => received.length > 0)
  assert.deepEqual(
    received.map(({ to }) => to),
    [['second@example.com']],
  )
})

test('one mail for a key, however many ask at once', async t => {
  const database = await createDatabase()
  const { received, url } = await startServer(t)
  const [one, two] = [await start(t, database, url), await start(t, database, url)]
  const asked = Array.from({ length: 20 }, (_, index) =>
    sendMail(index % 2 ? one : two, database.sql, { ...mail, dedupeKey: 'low credits 2026-11' }),
  )
  assert.deepEqual((await Promise.all(asked)).filter(Boolean), [true])
  await until('it is sent', () => one.reports.length + two.reports.length === 1)
  assert.equal(received.length, 1)
})

test('without a mail server mails are kept, and sent once there is one, unless they are old', async t => {
  const database = await createDatabase()
  const without = await start(t, database, undefined)
  for (const to of ['new@example.com', 'old@example.com'])
    await sendMail(without, database.sql, { ...mail, to })
  await until('both are kept', () => without.reports.length === 2)
  assert.deepEqual(
    (await outbox(database)).map(({ status, text }) => [status, text]),
    [
      ['kept', mail.text],
      ['kept', mail.text],
    ],
  )
  await database.sql`
    update mail_outbox set created_at = now() - interval '8 days'
    where recipient = 'old@example.com'`
  await without.close()
  const { received, url } = await startServer(t)
  const deps = await start(t, database, url)
  const taken = await Promise.all([sendKept(deps, database.sql), sendKept(deps, database.sql)])
  assert.equal(taken[0] + taken[1], 1)
  await until('the new one is sent', () => deps.reports.length === 1)
  assert.deepEqual(
    received.map(({ to }) => to),
    [['new@example.com']],
  )
})

test('a server that is away is tried again', async t => {
  const database = await createDatabase()
  let refusals = 2
  const { received, url } = await startServer(t, {
    onMailFrom: (_, __, done) => {
      if (refusals-- > 0) done(Object.assign(new Error('try later'), { responseCode: 451 }))
      else done()
    },
  })
  const retry = { limit: 5, delaySeconds: 0, maxDelaySeconds: 0 }
  const deps = await start(t, database, url, retry)
  await sendMail(deps, database.sql, mail)
  await until('it is sent', () => received.length === 1)
  await until('all runs are reported', () => deps.reports.length === 3)
  assert.deepEqual(
    deps.reports.map(({ outcome }) => outcome),
    ['failed', 'failed', 'done'],
  )
})

test('a recipient that is refused for good is not tried again, nor one after the last attempt', async t => {
  const database = await createDatabase()
  const { url } = await startServer(t, {
    onRcptTo: ({ address }, _, done) =>
      done(
        Object.assign(new Error('no such user'), {
          responseCode: address.startsWith('never') ? 550 : 450,
        }),
      ),
  })
  const deps = await start(t, database, url, { limit: 1, delaySeconds: 0, maxDelaySeconds: 0 })
  await sendMail(deps, database.sql, { ...mail, to: 'never@example.com' })
  await until('it has ended', () => deps.reports.length === 1)
  assert.equal(deps.reports[0]?.outcome, 'done')
  assert.equal((await outbox(database))[0]?.status, 'failed')
  await sendMail(deps, database.sql, { ...mail, to: 'later@example.com' })
  await until('both have failed', async () => (await outbox(database))[1]?.status === 'failed')
  assert.match(String((await outbox(database))[1]?.error), /no such user/)
})

test('the password of the mail server is in no error, log or row, even when the server echoes it', async t => {
  const database = await createDatabase()
  const password = 'p@ss/w:rd'
  const echoed = [
    password,
    encodeURIComponent(password),
    Buffer.from(`\0me\0${password}`).toString('base64'),
  ]
  const { port } = await startServer(t, {
    authOptional: false,
    onAuth: (_, __, done) => done(new Error(`wrong: ${echoed.join(' ')}`)),
  })
  const url = `smtp://me:${encodeURIComponent(password)}@127.0.0.1:${port}`
  const deps = await start(t, database, url, { limit: 0, delaySeconds: 0, maxDelaySeconds: 0 })
  await sendMail(deps, database.sql, mail)
  await until('it has failed', async () => (await outbox(database))[0]?.status === 'failed')
  const checked = await deps.transport?.check()
  assert.match(String(checked), /wrong: \*\*\*/)
  const jobs = await database.sql`select error from queue_jobs where queue like 'mail%'`
  // The handling of the failure is reported, too, and may be first.
  const failure = () => deps.reports.find(({ outcome }) => outcome === 'failed')
  await until('that was told', () => failure() !== undefined)
  const report = failure()?.error as Error
  const said = JSON.stringify([
    ...[checked, await outbox(database), jobs, report.message, report.stack],
    ...[Object.entries(report), report.cause],
  ])
  for (const secret of echoed) assert.equal(said.includes(secret), false, said)
})

test('an address with a comma is one address, and lines cannot be added to the head', async t => {
  const database = await createDatabase()
  const { received, url } = await startServer(t)
  const deps = await start(t, database, url)
  await sendMail(deps, database.sql, { ...mail, subject: 'Hello\r\nBcc: victim@example.com' })
  await sendMail(deps, database.sql, { ...mail, to: 'a@example.com, b@example.com' })
  await until('both have ended', async () =>
    (await outbox(database)).every(({ status }) => status !== 'waiting'),
  )
  assert.deepEqual(
    received.filter(({ to }) => to.length > 1),
    [],
  )
  for (const { content } of received) assert.doesNotMatch(content, /^Bcc:/m)
})

test('old mails are deleted once they ended, kept ones never', async () => {
  const database = await createDatabase()
  const { sql } = database
  await sql`
    insert into mail_outbox (recipient, subject, text, status, created_at, ended_at) values
    ('a', '', '', 'sent', now() - interval '500 days', now() - interval '500 days'),
    ('b', '', '', 'sent', now(), now()),
    ('c', '', '', 'kept', now() - interval '500 days', null)`
  assert.equal(await deleteOldMail(sql), false)
  assert.deepEqual((await outbox(database)).map(({ recipient }) => recipient).sort(), ['b', 'c'])
})

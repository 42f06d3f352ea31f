import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createResetLink } from '../../../src/base/accounts/people/reset.ts'
import type { Contract } from '../../../src/doors/dashboard/contract.ts'
import type {
  CreatedKeyAnswer,
  KeyAnswer,
  KeysAnswer,
  MembersAnswer,
} from '../../../src/doors/dashboard/schemas.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { owner, ownerEnv, signedInVisitor, type Visitor, visit } from '../../support/dashboard.ts'

let app: TestApp
let chief: Visitor
let guest: Visitor
const guestMail = 'guest@example.com'
before(async () => {
  app = await startApp({ ...ownerEnv, PUBLIC_URL: 'https://siteray.example' })
  chief = await signedInVisitor(app)
  guest = await invited(guestMail)
})

const invitation = async (by: Visitor, role = 'member'): Promise<string> => {
  const answer = await by.ask('/invitations', { body: { role } })
  return Object(answer.json).url.split('#')[1]
}
const invited = async (email: string, role = 'member'): Promise<Visitor> => {
  const token = await invitation(chief, role)
  const visitor = visit(app)
  const body = { token, email, password: 'guest of the house' }
  assert.equal((await visitor.ask('/join', { body })).status, 200)
  return visitor
}
const create = (by: Visitor, name: string, kind = 'publishable') =>
  by.ask('/keys', { body: { kind, name } })
const created = async (by: Visitor, name: string, kind?: string) =>
  (await create(by, name, kind)).json as CreatedKeyAnswer
const keysOf = async (by: Visitor) => (await by.ask('/keys')).json as KeysAnswer
const idOf = async (email: string) => {
  const { members } = (await chief.ask('/members')).json as MembersAnswer
  return members.find(member => member.email === email)?.id ?? ''
}

describe('what members may do with keys', () => {
  let ours: CreatedKeyAnswer
  let theirs: CreatedKeyAnswer
  before(async () => {
    ours = await created(chief, 'the owner’s')
    theirs = await created(guest, 'the guest’s')
  })
  const decide = (by: Visitor, memberKeys: string) =>
    by.ask('/members/keys', { method: 'PUT', body: { memberKeys } })
  /** What a member is answered who changes a key in every way there is. */
  const change = async (id: string) => {
    const answers = [
      await guest.ask(`/keys/${id}/origins`, { method: 'PUT', body: { origins: ['a.example'] } }),
      await guest.ask(`/keys/${id}/roll`, { body: { overlapHours: 24 } }),
      await guest.ask(`/keys/${id}`, { method: 'DELETE' }),
    ]
    return answers.map(({ status }) => status)
  }
  const mayChange = async (id: string) =>
    (await keysOf(guest)).keys.find(key => key.id === id)?.mayChange

  it('is decided by owners alone, and shown to everybody', async () => {
    const shown = async (by: Visitor) =>
      ((await by.ask('/members')).json as MembersAnswer).memberKeys
    assert.deepEqual([await shown(chief), await shown(guest)], ['own', 'own'])
    assert.equal((await decide(guest, 'all')).status, 403)
    assert.equal((await decide(chief, 'everything')).status, 400)
  })

  it('own: make keys, and change those they made', async () => {
    assert.equal((await keysOf(guest)).mayCreate, true)
    assert.deepEqual([await mayChange(ours.id), await mayChange(theirs.id)], [false, true])
    assert.deepEqual(await change(ours.id), [403, 403, 403])
    assert.deepEqual(await change(theirs.id), [200, 200, 200])
  })

  it('none: see them', async () => {
    const last = await created(guest, 'the last')
    assert.equal((await decide(chief, 'none')).status, 200)
    assert.equal((await keysOf(guest)).mayCreate, false)
    assert.ok((await keysOf(guest)).keys.some(key => key.id === ours.id))
    assert.equal((await create(guest, 'no more')).status, 403)
    assert.deepEqual(await change(last.id), [403, 403, 403])
    assert.equal((await create(chief, 'owners always may')).status, 200)
  })

  it('all: whatever owners may', async () => {
    assert.equal((await decide(chief, 'all')).status, 200)
    assert.equal(await mayChange(ours.id), true)
    assert.deepEqual(await change(ours.id), [200, 200, 200])
    await decide(chief, 'own')
  })

  it('a key that an owner rolled is no longer the member’s: they have not seen it', async () => {
    const key = await created(guest, 'to be rolled')
    const rolled = await chief.ask(`/keys/${key.id}/roll`, { body: { overlapHours: 0 } })
    assert.equal(await mayChange(Object(rolled.json).id), false)
  })
})

describe('the secret that signs webhooks', () => {
  const seenBy = async ({ key }: CreatedKeyAnswer) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await app.api('/v1/webhooks/secret', { headers })).status
  }

  it('is shown to owners, and to no member', async () => {
    const answer = await chief.ask('/v1/webhooks/secret')
    assert.match(Object(answer.json).secret, /^whsec_/)
    const refused = await guest.ask('/v1/webhooks/secret')
    assert.equal(refused.status, 403)
    assert.match(Object(refused.json).error, /^Only owners of the account/)
  })

  it('nor to a key that a member made, now or as an owner who is none any more', async () => {
    const ours = await created(chief, 'the owner’s', 'secret')
    const theirs = await created(guest, 'the guest’s', 'secret')
    assert.deepEqual([await seenBy(ours), await seenBy(theirs)], [200, 403])
    assert.equal((await app.api('/v1/webhooks/secret')).status, 200, 'the operator’s')
    const id = await idOf(guestMail)
    const become = (role: string) =>
      app.database.sql`update members set role = ${role} where person_id = ${id}`
    await become('owner')
    assert.equal(await seenBy(theirs), 200)
    await become('member')
    assert.equal(await seenBy(theirs), 403)
  })
})

describe('a member who is removed', () => {
  it('leaves keys that the owner sees at that moment, and deletes or keeps', async () => {
    const leaver = await invited('leaver@example.com')
    const [kept, gone] = [await created(leaver, 'kept', 'secret'), await created(leaver, 'gone')]
    const ours = await created(chief, 'not theirs')
    const id = await idOf('leaver@example.com')
    const names = (answer: { json: unknown }) =>
      (answer.json as { keys: KeyAnswer[] }).keys.map(({ name }) => name)
    assert.equal((await guest.ask(`/members/${id}/keys`)).status, 403)
    assert.deepEqual(names(await chief.ask(`/members/${id}/keys`)), ['kept', 'gone'])
    const removed = await chief.ask(`/members/${id}/remove`, {
      body: { deleteKeys: [gone.id, ours.id] },
    })
    assert.deepEqual(names(removed), ['kept'], 'what they know and still works')
    const left = (await keysOf(chief)).keys.map(key => key.id)
    assert.deepEqual(
      [kept, gone, ours].map(key => left.includes(key.id)),
      [true, false, true],
    )
    assert.equal((await leaver.ask('/session')).status, 401)
  })

  it('leaves nothing behind that lets them back in', async () => {
    const email = 'second@example.com'
    const second = await invited(email, 'owner')
    const id = await idOf(email)
    const theirs = [await invitation(second, 'owner'), await invitation(second)]
    const ours = await invitation(chief)
    const { sql } = app.database
    const reset = (await createResetLink(sql, { email, publicUrl: app.apiUrl, actor: 'test' }))
      .split('#')
      .at(-1)
    await sql`update accounts set owner_email = ${email}`
    const made = await chief.ask(`/members/${id}/keys`)
    assert.equal(Object(made.json).invitations, 2, 'the dialog tells them')

    const removed = await chief.ask(`/members/${id}/remove`, { body: { deleteKeys: [] } })
    assert.deepEqual(Object(removed.json).ended, {
      ...{ keys: 0, invitations: 2, sessions: 1, resetLinks: 1 },
    })
    assert.equal((await second.ask('/session')).status, 401)
    assert.equal((await second.ask('/reset-link', { body: { token: reset } })).status, 404)
    const join = (token: string, who = email) =>
      visit(app).ask('/join', { body: { token, email: who, password: 'guest of the house' } })
    for (const token of theirs) {
      assert.equal((await join(token)).status, 404)
      assert.equal((await join(token, 'friend@example.com')).status, 404)
    }
    const refused = await join(ours)
    assert.equal(refused.status, 403)
    assert.match(Object(refused.json).error, /^You were removed from this account/)
    assert.equal(await idOf(email), '')
    const { actions, entries } = Object((await chief.ask('/audit?limit=4')).json)
    assert.ok(actions.includes('member.sign-out'))
    assert.deepEqual(entries.map(({ what }: { what: string }) => what).toSorted(), [
      ...['member.remove', 'member.sign-out'],
      ...['member.withdraw', 'member.withdraw'],
    ])
    const [account] = await sql<{ email: string }[]>`select owner_email as email from accounts`
    assert.equal(account?.email, owner.email, 'who gets mail about the account')

    // It is still open for others, and a new one for them.
    assert.equal((await join(ours, 'third@example.com')).status, 200)
    assert.equal((await join(await invitation(chief))).status, 200)
  })

  it('invites nobody any more, also when the invitation comes at that very moment', async () => {
    const late = await invited('late@example.com', 'owner')
    const token = await invitation(late)
    // As if it was made in between: nothing of the removal has seen it.
    await app.database.sql`delete from members where person_id = ${await idOf('late@example.com')}`
    const body = { token, email: 'friend@example.com', password: 'guest of the house' }
    assert.equal((await visit(app).ask('/join', { body })).status, 404)
    const { invitations } = (await chief.ask('/members')).json as MembersAnswer
    assert.deepEqual(invitations, [])
  })

  it('by another owner, who is removed by them at once: one of the two stays', async () => {
    const others = ['one@example.com', 'two@example.com']
    const [one, two] = [
      await invited(others[0] ?? '', 'owner'),
      await invited(others[1] ?? '', 'owner'),
    ]
    const [oneId, twoId] = [await idOf(others[0] ?? ''), await idOf(others[1] ?? '')]
    const { sql } = app.database
    const chiefId = await idOf(owner.email)
    await sql`update members set role = 'member' where person_id = ${chiefId}`
    const body = { deleteKeys: [] }
    await Promise.all([
      one.ask(`/members/${twoId}/remove`, { body }),
      two.ask(`/members/${oneId}/remove`, { body }),
    ])
    const left = await sql`
      select 1 from members where role = 'owner' and person_id in (${oneId}, ${twoId})`
    await sql`update members set role = 'owner' where person_id = ${chiefId}`
    await sql`delete from members where person_id in (${oneId}, ${twoId})`
    assert.equal(left.length, 1)
  })

  it('who is the last owner stays, with every key', async () => {
    const key = await created(chief, 'stays')
    const id = await idOf(owner.email)
    const body = { deleteKeys: [key.id] }
    assert.equal((await chief.ask(`/members/${id}/remove`, { body })).status, 409)
    assert.ok((await keysOf(chief)).keys.some(({ id }) => id === key.id))
  })
})

describe('the audit log', () => {
  type Audit = Contract['GET /audit']['answer']
  const read = async (query = '') => (await chief.ask(`/audit?${query}`)).json as Audit

  it('is for owners', async () => {
    for (const path of ['/audit', '/audit.csv'])
      assert.equal((await guest.ask(path)).status, 403, path)
  })

  it('says who did what to what, the newest first', async () => {
    await created(chief, 'to be looked for')
    const { entries, total, actors, actions } = await read('limit=5')
    const [newest] = entries
    assert.deepEqual(
      [newest?.who, newest?.what, newest?.name],
      [owner.email, 'key.create', 'to be looked for'],
    )
    assert.equal(entries.length, 5)
    assert.ok(total > 20, `${total}`)
    assert.deepEqual(
      ['start', guestMail].filter(name => !actors.some(actor => actor.name === name)),
      [],
    )
    for (const action of ['account.member-keys', 'member.invite', 'member.remove', 'key.delete'])
      assert.ok(actions.includes(action), action)
  })

  it('is filtered by who, what and when, and read page by page', async () => {
    const who = await idOf(guestMail)
    const theirs = await read(`who=${who}&what=key.create`)
    assert.ok(theirs.total > 0)
    assert.ok(theirs.entries.every(one => one.who === guestMail && one.what === 'key.create'))
    const all = await read('limit=100')
    const pages = [await read('limit=7'), await read('limit=7&offset=7')]
    assert.deepEqual(
      pages.flatMap(({ entries }) => entries),
      all.entries.slice(0, 14),
    )
    const today = new Date().toISOString().slice(0, 10)
    await app.database.sql`
      update audit set at = '2026-01-02T23:59:59Z' where id = ${all.entries.at(-1)?.id ?? 0}`
    assert.equal((await read('since=2026-01-02&until=2026-01-02')).total, 1)
    assert.equal((await read('since=2026-01-03&until=2026-01-03')).total, 0)
    assert.equal((await read(`since=2026-01-03&until=${today}`)).total, all.total - 1)
    for (const query of ['since=yesterday', 'since=0000-01-01', 'limit=101', 'whom=x', 'who=%00'])
      assert.equal((await chief.ask(`/audit?${query}`)).status, 400, query)
  })

  it('as CSV holds the same lines, and runs nothing in a spreadsheet', async () => {
    await created(chief, '=HYPERLINK("http://evil.example","x")')
    const { entries } = await read('what=key.create&limit=100')
    const answer = await chief.ask('/audit.csv?what=key.create')
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(answer.headers.get('content-disposition') ?? '', /attachment.*\.csv/)
    const [head, first, ...rest] = answer.text.split('\r\n')
    assert.equal(head, 'at,who,what,subject,name')
    assert.ok(first?.endsWith(`,"'=HYPERLINK(""http://evil.example"",""x"")"`), first)
    assert.deepEqual([rest.length, rest.at(-1)], [entries.length, ''])
  })

  it('as CSV is whole, however long it is', async () => {
    await app.database.sql`
      insert into audit (account_id, actor, action, subject)
      select id, 'operator', 'test.many', n::text from accounts, generate_series(1, 2500) as n`
    const lines = (await chief.ask('/audit.csv?what=test.many')).text.trim().split('\r\n')
    assert.equal(lines.length, 2_501)
    assert.equal(new Set(lines).size, 2_501)
  })
})

describe('over https', () => {
  it('every answer tells browsers to come back that way only', async () => {
    for (const path of ['/', '/keys', '/dashboard/api/session', '/v1/usage', '/nothing', '/%'])
      assert.equal(
        (await fetch(app.apiUrl + path)).headers.get('strict-transport-security'),
        'max-age=31536000',
        path,
      )
  })

  it('and over http none does', async () => {
    const plain = await startApp({}, app.database)
    const answer = await fetch(plain.apiUrl)
    assert.equal(answer.headers.get('strict-transport-security'), null)
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reportJob } from '../../../src/products/readers/events.ts'
import { readerEventStore } from '../../../src/products/readers/watch-store.ts'
import { createDatabase } from '../../support/database.ts'

it('a mail about a question promises a version only where there is one', async () => {
  const { sql } = await createDatabase()
  await sql`
    insert into accounts (id, name, plan, owner_email) values ('acc_1', 'a', 'free', 'owner@a.test')`
  await sql`
    insert into readers (id, account_id, name, host, schema, schema_key, fallback, reading, version)
    values ('rdr_1', 'acc_1', 'Lamps', 'shop.test', '{}', '', 'none', '{}', 1)`
  const mails: { subject: string; text: string }[] = []
  const sendMail = async (_: unknown, mail: { subject: string; text: string }) => {
    mails.push(mail)
    return true
  }
  const deps = { sql, sendMail, reach: { publicUrl: 'https://siteray.test' }, now: Date.now }
  const { work } = reportJob(deps as unknown as Parameters<typeof reportJob>[0])
  const told = async (id: string, data: object) => {
    const event = { id, readerId: 'rdr_1', type: 'reader.question', data, hasWebhook: false }
    await readerEventStore.insert(sql, event)
    const context = { signal: new AbortController().signal }
    await work({ eventId: id }, context as unknown as Parameters<typeof work>[1])
    return mails.at(-1)
  }
  assert.match((await told('evt_1', { proposal: 2 }))?.subject ?? '', /a repair is waiting/)
  const without = await told('evt_2', {})
  assert.match(without?.subject ?? '', /needs an example/)
  assert.doesNotMatch(without?.text ?? '', /use or discard/)
})

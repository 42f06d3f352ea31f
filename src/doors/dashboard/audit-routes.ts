import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { auditCsv, readAudit } from '../../base/accounts/audit.ts'
import { checkOwner } from '../../base/accounts/people/members.ts'
import type { SignedIn } from '../../base/accounts/people/people.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { answer } from './answer.ts'
import { AuditFilter } from './contract.ts'
import { startOf } from './days.ts'
import { signedInOf } from './guard.ts'

/** Who did what in the account: for its owners. */
export const auditRoutes = (server: HttpServer, { sql }: { sql: Sql }): void => {
  answer(server, 'GET /audit', async request => {
    const { offset, limit, ...filter } = request.query
    const part = { offset, limit }
    const page = await readAudit(sql, filterOf(signedInOf(request), filter), part)
    return {
      total: page.total,
      actions: page.actions,
      actors: page.actors.map(({ actor, email }) => ({ id: actor, name: email ?? actor })),
      entries: page.entries.map(entry => ({
        id: entry.id,
        at: entry.at.toISOString(),
        who: entry.actorEmail ?? entry.actor,
        what: entry.action,
        subject: entry.subject,
        name: entry.subjectName,
      })),
    }
  })

  server.get('/audit.csv', { schema: { querystring: AuditFilter } }, async (request, reply) => {
    const filter = filterOf(signedInOf(request), request.query)
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="siteray-audit-${day}.csv"`)
      .header('x-content-type-options', 'nosniff')
      .send(Readable.from(auditCsv(sql, filter)))
  })
}

const filterOf = (by: SignedIn, asked: Static<typeof AuditFilter>) => {
  checkOwner(by)
  const { who: actor, what: action, since, until } = asked
  const { accountId } = by.account
  return { accountId, actor, action, since: startOf(since), until: startOf(until, 1) }
}

import { checkOperator } from '../../base/accounts/people/operator.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { listComplaints, settleComplaint } from '../../products/images/complaints.ts'
import type { FileDeps } from '../../products/images/files.ts'
import { listPins, maxPinBytes, pin, unpin } from '../../products/images/pin.ts'
import type { Pins } from '../../products/images/pins.ts'
import { answer } from './answer.ts'
import { byOf, signedInOf } from './guard.ts'

export type CorrectionRouteDeps = {
  sql: Sql
  pins: Pick<Pins, 'reload'>
  /** How a pinned image is fetched and decoded: as every site’s is. */
  files: FileDeps
}

/** What the operator says of a domain, whatever its site says; and what others hold to be wrong. */
export const correctionRoutes = (server: HttpServer, deps: CorrectionRouteDeps): void => {
  const { sql } = deps

  answer(server, 'GET /corrections', async request => {
    await checkOperator(sql, signedInOf(request))
    const [pins, complaints] = await Promise.all([listPins(sql), listComplaints(sql)])
    return {
      pins: pins.map(({ host, what, url, words, pinnedBy, pinnedByEmail, pinnedAt }) => ({
        ...{ host, what, url, words },
        by: pinnedByEmail ?? pinnedBy,
        at: pinnedAt.toISOString(),
      })),
      complaints: complaints.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    }
  })

  // An upload comes as a data URL, a third longer than its file.
  const bodyLimit = maxPinBytes * 1.4
  answer(
    server,
    'PUT /pins',
    async request => {
      const by = signedInOf(request)
      await checkOperator(sql, by)
      const { complaint, ...wanted } = request.body
      await pin({ ...deps.files, sql }, { ...wanted, ...byOf(by) })
      if (complaint !== undefined)
        await settleComplaint(sql, { id: complaint, actor: by.personId, outcome: 'pinned' })
      await deps.pins.reload()
      return {}
    },
    { bodyLimit },
  )

  answer(server, 'DELETE /pins/:domain/:what', async request => {
    const by = signedInOf(request)
    await checkOperator(sql, by)
    await unpin(sql, { ...request.params, ...byOf(by) })
    await deps.pins.reload()
    return {}
  })

  answer(server, 'POST /complaints/:id/dismiss', async request => {
    const by = signedInOf(request)
    await checkOperator(sql, by)
    await settleComplaint(sql, { ...request.params, actor: by.personId, outcome: 'dismissed' })
    return {}
  })
}

import { checkOperator } from '../../base/accounts/people/operator.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { Vault } from '../../base/db/vault.ts'
import { whileConnected } from '../../base/http/client-disconnect.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { removeWay, saveWay, serverOf } from '../../base/ways/manage.ts'
import type { OpenWays } from '../../base/ways/open.ts'
import { showWay, usesByWay } from '../../base/ways/show.ts'
import { tryWay } from '../../base/ways/try-way.ts'
import { answer } from './answer.ts'
import { byOf, signedInOf } from './guard.ts'

export type WayRouteDeps = { sql: Sql; vault: Vault; ways: OpenWays }

/** Ways out hold for all accounts: only the operator sees and changes them. */
export const wayOutRoutes = (server: HttpServer, deps: WayRouteDeps): void => {
  const { sql, ways } = deps

  answer(server, 'GET /ways', async request => {
    await checkOperator(sql, signedInOf(request))
    await ways.flushUses()
    const uses = await usesByWay(sql)
    return {
      ways: ways.list().map(way => {
        const use = uses.get(way.name)
        const { weight, sticky, maxConcurrent, perHostDelayMs, resolve, accounts } = way
        return {
          ...showWay(way, use),
          ...{ weight, sticky, maxConcurrent, perHostDelayMs, resolve, accounts: [...accounts] },
          server: serverOf(way),
          isInFile: ways.isInFile(way.name),
          ...{ pages: use?.pages ?? 0, blocked: use?.blocked ?? 0, failures: use?.failures ?? 0 },
          lastUsedAt: use?.usedAt.toISOString() ?? null,
          failure: use?.failure ?? null,
        }
      }),
    }
  })

  answer(server, 'PUT /ways', async request => {
    const by = signedInOf(request)
    await checkOperator(sql, by)
    await saveWay(deps, request.body, byOf(by))
    return {}
  })

  answer(server, 'DELETE /ways/:name', async request => {
    const by = signedInOf(request)
    await checkOperator(sql, by)
    await removeWay(deps, request.params.name, byOf(by))
    return {}
  })

  answer(server, 'POST /ways/:name/test', async (request, reply) => {
    await checkOperator(sql, signedInOf(request))
    return tryWay(ways, request.params.name, whileConnected(reply), request.body.url)
  })
}

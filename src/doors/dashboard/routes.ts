import type { FastifyReply, FastifyRequest } from 'fastify'
import { playgroundKey } from '../../base/accounts/internal-keys.ts'
import { createCallLog } from '../../base/accounts/request-log.ts'
import type { UsageCounter } from '../../base/accounts/usage.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { type AccountRouteDeps, accountRoutes } from './account-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { type CorrectionRouteDeps, correctionRoutes } from './correction-routes.ts'
import { builtUiDir, serveFiles } from './files.ts'
import { createSessionGuard, createSiteGuard, signedInOf } from './guard.ts'
import { jobRoutes } from './job-routes.ts'
import { type KeyRouteDeps, keyRoutes } from './key-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { type PlaygroundRouteDeps, playgroundRoutes } from './playground-routes.ts'
import { type RequestRouteDeps, requestRoutes } from './request-routes.ts'
import { type DoorRouteDeps, doorRoutes } from './sign-in-routes.ts'
import { twoStepRoutes } from './two-step-routes.ts'
import { type WayRouteDeps, wayOutRoutes } from './way-routes.ts'

type DashboardDeps = AccountRouteDeps &
  DoorRouteDeps &
  PlaygroundRouteDeps &
  Omit<RequestRouteDeps, 'sql'> &
  Omit<CorrectionRouteDeps, 'sql'> &
  Pick<WayRouteDeps, 'ways'> &
  Omit<KeyRouteDeps, 'sql' | 'vault'> & {
    usage: UsageCounter
    /** The products' own routes, for the playground: the same as under `/v1`. */
    mountApi: (server: HttpServer) => void
  }

const prefix = '/dashboard/api'

/** The dashboard: its pages as static files, and what they ask for under `/dashboard/api`. */
export const mountDashboard = async (server: HttpServer, deps: DashboardDeps): Promise<void> => {
  serveFiles(server, { dir: builtUiDir, reach: deps.reach })
  await server.register(
    async api => {
      // These routes serve one page and change with it: they are no part of the documented API.
      api.addHook('onRoute', route => {
        route.schema = { ...route.schema, hide: true }
      })
      api.addHook('onRequest', createSiteGuard(deps.reach))
      await api.register(async door => doorRoutes(door, deps))
      await api.register(async inside => {
        inside.addHook('onRequest', createSessionGuard(deps.people))
        peopleRoutes(inside, deps)
        twoStepRoutes(inside, deps)
        auditRoutes(inside, deps.people)
        keyRoutes(inside, { ...deps, ...deps.people })
        accountRoutes(inside, deps)
        jobRoutes(inside, deps.people)
        requestRoutes(inside, { ...deps, sql: deps.people.sql })
        correctionRoutes(inside, { ...deps, sql: deps.people.sql })
        wayOutRoutes(inside, { ...deps.people, ways: deps.ways })
        playgroundRoutes(inside, deps)
        await inside.register(async v1 => mountPlayground(v1, deps), { prefix: '/v1' })
      })
    },
    { prefix },
  )
}

/** The API itself for whoever is signed in: same routes, charged and counted as "Playground". */
const mountPlayground = (v1: HttpServer, deps: DashboardDeps): void => {
  v1.addHook('onRequest', async request => {
    request.caller = await playgroundKey(deps.people.sql, signedInOf(request).account)
  })
  const countCall = createPlaygroundCounter(deps.usage)
  const logCall = createCallLog(deps.requestLog, prefix)
  v1.addHook('onResponse', async (request, reply) => {
    // What a page asks for again and again while it is open is no call that anybody made.
    if (request.method === 'GET') return
    await countCall(request, reply)
    await logCall(request, reply)
  })
  deps.mountApi(v1)
}

const createPlaygroundCounter =
  (usage: UsageCounter) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, method } = request
    if (!caller) return
    const outcome = reply.statusCode < 400 ? 'ok' : (request.errorCode ?? 'error')
    const endpoint = `${method} ${(request.routeOptions.url ?? 'unknown').replace(prefix, '')}`
    usage.count({ keyId: caller.id, accountId: caller.accountId, endpoint, outcome })
  }

import {
  createCallCounter,
  createEitherKeyGuard,
  createImageCounter,
  createSecretKeyGuard,
} from '../base/accounts/guard.ts'
import { openPeople, type People } from '../base/accounts/people/people.ts'
import { createRefusals, writeRefusals } from '../base/accounts/refusals.ts'
import { createCallLog } from '../base/accounts/request-log.ts'
import { usageRoutes } from '../base/accounts/routes.ts'
import { judge } from '../base/backup/daily.ts'
import { stateStore } from '../base/backup/state-store.ts'
import { compressAnswers } from '../base/http/compress.ts'
import { divertByHost } from '../base/http/listener.ts'
import { describeApi } from '../base/http/openapi.ts'
import type { HttpServer } from '../base/http/server.ts'
import { refuseUnknownQueries } from '../base/http/server.ts'
import type { Upgrade } from '../base/http/upgrades.ts'
import { identityRoutes } from '../base/identity/routes.ts'
import type { Queue } from '../base/queue/queue.ts'
import { createLiveView } from '../doors/dashboard/live-view.ts'
import { mountDashboard } from '../doors/dashboard/routes.ts'
import { docsRoutes } from '../doors/docs/routes.ts'
import { createFirecrawl } from '../doors/firecrawl/open.ts'
import { mountMcp } from '../doors/mcp/routes.ts'
import { version } from '../kit/version.ts'
import type { exportProfile as ExportProfile } from '../products/branding/exports/export.ts'
import { companyRoutes, companySearchRoute } from '../products/companies/routes.ts'
import { describeImages } from '../products/images/openapi.ts'
import type { Identifier } from '../products/images/request.ts'
import { imageRoutes } from '../products/images/routes.ts'
import { glance } from './doctor.ts'
import type { Extraction } from './products.ts'
import type { Mail } from './queue.ts'
import { checkParts } from './readiness.ts'
import type { Resources } from './resources.ts'
import { observe, openServer } from './server.ts'

export type Parts = Resources & { queue: Queue; mail: Mail; extraction: Extraction }
export type Doors = Awaited<ReturnType<typeof openDoors>>

/** Everything that answers HTTP, before it listens. */
export const openDoors = async (parts: Parts) => {
  const { config, reach, share, imageService } = parts
  const firecrawl = createFirecrawl(config.firecrawl, reach)
  const divertImages = imageService?.sharesPort
    ? divertByHost(reach.imagePublicUrl, reach.publicUrl, imageService.images.handler)
    : undefined
  const people = openPeople({ ...parts, publicUrl: config.publicUrl })
  const liveView = createLiveView({
    ...{ people, reach, signInByHand: parts.extraction.signInByHand },
    maxViews: Math.max(1, Math.floor(parts.browsers.places / 2)),
  })
  const server = openServer(parts, {
    imageUrl: () => reach.imagePublicUrl,
    divert: firecrawl.divertBefore(divertImages),
    upgrade: share.servesApi ? eitherOf(liveView, firecrawl.upgrade) : firecrawl.upgrade,
  })
  // Before the routes it describes.
  if (share.servesApi) await describeApi(server, { version, reach, images: describeImages })
  observe(server, config, parts, () => checkHealth(parts))
  if (share.servesApi) {
    docsRoutes(server, { reach })
    identityRoutes(server, {
      ...parts,
      ...config.bot,
      ...config,
      userAgent: parts.egress.userAgent,
    })
    openMcp(server, parts)
    await openApi(server, parts)
    parts.objects.mount(server)
    await openFirecrawl(server, parts, firecrawl)
    await openDashboard(server, parts, people)
    server.addHook('preClose', async () => liveView.close())
  }
  return { server, firecrawl }
}

const checkHealth = async (parts: Parts) => {
  const { config, sql, store, share, now, imageService: images } = parts
  const { backups: kept, llm } = config
  const judgeBackups = async () => kept && judge(await stateStore.read(sql), kept, now())
  const [database, backups] = await Promise.all([
    store.proveWrite(),
    judgeBackups().catch(() => undefined),
  ])
  return checkParts(
    { ...parts, renders: share.jobs === 'rendered', llm, images },
    database,
    backups,
  )
}

const guardOf = ({ keyring, rateLimit }: Parts) =>
  createSecretKeyGuard({ keyring, rate: rateLimit.take })

const mountApi = (v1: HttpServer, { sql, plans, usage, pins, extraction, ...parts }: Parts) => {
  usageRoutes(v1, { sql, plans, usage })
  extraction.mount(v1)
  const findCompany = ({ kind, text }: Identifier, accountId: string) =>
    parts.companies.resolveFor(accountId, kind, text)
  imageRoutes(v1, { sql, images: parts.imageService?.images, pins, findCompany })
  companyRoutes(v1, { ...parts, sql, plans })
}

const openApi = async (server: HttpServer, parts: Parts): Promise<void> => {
  await server.register(
    async v1 => {
      refuseUnknownQueries(v1)
      compressAnswers(v1)
      v1.addHook('onRequest', guardOf(parts))
      v1.addHook('onResponse', createCallCounter(parts.usage))
      v1.addHook('onResponse', createCallLog(parts.requestLog))
      mountApi(v1, parts)
    },
    { prefix: '/v1' },
  )
  await server.register(
    async v1 => {
      refuseUnknownQueries(v1)
      const { keyring, rateLimit, usage } = parts
      const refusals = openRefusals(parts)
      v1.addHook('onRequest', createEitherKeyGuard({ keyring, rate: rateLimit.take, refusals }))
      v1.addHook('onResponse', createImageCounter(usage, 'companies'))
      companySearchRoute(v1, parts)
      // The guard answers it.
      v1.options('/companies', { schema: { hide: true } }, async () => undefined)
    },
    { prefix: '/v1' },
  )
}

const openRefusals = ({ sql, log, closers }: Parts) => {
  const refusals = createRefusals({
    write: writeRefusals(sql),
    onError: err => log.warn({ err }, 'refused origins not written'),
  })
  closers.add('refused origins', refusals.close)
  return refusals
}

const openMcp = (server: HttpServer, parts: Parts): void => {
  const { keyring, rateLimit, reach, log, imageService, threads, config } = parts
  const draw = imageService?.images.draw
  const searches = config.searchUrl !== undefined
  mountMcp(server, { keyring, rateLimit, reach, version, log, draw, run: threads.run, searches })
}

const openFirecrawl = async (
  server: HttpServer,
  parts: Parts,
  firecrawl: ReturnType<typeof createFirecrawl>,
): Promise<void> => {
  const { keyring, rateLimit, sql, objects, ways, extraction } = parts
  const admit = createSecretKeyGuard({ keyring, rate: rateLimit.peek })
  const { files } = extraction
  await firecrawl.mount(server, { sql, objects, ways, files, guard: guardOf(parts), admit })
}

const openDashboard = async (server: HttpServer, parts: Parts, people: People): Promise<void> => {
  const { config, sql, egress, browsers, imageService, extraction, mail } = parts
  const { plans, usage, requestLog, reach, pins, ways } = parts
  await mountDashboard(server, {
    ...{ plans, usage, requestLog, reach, version, pins, ways, exportProfile, limits: config },
    people,
    mountApi: v1 => {
      mountApi(v1, parts)
      companySearchRoute(v1, parts)
    },
    files: { egress, decode: imageService?.decode ?? noImages },
    ...{ hasModel: config.llm !== undefined, hasSearch: config.searchUrl !== undefined },
    ...{ checkUrl: extraction.checkUrl, checkSchema: extraction.checkSchema },
    examine: () => glance(config, { sql, browsers }),
    sendReset: mail.sendReset,
    drawPicture: async url => imageService?.images.drawPicture(url),
  })
}

const eitherOf = (first: Upgrade, second: Upgrade): Upgrade => ({
  wants: request => first.wants(request) || second.wants(request),
  take: (...given) => (first.wants(given[0]) ? first : second).take(...given),
})

/** Where images are served elsewhere, the command pins them. */
const noImages = async () => ({ problem: 'this process serves none. The command pins them' })

const exportProfile = async (...given: Parameters<typeof ExportProfile>): Promise<string> =>
  (await import('../products/branding/exports/export.ts')).exportProfile(...given)

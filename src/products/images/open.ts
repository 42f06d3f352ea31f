import { once } from 'node:events'
import type { Registry } from 'prom-client'
import type { Keyring } from '../../base/accounts/keyring.ts'
import { createRefusals, writeRefusals } from '../../base/accounts/refusals.ts'
import type { UsageCounter } from '../../base/accounts/usage.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { NodeHandler } from '../../base/http/server.ts'
import type { Objects } from '../../base/objects/objects.ts'
import type { Threads } from '../../base/threads/threads.ts'
import type { Egress } from '../../base/web/egress.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { toldMetrics } from '../../kit/told-metrics.ts'
import { traced } from '../../kit/trace.ts'
import { parseDomain } from './domain.ts'
import type { Drawn } from './draw.ts'
import { createTickets } from './edge.ts'
import { type FileDeps, fetchIcon } from './files.ts'
import { findSource } from './find-source.ts'
import { createImageHandler } from './handler.ts'
import type { openImageWorkers } from './image-workers.ts'
import { createLook } from './look.ts'
import type { LogoDeps } from './look-logo.ts'
import type { Pins } from './pins.ts'
import { createPixels, type Pixels } from './pixels.ts'
import type { DiskCache } from './rendition-disk-cache.ts'
import { createRenditions, type Rendition } from './renditions.ts'
import {
  type FoundCompany,
  type Identifier,
  identifierOf,
  readRequest,
  renditionKey,
  requestFor,
  splitTarget,
} from './request.ts'
import { createServe } from './serve.ts'
import { createSources, type Sources } from './sources.ts'
import type { imageTasks } from './tasks.ts'

type ImagesDeps = {
  sql: Sql
  objects: Pick<Objects, 'put' | 'get'>
  keyring: Keyring
  usage: Pick<UsageCounter, 'count'>
  pins: Pins
  egress: Egress
  threads: Pick<Threads<typeof imageTasks>, 'run' | 'load' | 'line'>
  faviconServices: readonly string[]
  findCompany: (identifier: Identifier, accountId: string) => Promise<FoundCompany>
  readLogos: LogoDeps['readLogos']
  /** Where renditions outlast the process. */
  diskCache: DiskCache | undefined
  /** See edge.ts. */
  ticketSecret: string
  registry: Registry
  isDatabaseAway: (error: unknown) => boolean
  log: Log
  now?: () => number
}
type Log = {
  info: (line: object, message: string) => void
  warn: (line: object, message: string) => void
  error: (line: object, message: string) => void
}

type Images = {
  handler: NodeHandler
  /** For processes in front of this one: see workers.ts. */
  behindWorkers: Pick<
    Parameters<typeof openImageWorkers>[1],
    'draw' | 'findCompany' | 'onEnd' | 'writeRefusals'
  >
  line: AdmissionQueue
  sources: Sources
  /** What a path and query of the image API shows; whoever asks has proved who they are. */
  draw(target: string, accountId: string): Promise<Rendition>
  /** See picture.ts. */
  drawPicture(url: string): Promise<Drawn | undefined>
  /** For health and metrics. */
  status(): { renditionBytes: number; running: number; waiting: number }
  close(): Promise<void>
}

const renditionBytes = 128 * 1024 * 1024
const graceMs = 2_000

/** The image API, ready to be put behind a listener. */
export const openImages = (deps: ImagesDeps): Images => {
  const { sql, log, pins, diskCache, now = Date.now } = deps
  const pixels = createPixels(deps.threads)
  const renditions = createRenditions(renditionBytes)
  const line = deps.threads.line('draw')
  const refusals = createRefusals({
    write: writeRefusals(sql),
    onError: err => log.warn({ err }, 'refused origins not written'),
  })
  const look = createLook({
    egress: deps.egress,
    faviconServices: deps.faviconServices,
    readPage: pixels.readPage,
    decode: pixels.decode,
    readLogos: deps.readLogos,
    async findParent(host, theme) {
      const wanted = { domain: parseDomain(host), kind: 'icon', theme, version: undefined } as const
      return (await findSource({ pins, sources }, wanted)).source
    },
  })
  const sources: Sources = createSources({
    sql,
    objects: deps.objects,
    now,
    async look(domain, kind) {
      await pixels.started()
      return look(domain, kind)
    },
    onError: (err, host) => log.warn({ err, host }, 'image not refreshed'),
  })
  const toAppError = (error: unknown): AppError => {
    if (error instanceof AppError) return error
    if (deps.isDatabaseAway(error)) return new AppError('overloaded', undefined, { cause: error })
    log.error({ err: error }, 'image request failed')
    return new AppError('internal', 'Something went wrong on our side.', { cause: error })
  }
  pins.onChange(renditions.forget)
  const serve = createServe({ now, line, renditions, diskCache, sources, pixels, pins })
  const render: typeof serve = (request, ...rest) =>
    traced(
      `image ${request.kind}`,
      about => {
        about['siteray.domain'] = request.domain.host
        return serve(request, ...rest)
      },
      { isFirst: true },
    )
  const outcomes = countOutcomes(deps.registry, { renditions, threads: deps.threads })

  return {
    handler: createImageHandler({
      keyring: deps.keyring,
      usage: deps.usage,
      refusals,
      renditions,
      tickets: createTickets(deps.ticketSecret),
      now,
      findCompany: deps.findCompany,
      render,
      toAppError,
      onEnd: outcomes,
    }),
    behindWorkers: {
      async draw({ request, key, accountId }) {
        try {
          return renditions.get(key, now()) ?? (await render(request, key, accountId))
        } catch (error) {
          throw toAppError(error)
        }
      },
      findCompany: deps.findCompany,
      onEnd: outcomes,
      writeRefusals: writeRefusals(sql),
    },
    line,
    sources,
    async draw(target, accountId) {
      const parts = splitTarget(target)
      const identifier = identifierOf(parts)
      const request = identifier
        ? requestFor(parts, identifier, await deps.findCompany(identifier, accountId))
        : readRequest(parts)
      const key = renditionKey(request)
      return renditions.get(key, now()) ?? render(request, key, accountId)
    },
    drawPicture: createPicture({ egress: deps.egress, decode: pixels.decode, pixels }),
    status: () => ({ renditionBytes: renditions.usedBytes(), ...deps.threads.load() }),
    async close() {
      // Refreshes that take longer are broken off; the next request finds them due.
      const grace = AbortSignal.timeout(graceMs)
      await Promise.race([sources.settled(), once(grace, 'abort')])
      await diskCache?.settled()
      await refusals.close()
    },
  }
}

/** Counted in a plain map and read when the metrics are: a labelled counter costs more than a look-up. */
const countOutcomes = (
  registry: Registry,
  parts: {
    renditions: { usedBytes(): number }
    threads: { load(): { running: number; waiting: number } }
  },
) => {
  const counts = new Map<string, number>()
  const { gauge, counter } = toldMetrics(registry)
  counter('siteray_image_requests_total', () =>
    [...counts].map(([outcome, count]) => [count, { outcome }]),
  )
  gauge('siteray_image_renditions_bytes', () => [[parts.renditions.usedBytes()]])
  gauge('siteray_image_work', () => {
    const { running, waiting } = parts.threads.load()
    return [
      [running, { state: 'running' }],
      [waiting, { state: 'waiting' }],
    ]
  })
  return (outcome: string, requests = 1): void => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + requests)
  }
}

const timeoutMs = 5_000
const widthPx = 256

/**
 * Any picture of the web as a small PNG, for the dashboard's own pages: they load nothing from other
 * hosts. Fetched like everything else (only public addresses) and drawn anew in a thread, so that a
 * browser gets pixels and nothing a site wrote. Undefined when there is no picture.
 */
const createPicture =
  (deps: FileDeps & { pixels: Pick<Pixels, 'draw'> }) =>
  async (url: string): Promise<Drawn | undefined> => {
    const { bytes } = await fetchIcon(deps, url, AbortSignal.timeout(timeoutMs))
    if (!bytes) return undefined
    // Drawn as an Open Graph image is: its proportions kept, and an SVG becomes pixels too.
    const look = { kind: 'og', theme: 'light', format: 'png', sizePx: widthPx } as const
    const plain = { density: 1, raster: true, greyscale: false } as const
    return deps.pixels.draw({ ...look, ...plain, bytes, maskColor: null })
  }

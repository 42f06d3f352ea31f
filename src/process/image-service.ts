import { join } from 'node:path'
import type { Logger } from 'pino'
import { isDatabaseAway } from '../base/db/sql.ts'
import { canSharePorts, type Listener, listenBare } from '../base/http/listener.ts'
import type { Objects } from '../base/objects/objects.ts'
import { openThreads } from '../base/threads/threads.ts'
import { createRobots } from '../base/web/robots.ts'
import type { Config } from '../config/config.ts'
import type { Closers } from '../kit/closers.ts'
import { version } from '../kit/version.ts'
import type { Companies } from '../products/companies/companies.ts'
import { openImageWorkers } from '../products/images/image-workers.ts'
import { openImages } from '../products/images/open.ts'
import { openDiskCache } from '../products/images/rendition-disk-cache.ts'
import { pixelTasks } from './pixel-thread.ts'
import type { SharedResources } from './shared-resources.ts'

type Deps = {
  ground: SharedResources
  objects: Objects
  companies: Companies
  config: Config
  log: Logger
  closers: Closers
  now: () => number
}

type ImageThreads = ReturnType<typeof openThreads<typeof pixelTasks>>

const logoTimeoutMs = 8_000

/** Loaded when somebody first asks for a logo: few do. */
const createReadLogos =
  (egress: SharedResources['egress'], run: ImageThreads['run']) =>
  async (url: string, life: AbortSignal) => {
    const { createHeuristic } = await import('../products/branding/heuristic.ts')
    const read = createHeuristic({ egress, robots: createRobots(egress), run })
    const profile = await read(
      {
        url: egress.parseTarget(url),
        include: ['images'],
        ...{ timeoutMs: logoTimeoutMs, headers: {}, mobile: false, respectRobots: false },
      },
      life,
    )
    return { url: profile.url, logos: profile.images?.logos ?? [] }
  }

/** The image API with its threads and its diskCache, and the port that it listens on. */
export const openImageService = ({ ground, objects, companies, ...deps }: Deps) => {
  const { config, log, closers, now } = deps
  const { sql, keyring, notifications, pins, usage, egress, registry, vault } = ground
  const { imageCache, debugThreads: isUntimed } = config
  const file = new URL('./pixel-thread.ts', import.meta.url)
  const threads = openThreads(file, pixelTasks, { isUntimed })
  closers.add('pixel threads', threads.close)
  const diskCache =
    imageCache &&
    openDiskCache({
      folder: join(imageCache.dir, 'renditions'),
      maxBytes: imageCache.maxBytes,
      // Another version may draw otherwise.
      secret: vault.secretFor(`image diskCache ${version}`),
      onError: err => log.warn({ err }, 'rendition not kept on disk'),
    })
  const ticketSecret = vault.secretFor('image tickets')
  const images = openImages({
    ...{ sql, objects, keyring, pins, usage, egress, threads, isDatabaseAway, log, now },
    ...{ diskCache, registry },
    faviconServices: config.faviconServices,
    readLogos: createReadLogos(egress, threads.run),
    findCompany: ({ kind, text }, accountId) => companies.resolveFor(accountId, kind, text),
    ticketSecret,
  })
  closers.add('images', images.close)

  // Told apart by host name on the port of the API, which then serves both.
  const sharesPort = config.port !== 0 && config.port === config.imagePort
  const place = { host: config.host, port: config.imagePort }
  let status = () => ({ running: sharesPort ? 1 : 0, count: 1 })
  const usesWorkers = !sharesPort && config.imageProcesses !== 1 && canSharePorts
  // They start while the rest of this process does; whoever listens is told if they cannot.
  const workers = usesWorkers
    ? openImageWorkers(new URL('./image-process.ts', import.meta.url), {
        ...{ place, count: config.imageProcesses, ticketSecret },
        ...{ keyring, notifications, pins, usage, registry, log },
        ...images.behindWorkers,
      })
    : undefined
  const closeWorkers = workers?.then(
    opened => opened.close,
    () => undefined,
  )
  closers.add('image processes', async () => (await closeWorkers)?.())
  const listen = async (): Promise<Listener> => {
    const opened = await workers
    if (opened) {
      status = opened.status
      return opened
    }
    const listener = await listenBare(images.handler, { ...place, readsBodies: false })
    status = () => ({ running: 1, count: 1 })
    return listener
  }
  return {
    images,
    line: threads.line('draw'),
    /** For what the operator pins. */
    decode: (bytes: Uint8Array) => threads.run('decodeIcon', bytes),
    sharesPort,
    listen,
    /** Its processes that listen. */
    status: () => status(),
  }
}

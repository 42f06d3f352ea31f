import { join } from 'node:path'
import type { Logger } from 'pino'
import { isDatabaseAway } from './base/db/sql.ts'
import { canSharePorts, type Listener, listenBare } from './base/http/listener.ts'
import type { Objects } from './base/objects/objects.ts'
import { openThreads } from './base/threads/threads.ts'
import type { Closers } from './closers.ts'
import type { Config } from './config.ts'
import type { Ground } from './ground.ts'
import { pixelTasks } from './pixel-thread.ts'
import { openFronts } from './products/images/fronts.ts'
import { openImages } from './products/images/open.ts'
import { openShelf } from './products/images/shelf.ts'
import { version } from './version.ts'

type Deps = {
  ground: Ground
  objects: Objects
  config: Config
  log: Logger
  closers: Closers
  now: () => number
}

/** The image API with its threads and its shelf, and the port that it listens on. */
export const openImageService = ({ ground, objects, config, log, closers, now }: Deps) => {
  const { sql, keyring, notifications, pins, usage, egress, registry, vault } = ground
  const threads = openThreads(new URL('./pixel-thread.ts', import.meta.url), pixelTasks)
  closers.add('pixel threads', threads.close)
  const { imageCache } = config
  const shelf =
    imageCache &&
    openShelf({
      folder: join(imageCache.dir, 'renditions'),
      maxBytes: imageCache.maxBytes,
      // Another version may draw otherwise.
      secret: vault.secretFor(`image shelf ${version}`),
      onError: err => log.warn({ err }, 'rendition not kept on disk'),
    })
  const ticketSecret = vault.secretFor('image tickets')
  const images = openImages({
    ...{ sql, objects, keyring, pins, usage, egress, threads, isDatabaseAway, log, now },
    ...{ shelf, registry },
    faviconServices: config.faviconServices,
    ticketSecret,
  })
  closers.add('images', images.close)

  // Told apart by host name on the port of the API, which then serves both.
  const sharesPort = config.port !== 0 && config.port === config.imagePort
  const place = { host: config.host, port: config.imagePort }
  let status = () => ({ running: sharesPort ? 1 : 0, count: 1 })
  const listen = async (): Promise<Listener> => {
    if (config.imageProcesses === 1 || !canSharePorts) {
      const listener = await listenBare(images.handler, place)
      status = () => ({ running: 1, count: 1 })
      return listener
    }
    const fronts = await openFronts(new URL('./image-process.ts', import.meta.url), {
      ...{
        place,
        count: config.imageProcesses,
        keyring,
        notifications,
        pins,
        usage,
        registry,
        log,
      },
      ticketSecret,
      ...images.behindFronts,
    })
    status = fronts.status
    return fronts
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

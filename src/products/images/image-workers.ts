import type { Registry } from 'prom-client'
import { accountsChannel, keysChannel } from '../../base/accounts/key-shape.ts'
import type { Keyring } from '../../base/accounts/keyring.ts'
import type { writeRefusals } from '../../base/accounts/refusals.ts'
import type { KeyKind } from '../../base/accounts/store.ts'
import type { UsageCounter } from '../../base/accounts/usage.ts'
import type { Notifications } from '../../base/db/notify.ts'
import {
  findSharedPlace,
  type ListenAddress,
  type Listener,
  urlOf,
} from '../../base/http/listener.ts'
import { openProcesses } from '../../base/processes/processes.ts'
import type { Handlers } from '../../base/processes/talk.ts'
import { type Told, toldMetrics } from '../../kit/told-metrics.ts'
import type { MadeRendition } from './answers.ts'
import type { Heartbeat, WantedRendition, WorkerStart } from './image-worker.ts'
import type { Pins } from './pins.ts'
import type { Rendition } from './renditions.ts'
import type { FoundCompany, Identifier } from './request.ts'

type Deps = {
  count: number
  place: ListenAddress
  /** See edge.ts. */
  ticketSecret: string
  keyring: Keyring
  notifications: Notifications
  pins: Pick<Pins, 'onChange'>
  usage: Pick<UsageCounter, 'add'>
  writeRefusals: ReturnType<typeof writeRefusals>
  /** From memory, from the diskCache or made; its errors are those that a caller may see. */
  draw(wanted: WantedRendition): Promise<Rendition>
  findCompany(identifier: Identifier, accountId: string): Promise<FoundCompany>
  onEnd(outcome: string, requests: number): void
  registry: Registry
  log: { warn(line: object, message: string): void; error(line: object, message: string): void }
}

type ImageWorkers = Listener & { status(): { running: number; count: number } }

/** Memory for renditions of all of them together, and the least that one of them has. */
const renditionBytes = { all: 128 * 1024 * 1024, least: 32 * 1024 * 1024 }
/** Well below what they take for silence. */
const wordMs = 250

/** The image API in several processes on one port, and this one behind them: see front.ts. */
export const openImageWorkers = async (file: URL, deps: Deps): Promise<ImageWorkers> => {
  const { count, keyring, notifications, ticketSecret, log } = deps
  const place = await findSharedPlace(deps.place)
  const beats = new Map<number, Heartbeat>()
  const share = Math.max(renditionBytes.least, Math.floor(renditionBytes.all / count))

  const handlers = (number: number): Handlers => ({
    verify: ({ token, kind }: { token: string; kind: KeyKind }) => keyring.verify(token, kind),
    async render(wanted: WantedRendition): Promise<MadeRendition> {
      const { status, bytes, contentType, source, maxAgeSeconds, expiresAtMs } =
        await deps.draw(wanted)
      return { status, bytes, contentType, source, maxAgeSeconds, expiresAtMs }
    },
    findCompany: ({ identifier, accountId }: { identifier: Identifier; accountId: string }) =>
      deps.findCompany(identifier, accountId),
    beat({ counted, ...beat }: Heartbeat) {
      beats.set(number, { ...beat, counted: [] })
      deps.usage.add(counted)
      for (const { outcome, requests } of counted) deps.onEnd(outcome, requests)
    },
    refused(rows: Parameters<Deps['writeRefusals']>[0]) {
      deps.writeRefusals(rows).catch(err => log.warn({ err }, 'refused origins not written'))
    },
    fault: (stack: string) => log.error({ err: { stack } }, 'image request failed'),
  })
  const processes = await openProcesses(file, {
    count,
    first: (): WorkerStart => ({ place, ticketSecret, renditionBytes: share }),
    handlers,
    onEnd(number, how) {
      beats.delete(number)
      log.warn({ number, how }, 'an image process ended and is started again')
    },
  })

  for (const channel of [keysChannel, accountsChannel])
    await notifications.subscribe(channel, payload => processes.tell('heard', { channel, payload }))
  notifications.onReconnect(() => processes.tell('gap'))
  deps.pins.onChange(host => processes.tell('forget', host))
  const word = setInterval(() => processes.tell('live', notifications.isLive()), wordMs).unref()
  tellMetrics(deps.registry, beats, processes.status)

  return {
    place,
    url: urlOf(place),
    status: () => ({ running: processes.status().running, count }),
    async close() {
      await processes.close()
      clearInterval(word)
    },
  }
}

const tellMetrics = (
  registry: Registry,
  beats: ReadonlyMap<number, Heartbeat>,
  status: () => { running: number; restarts: number },
): void => {
  const { gauge, counter } = toldMetrics(registry)
  const ofEach = (told: Exclude<keyof Heartbeat, 'counted'>) => () =>
    [...beats].map(([number, beat]): Told => [beat[told], { process: number }])
  gauge('siteray_image_process_resident_memory_bytes', ofEach('residentBytes'))
  gauge('siteray_image_process_renditions_bytes', ofEach('renditionBytes'))
  gauge('siteray_image_process_busy_ratio', ofEach('busy'))
  counter('siteray_image_process_cpu_seconds_total', ofEach('cpuSeconds'))
  gauge('siteray_image_processes', () => [[status().running]])
  counter('siteray_image_process_restarts_total', () => [[status().restarts]])
}

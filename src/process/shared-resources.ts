import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createKeyring, type Keyring } from '../base/accounts/keyring.ts'
import { askDatabase } from '../base/accounts/keys.ts'
import { createUsageCounter, type UsageCounter } from '../base/accounts/usage.ts'
import { openUsageFile } from '../base/accounts/usage-file.ts'
import type { Notifications } from '../base/db/notify.ts'
import type { Database } from '../base/db/sql.ts'
import type { Vault } from '../base/db/vault.ts'
import type { ListenAddress, Listener } from '../base/http/listener.ts'
import { createMetrics } from '../base/http/metrics.ts'
import { openTraces } from '../base/telemetry/open.ts'
import { createEgress, type Egress } from '../base/web/egress.ts'
import { siterayUserAgent } from '../base/web/user-agent.ts'
import type { Config } from '../config/config.ts'
import { capabilities } from '../config/roles.ts'
import { sampleSite } from '../doors/dashboard/sample-site.ts'
import type { Closers } from '../kit/closers.ts'
import { plainLog } from '../kit/log.ts'
import { openPins, type Pins } from '../products/images/pins.ts'
import { openStore } from './database.ts'

/** What every server process stands on, whatever its role. */
export type SharedResources = {
  store: Awaited<ReturnType<typeof openStore>>
  /** For what somebody waits for. */
  sql: Database
  notifications: Notifications
  vault: Vault
  egress: Egress
  keyring: Keyring
  pins: Pins
  usage: UsageCounter
  registry: Registry
  traces: ReturnType<typeof openTraces>
  /** A place of ours, which nobody is fetched from. */
  ownPlace(place: ListenAddress): void
  /** A listener that closes with the rest; its address. */
  keep(name: string, listener: Listener): string
}

export const openSharedResources = async (
  config: Config,
  log: Logger,
  closers: Closers,
): Promise<SharedResources> => {
  const store = await openStore(config, capabilities[config.role], closers, plainLog(log))
  const { sql, notifications, vault } = store

  const places: ListenAddress[] = []
  const egress = createEgress({
    outbound: config.outbound,
    listeners: () => places,
    userAgent: siterayUserAgent(contactOf(config.publicUrl)),
    inside: sampleSite(),
  })
  closers.add('egress', egress.close)
  const keyring = await createKeyring({ ...askDatabase(sql), notifications })
  const pins = await openPins({ sql, notifications })
  const usage = createUsageCounter({
    sql,
    onError: err => log.warn({ err }, 'usage not written'),
    file: config.imageCache && openUsageFile(config.imageCache.dir),
  })
  closers.add('usage', usage.close)
  const registry = createMetrics()
  const traces = openTraces(config.traces, { egress, registry, log })
  closers.add('traces', traces.close)
  return {
    ...{ store, sql, notifications, vault, egress, keyring, pins, usage, registry, traces },
    ownPlace: place => void places.push(place),
    keep(name, listener) {
      closers.add(`${name} http`, listener.close, 12_000)
      places.push(listener.place)
      return listener.url
    },
  }
}

/** Site owners can only reach us at an address that is not just this machine's. */
const contactOf = (publicUrl: string): string | undefined =>
  /^https:/.test(publicUrl) ? publicUrl : undefined

/** By which names a request may call us. The image API asks for none: see docs/self-hosting.md. */
export const ownHosts = (config: Config): string[] => {
  const { publicUrl, imagePublicUrl, firecrawl, host, allowedHosts } = config
  const urls = [publicUrl, imagePublicUrl, firecrawl?.publicUrl ?? publicUrl]
  return [...urls.map(url => new URL(url).hostname), host, ...allowedHosts]
}

/** Made from PORT=0 and not set by the operator. */
export const hasNoPort = (url: string): boolean => new URL(url).port === '0'

import type { Logger } from 'pino'
import { createKeyring } from '../base/accounts/keyring.ts'
import { askDatabase } from '../base/accounts/keys.ts'
import { createUsageCounter } from '../base/accounts/usage.ts'
import { openUsageFile } from '../base/accounts/usage-file.ts'
import type { OpenedDatabase } from '../base/db/open.ts'
import type { ListenAddress, Listener } from '../base/http/listener.ts'
import { createMetrics } from '../base/http/metrics.ts'
import { openIdentity } from '../base/identity/identity.ts'
import { openTraces } from '../base/telemetry/open.ts'
import { createEgress } from '../base/web/egress.ts'
import { createRequestSigner } from '../base/web/request-signer.ts'
import { siterayUserAgent } from '../base/web/user-agent.ts'
import type { Config } from '../config/config.ts'
import { capabilities } from '../config/roles.ts'
import { sampleSite } from '../doors/dashboard/sample-site.ts'
import type { Closers } from '../kit/closers.ts'
import { plainLog } from '../kit/log.ts'
import { openPins } from '../products/images/pins.ts'
import { openStore } from './database.ts'

export type SharedResources = Awaited<ReturnType<typeof openSharedResources>>

/** What every server process stands on, whatever its role. */
export const openSharedResources = async (
  config: Config,
  log: Logger,
  closers: Closers,
  database: OpenedDatabase,
) => {
  const share = capabilities[config.role]
  const store = await openStore(config, database, share, closers, plainLog(log))
  const { sql, notifications, vault } = store

  const places: ListenAddress[] = []
  const { sign, agent } = config.bot
  const identity =
    sign === 'never' || agent === undefined
      ? undefined
      : await openIdentity({ sql, vault, notifications })
  const signer =
    identity && sign !== 'never' && agent !== undefined
      ? createRequestSigner({ when: sign, agent, key: identity.current })
      : undefined
  const egress = createEgress({
    signer,
    outbound: config.outbound,
    listeners: () => places,
    userAgent: siterayUserAgent(agent && `${agent}/bot`),
    inside: sampleSite(),
  })
  closers.add('egress', egress.close)
  const keyring = await createKeyring({ ...askDatabase(sql), notifications })
  const pins = await openPins({ sql, notifications })
  const usage = createUsageCounter({
    sql,
    onError: err => log.warn({ err }, 'usage not written'),
    file: config.imageCache && (await openUsageFile(config.imageCache.dir)),
  })
  closers.add('usage', usage.close)
  const registry = createMetrics()
  const traces = openTraces(config.traces, { egress, registry, log })
  closers.add('traces', traces.close)
  return {
    ...{ store, sql, notifications, vault, identity, egress, keyring },
    ...{ pins, usage, registry, traces },
    /** A place of ours, which nobody is fetched from. */
    ownPlace: (place: ListenAddress) => void places.push(place),
    /** A listener that closes with the rest; its address. */
    keep(name: string, listener: Listener): string {
      closers.add(`${name} http`, listener.close, 12_000)
      places.push(listener.place)
      return listener.url
    },
  }
}

/** By which names a request may call us. The image API asks for none: see docs/self-hosting.md. */
export const ownHosts = (config: Config): string[] => {
  const { publicUrl, imagePublicUrl, firecrawl, host, allowedHosts, bot } = config
  const others = [firecrawl?.publicUrl, bot.agent].filter(url => url !== undefined)
  const urls = [publicUrl, imagePublicUrl, ...others]
  return [...urls.map(url => new URL(url).hostname), host, ...allowedHosts]
}

/** Made from PORT=0 and not set by the operator. */
export const hasNoPort = (url: string): boolean => new URL(url).port === '0'

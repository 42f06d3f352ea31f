import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createKeyring, type Keyring } from './base/accounts/keyring.ts'
import { askDatabase } from './base/accounts/keys.ts'
import { createUsageCounter, type UsageCounter } from './base/accounts/usage.ts'
import { openUsageFile } from './base/accounts/usage-file.ts'
import { examineServer } from './base/db/examine.ts'
import { migrate } from './base/db/migrate.ts'
import { type Notifications, openNotifications } from './base/db/notify.ts'
import { openDatabase } from './base/db/open.ts'
import { closeSql, type Database, openSql, requestStatementMs } from './base/db/sql.ts'
import type { DatabaseTarget } from './base/db/target.ts'
import { openVault, type Vault } from './base/db/vault.ts'
import type { Listener, Place } from './base/http/listener.ts'
import { createMetrics } from './base/http/metrics.ts'
import { createEgress, type Egress } from './base/web/egress.ts'
import { siterayUserAgent } from './base/web/user-agent.ts'
import type { Closers } from './closers.ts'
import type { Config } from './config.ts'

/** What every server process stands on, whatever its role. */
export type Ground = {
  target: DatabaseTarget
  /** For what somebody waits for. */
  sql: Database
  notifications: Notifications
  vault: Vault
  egress: Egress
  keyring: Keyring
  usage: UsageCounter
  registry: Registry
  /** A place of ours, which nobody is fetched from. */
  ownPlace(place: Place): void
  /** A listener that closes with the rest; its address. */
  keep(name: string, listener: Listener): string
}

export const openGround = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { maxConnections }: { maxConnections: number },
): Promise<Ground> => {
  const database = await openDatabase({ ...config, log: plainLog(log) }, 'server')
  closers.add('database', database.close, 8_000)
  const { target } = database
  const sql = openSql(target, {
    ...{ name: 'siteray', maxConnections, statementTimeoutMs: requestStatementMs },
  })
  closers.add('sql', () => closeSql(sql))
  await examineServer(sql)
  const notifications = await openNotifications(target, { name: 'siteray listen' })
  closers.add('notifications', notifications.close)
  await migrate(sql)
  const vault = await openVault({ ...config, sql })

  const places: Place[] = []
  const egress = createEgress({
    outbound: config.outbound,
    listeners: () => places,
    userAgent: siterayUserAgent(contactOf(config.publicUrl)),
  })
  closers.add('egress', egress.close)
  const keyring = await createKeyring({ ...askDatabase(sql), notifications })
  const usage = createUsageCounter({
    sql,
    onError: err => log.warn({ err }, 'usage not written'),
    file: config.imageCache && openUsageFile(config.imageCache.dir),
  })
  closers.add('usage', usage.close)
  return {
    ...{ target, sql, notifications, vault, egress, keyring, usage },
    registry: createMetrics(),
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

export const plainLog = (log: Logger) => ({
  info: (message: string) => log.info(message),
  warn: (message: string) => log.warn(message),
})

/** By which names a request may call us. The image API asks for none: see docs/self-hosting.md. */
export const ownHosts = (config: Config): string[] => {
  const { publicUrl, imagePublicUrl, firecrawl, host, allowedHosts } = config
  const urls = [publicUrl, imagePublicUrl, firecrawl?.publicUrl ?? publicUrl]
  return [...urls.map(url => new URL(url).hostname), host, ...allowedHosts]
}

/** Made from PORT=0 and not set by the operator. */
export const hasNoPort = (url: string): boolean => new URL(url).port === '0'

import type { Registry } from 'prom-client'
import type { S3Place } from '../../config/s3-location.ts'
import { toldMetrics } from '../../kit/told-metrics.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { HttpServer } from '../http/server.ts'
import { createObjects, type Objects } from './objects.ts'
import { objectRoutes } from './routes.ts'
import { type Fetch, openS3 } from './s3.ts'
import { createUrlSigner } from './signed-url.ts'

type Deps = {
  sql: Sql
  vault: Vault
  place: S3Place | undefined
  /** For a server that the operator named. */
  egress: { trust: (origin: string, connections: number) => { fetch: Fetch } }
  /** How users reach this server. */
  reach: { publicUrl: string }
  registry: Registry
  log: { warn: (line: object, message: string) => void }
}

export type OpenObjects = Objects & {
  /** Shows a picture for so long: its signed URL. */
  showPicture(png: Uint8Array, seconds: number): Promise<string>
  mount(server: HttpServer): void
}

const connections = 32

export const openObjects = (deps: Deps): OpenObjects => {
  const { place, egress, sql, registry } = deps
  const s3 = place && openS3(place, egress.trust(place.origin, connections).fetch)
  const onError = (err: unknown) => deps.log.warn({ err }, 'the store of large objects is away')
  const objects = createObjects({ sql, s3, onError })
  const signer = createUrlSigner(deps.vault.secretFor('signed URLs of objects'))
  if (s3) count(registry, objects)
  return {
    ...objects,
    async showPicture(png, seconds) {
      const id = await objects.publish(Buffer.from(png), 'image/png', seconds)
      return signer.urlOf(deps.reach.publicUrl, id, seconds)
    },
    mount: server => objectRoutes(server, { objects, signer }),
  }
}

const count = (registry: Registry, { status }: Objects): void => {
  const { gauge, counter } = toldMetrics(registry)
  gauge('siteray_objects_away', () => [[status().isAway ? 1 : 0]])
  counter('siteray_objects_failures_total', () => [[status().failures]])
}

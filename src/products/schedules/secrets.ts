import type { Vault } from '../../base/db/vault.ts'
import type { EventType } from './request.ts'

/** Where a schedule's own events go. */
export type EventTarget = {
  url: string
  headers: Readonly<Record<string, string>>
  events: readonly EventType[]
}

/** What may hold secrets of the caller's: kept encrypted, apart from the rest. */
type Secrets = {
  /** `headers`, `webhook` and `actions` of the repeated operation's body. */
  request: Readonly<Record<string, unknown>>
  webhook?: EventTarget | undefined
}

export const sealSecrets = (vault: Vault, id: string, secrets: Secrets): Buffer =>
  vault.seal(JSON.stringify(secrets), purposeOf(id))

export const openSecrets = (vault: Vault, id: string, sealed: Buffer | null): Secrets =>
  sealed ? (JSON.parse(vault.open(sealed, purposeOf(id))) as Secrets) : { request: {} }

const purposeOf = (id: string) => `secrets of ${id}`

/** The members of a body that are kept apart. */
export const splitRequest = (
  request: Readonly<Record<string, unknown>>,
): { open: Record<string, unknown>; secret: Record<string, unknown> } => {
  const { headers, webhook, actions, ...open } = request
  const secret = {
    ...(headers === undefined ? {} : { headers }),
    ...(webhook === undefined ? {} : { webhook }),
    ...(actions === undefined ? {} : { actions }),
  }
  return { open, secret }
}

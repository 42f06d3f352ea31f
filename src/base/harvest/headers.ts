import type { Vault } from '../db/vault.ts'

/** Headers the caller gave, for the pages and for the webhook: they may hold secrets. */
type SecretHeaders = {
  page?: Readonly<Record<string, string>>
  webhook?: Readonly<Record<string, string>>
}

export const sealHeaders = (
  vault: Vault,
  harvestId: string,
  headers: SecretHeaders,
): Buffer | undefined => {
  const some = Object.keys(headers.page ?? {}).length + Object.keys(headers.webhook ?? {}).length
  return some === 0 ? undefined : vault.seal(JSON.stringify(headers), purposeOf(harvestId))
}

export const openHeaders = (
  vault: Vault,
  harvestId: string,
  sealed: Buffer | null,
): SecretHeaders =>
  sealed ? (JSON.parse(vault.open(sealed, purposeOf(harvestId))) as SecretHeaders) : {}

const purposeOf = (harvestId: string) => `headers of ${harvestId}`

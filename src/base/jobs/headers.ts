import type { Vault } from '../db/vault.ts'
import type { Action } from '../reader/actions/request.ts'

/** Headers the caller gave, for the pages and for the webhook, and steps: they may hold secrets. */
type SecretHeaders = {
  page?: Readonly<Record<string, string>>
  webhook?: Readonly<Record<string, string>>
  actions?: readonly Action[]
}

export const sealHeaders = (
  vault: Vault,
  jobId: string,
  headers: SecretHeaders,
): Buffer | undefined => {
  const some = Object.values(headers).some(part => Object.keys(part).length > 0)
  return !some ? undefined : vault.seal(JSON.stringify(headers), purposeOf(jobId))
}

export const openHeaders = (vault: Vault, jobId: string, sealed: Buffer | null): SecretHeaders =>
  sealed ? (JSON.parse(vault.open(sealed, purposeOf(jobId))) as SecretHeaders) : {}

const purposeOf = (jobId: string) => `headers of ${jobId}`

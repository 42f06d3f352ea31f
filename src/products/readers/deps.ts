import type { ChargeDeps } from '../../base/accounts/charge.ts'
import type { Vault } from '../../base/db/vault.ts'
import type { RateLimit } from '../../base/http/rate-limit.ts'
import type { Allowed } from '../../base/reader/actions/check.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import type { RunTask } from '../extract/tasks.ts'
import type { RunReaders } from './tasks.ts'

export type ReaderDeps = ChargeDeps & {
  vault: Vault
  parseTarget: (text: string) => URL
  allowed: Allowed
  readPage: ReadPage
  run: RunReaders
  /** Of extract: whether a schema makes sense. */
  runExtract: RunTask
  lines: { extract: AdmissionQueue; rendered: AdmissionQueue }
  /** Of learnings, by account. */
  learnings: RateLimit
  now: () => number
}

import { BackupError } from '../base/backup/backup-error.ts'
import { whyUnusable } from '../base/db/examine.ts'
import { DatabaseStartError } from '../base/db/start-error.ts'
import { ConfigError } from '../config/config.ts'
import { AppError } from '../kit/errors.ts'

/** The call says too little, or what cannot be done. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A mistake in the call or the settings is a sentence; only a bug shows its stack. */
export const explain = (error: unknown): string => {
  const kind = whyUnusable(error) ?? (error instanceof Error ? error : new Error(String(error)))
  const told =
    kind instanceof UsageError ||
    kind instanceof AppError ||
    kind instanceof ConfigError ||
    kind instanceof DatabaseStartError ||
    kind instanceof BackupError ||
    String(Object(kind).code).startsWith('ERR_PARSE_ARGS')
  return told ? kind.message : (kind.stack ?? kind.message)
}

import type { Plans } from '../base/accounts/plans.ts'
import type { Database } from '../base/db/sql.ts'
import type { Config } from '../config/config.ts'
import type { BackupFlags, RestoreFlags } from './backup.ts'
import type { Described } from './command-help.ts'
import type { PinFlags } from './pins.ts'

/** The operator's command: what the dashboard does, for scripts, while the server runs or not. */
type Context = { sql: Database; config: Config; plans: Plans; args: string[]; flags: Flags }
export type Flags = BackupFlags &
  RestoreFlags &
  PinFlags & {
    kind?: string
    name?: string
    origins?: string
    account?: string
    plan?: string
    roll?: boolean
  }
/** `text` is for people, `json` for `--json`. */
export type Output = { text: string; json: unknown; ok?: boolean }
export type Command = Described &
  (
    | { run: (context: Context) => Promise<Output> }
    /** Opens the database itself, if at all. */
    | { runAlone: (context: Omit<Context, 'sql' | 'plans'>) => Promise<Output> }
  )

/** Who the audit log says it was. */
export const actor = 'operator'

/** Rows with a head, its columns one below the other. */
export const table = (rows: string[][]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  )
  const line = (row: string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map(row => line(row).trimEnd()).join('\n')
}

import { createInterface } from 'node:readline/promises'
import { type Backup, backUp } from '../base/backup/backup.ts'
import { BackupError } from '../base/backup/backup-error.ts'
import { type Contents, inspect } from '../base/backup/load.ts'
import { type KeyState, restore } from '../base/backup/restore.ts'
import { openDatabase } from '../base/db/open.ts'
import type { Config } from '../config/config.ts'
import { version } from '../kit/version.ts'

type Log = { info(message: string): void; warn(message: string): void }
type Deps = { config: Config; log: Log }

export type BackupFlags = { 'with-key'?: boolean; check?: boolean; rehearse?: boolean }
export type RestoreFlags = { replace?: boolean; yes?: boolean }

/** On the database as it is: a back-up before an upgrade must not upgrade it. */
export const runBackup = async ({ config, log }: Deps, file: string, flags: BackupFlags) => {
  if (flags.check) {
    const contents = await inspect(file)
    return { text: `${file} is whole: ${describe(contents)}.`, json: summary(contents) }
  }
  const database = await openDatabase({ ...config, log }, 'command')
  try {
    const backup = await backUp(
      { ...config, target: database.direct, version },
      file,
      { withKey: flags['with-key'] ?? false, rehearsal: flags.rehearse ?? 'auto' },
      new AbortController().signal,
    )
    const { sizeBytes, rehearsed } = backup
    const json = { file: backup.file, sizeBytes, rehearsed, ...summary(backup) }
    return { text: tellBackup(backup, config), json }
  } finally {
    await database.close()
  }
}

/** The file is read to its end before anything is opened or written. */
export const runRestore = async ({ config, log }: Deps, file: string, flags: RestoreFlags) => {
  const checked = await inspect(file)
  const where = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir
  if (flags.replace && !flags.yes) await confirm(`Everything in ${where} gives way to ${file}.`)
  // As a server: it takes the folder for itself, and says who has it.
  const database = await openDatabase({ ...config, log }, 'server')
  try {
    const restored = await restore({ ...config, target: database.direct }, file, {
      replace: flags.replace ?? false,
    })
    const text = [
      `Restored into ${where}: ${describe(checked)}. Every table was read back and compared.`,
      keySentence(restored.key, config),
      ...(hasObjects(checked) ? [objectsSentence(config)] : []),
    ].join('\n')
    return { text, json: { ...summary(restored), masterKey: restored.key } }
  } finally {
    await database.close()
  }
}

const confirm = async (what: string): Promise<void> => {
  if (!process.stdin.isTTY) throw new BackupError(`${what} If that is meant, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${what} Write "replace" to go on: `)
  terminal.close()
  if (answer.trim() !== 'replace') throw new BackupError('Nothing was changed.')
}

const summary = ({ header, tables }: Contents) => ({
  version: header.version,
  madeAt: header.madeAt,
  schema: header.migrations.at(-1)?.name,
  withKey: header.masterKey !== undefined,
  tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
})

const describe = ({ header, tables }: Contents): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, made at ${header.madeAt} by Siteray ${header.version}`
}

const tellBackup = (backup: Backup, config: Config): string => {
  const { file, sizeBytes, rehearsed, header } = backup
  const checked = rehearsed
    ? 'Read again and restored into a database made for that: every table came back the same.'
    : 'Read again to its end. --rehearse also restores it into a database made for that.'
  const told = [tellKey(header, config), tellObjects(config)]
  return [`${file} (${sizeBytes} bytes): ${describe(backup)}.`, checked, ...told]
    .filter(line => line !== '')
    .join('\n')
}

const tellKey = ({ keyFingerprint, masterKey }: Contents['header'], config: Config): string => {
  if (keyFingerprint === null) return ''
  if (masterKey !== undefined)
    return 'The master key is in the file: whoever has the file can read every secret in it.'
  const file = config.masterKeyFile ?? `${config.dataDir}/master.key`
  const place = config.masterKey ? 'MASTER_KEY' : file
  return `The master key is not in the file. Keep ${place} too, in another place: without it webhook secrets and callers’ headers cannot be read.`
}

const hasObjects = ({ tables }: Contents): boolean =>
  tables.some(({ name, rows }) => name === 'objects' && rows > 0)

const tellObjects = ({ s3 }: Config): string =>
  s3
    ? `What is in ${s3.origin}/${s3.bucket}/${s3.prefix} is not in the file: keep that too, or let it go (docs/self-hosting.md, “Large objects”).`
    : ''

const objectsSentence = ({ s3 }: Config): string =>
  s3
    ? `Large results and images are read from ${s3.origin}/${s3.bucket}/${s3.prefix}. Another installation must not use that place as well; \`objects strays\` finds what was written there after the back-up.`
    : 'If the back-up was made with S3_URL, set the same before the start: large results and images are there.'

const keySentence = (state: KeyState, config: Config): string => {
  const place = `${config.dataDir}/master.key`
  const sentences: Record<KeyState, string> = {
    'not needed': 'It can be started now.',
    fits: 'The master key here is the right one. It can be started now.',
    placed: `The master key was in the file and is in ${place} now. It can be started now.`,
    missing: `Its secrets need the master key of the first machine: put it into ${place} (or MASTER_KEY) before the start.`,
    other: `Its secrets need another master key than the one here: put that of the first machine into ${place} (or MASTER_KEY) before the start.`,
  }
  return sentences[state]
}

import { ensureFirstAccount } from './base/accounts/first-run.ts'
import { readPlans } from './base/accounts/plans.ts'
import { examineServer } from './base/db/examine.ts'
import { migrate } from './base/db/migrate.ts'
import { openDatabase } from './base/db/open.ts'
import { closeSql, type Database, openSql } from './base/db/sql.ts'
import type { DatabaseTarget } from './base/db/target.ts'
import { openVault, resetVault } from './base/db/vault.ts'
import { provideKeys, publishedDays, rollIdentity } from './base/identity/identity.ts'
import { runBackup, runRestore } from './commands/backup.ts'
import { type Command, type Flags, type Output, table } from './commands/command.ts'
import { explain, UsageError } from './commands/command-error.ts'
import { helpText, unknownCommand } from './commands/command-help.ts'
import { checkCall, readArguments } from './commands/command-line.ts'
import { keyCommands } from './commands/keys.ts'
import { peopleCommands } from './commands/people.ts'
import { pinCommands } from './commands/pins.ts'
import { tellVersion } from './commands/version.ts'
import { type Config, readConfig } from './config/config.ts'
import { version } from './kit/version.ts'

const commands: Record<string, Command> = {
  ...keyCommands,
  ...peopleCommands,
  'identity show': {
    usage: 'identity show',
    about: 'Shows the keys that sites verify this server’s signatures with.',
    async run({ sql, config }) {
      const keys = await provideKeys({ sql, vault: await openVault({ ...config, sql }) })
      const json = keys.map(({ id, x }, index) => ({ id, x, signs: index === 0 }))
      return { text: table(json.map(({ id, signs }) => [id, signs ? 'signs' : 'retired'])), json }
    },
  },
  'identity roll': {
    usage: 'identity roll',
    about: 'Replaces the key that signs requests. The old one stays published for a week.',
    async run({ sql, config }) {
      const id = await rollIdentity({ sql, vault: await openVault({ ...config, sql }) })
      const text = `${id} signs now. The old key stays in the directory for ${publishedDays} days.`
      return { text, json: { id } }
    },
  },
  'master-key reset': {
    usage: 'master-key reset',
    about:
      'For a lost master key: discards everything it encrypted (webhook secrets, headers, sessions, two-step sign-in).',
    async run({ sql, config }) {
      await resetVault({ ...config, sql })
      return {
        text: 'The master key of this process is the database’s now. Webhook secrets are made anew; two-step sign-in is off for everybody.',
        json: { reset: true },
      }
    },
  },
  'objects strays': {
    usage: 'objects strays [--yes]',
    about: 'Counts the objects in S3_URL that no row refers to. --yes removes them.',
    run: async ({ sql, config, flags }) =>
      (await import('./commands/objects.ts')).clearStrays({ sql, config }, flags),
  },
  backup: {
    usage: 'backup <file> [--with-key] [--rehearse]  |  backup --check <file>',
    about: 'Writes all data into one file. --check only verifies such a file.',
    runAlone({ config, args: [file], flags }) {
      if (!file) throw new UsageError('Say which file: backup <file>.')
      return runBackup({ config, log }, file, flags)
    },
  },
  restore: {
    usage: 'restore <file> [--replace [--yes]]',
    about: 'Fills an empty database from a back-up. --replace overwrites the data that is there.',
    runAlone({ config, args: [file], flags }) {
      if (!file) throw new UsageError('Say which file: restore <file>.')
      return runRestore({ config, log }, file, flags)
    },
  },
  ...pinCommands,
  'readers pull': {
    usage: 'readers pull <folder> [--account …]',
    about: 'Writes every reader, with its example pages, into a folder for your repository.',
    run: async context => (await import('./commands/readers.ts')).pullReaders(context),
  },
  'readers push': {
    usage: 'readers push <folder> [--account …]',
    about: 'Creates the readers of a folder; those that are there and differ get a new version.',
    run: async context => (await import('./commands/readers.ts')).pushReaders(context),
  },
  'readers test': {
    usage: 'readers test <folder>',
    about: 'Reads the kept pages of a folder again, offline. Exit code 1 when a field differs.',
    runAlone: async context => (await import('./commands/readers.ts')).testReaders(context),
  },
  'ocr add': {
    usage: 'ocr add <language>…',
    about: 'Installs languages for text in pictures and scans, such as deu or chi_sim.',
    runAlone: async context => (await import('./commands/ocr.ts')).addOcrLanguages(context),
  },
  version: {
    usage: 'version [--check]',
    about: 'Shows the version. --check asks the git remote whether there is a newer one.',
    runAlone: ({ flags }) =>
      tellVersion({ folder: import.meta.dirname, env: process.env }, flags.check ?? false),
  },
  doctor: {
    usage: 'doctor',
    about: 'Checks the database, browser, model and mail, and says how to fix what is broken.',
    // Opens the database itself: it says what is wrong with it.
    async runAlone({ config }) {
      const { diagnose } = await import('./process/doctor.ts')
      const findings = await diagnose(config, work => withDatabase(config, work))
      const text = findings
        .map(({ part, state, detail }) => `${marks[state]} ${part.padEnd(9)} ${detail}`)
        .join('\n')
      return { text, json: findings, ok: findings.every(({ state }) => state !== 'broken') }
    },
  },
}

const say = (message: string) => process.stderr.write(`${message}\n`)
const log = { info: say, warn: say }

const marks = { good: '✔', missing: '–', broken: '✖' } as const

const main = async (argv: string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv)
  const { json, help, version: isVersion, ...flags } = values
  if (isVersion) {
    process.stdout.write(`${version}\n`)
    return 0
  }
  const isHelp = positionals[0] === 'help'
  if (help || isHelp || positionals.length === 0) {
    const words = isHelp ? positionals.slice(1) : positionals
    process.stdout.write(`${helpText(words, commands)}\n`)
    return 0
  }
  const found = findCommand(positionals)
  if (!found) throw unknownCommand(positionals, commands)
  checkCall(found.name, found.command, { args: found.args, flags })
  const output = await runCommand(found.command, readConfig(process.env), found.args, flags)
  process.stdout.write(`${json ? JSON.stringify(output.json) : output.text}\n`)
  return output.ok === false ? 1 : 0
}

const runCommand = (
  command: Command,
  config: Config,
  args: string[],
  flags: Flags,
): Promise<Output> => {
  if ('runAlone' in command) return command.runAlone({ config, args, flags })
  return withDatabase(config, sql =>
    command.run({ sql, config, plans: readPlans(config.plansFile), args, flags }),
  )
}

const findCommand = (words: string[]) => {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands[name]
    if (command) return { name, command, args: words.slice(length) }
  }
  return undefined
}

const withDatabase = async <T>(
  config: Config,
  work: (sql: Database, targets: { target: DatabaseTarget; direct: DatabaseTarget }) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ ...config, log }, 'command')
  const sql = openSql(database.target, { name: 'siteray command', maxConnections: 2 })
  try {
    await examineServer(sql)
    await migrate(sql)
    await ensureFirstAccount(sql)
    return await work(sql, database)
  } finally {
    await closeSql(sql)
    await database.close()
  }
}

main(process.argv.slice(2)).then(
  code => process.exit(code),
  error => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(error instanceof UsageError ? 2 : 1)
  },
)

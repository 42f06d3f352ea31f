import { changePlan, createAccount, findAccount, listAccounts } from './base/accounts/accounts.ts'
import { ensureFirstAccount } from './base/accounts/first-run.ts'
import { createKey, deleteKey, listKeys, setOrigins } from './base/accounts/keys.ts'
import { createSetupLink } from './base/accounts/people/links.ts'
import { createResetLink } from './base/accounts/people/reset.ts'
import { takeTwoStepOff } from './base/accounts/people/two-step.ts'
import { defaultPlanName, type Plans, readPlans } from './base/accounts/plans.ts'
import { shownKeys } from './base/accounts/shown-keys.ts'
import { examineServer } from './base/db/examine.ts'
import { migrate } from './base/db/migrate.ts'
import { openDatabase } from './base/db/open.ts'
import { closeSql, type Database, openSql } from './base/db/sql.ts'
import type { DatabaseTarget } from './base/db/target.ts'
import { openVault, resetVault } from './base/db/vault.ts'
import { provideKeys, publishedDays, rollIdentity } from './base/identity/identity.ts'
import { overlapHours, rollSecret, secretsOf } from './base/webhooks/secret.ts'
import { type BackupFlags, type RestoreFlags, runBackup, runRestore } from './commands/backup.ts'
import { explain, UsageError } from './commands/command-error.ts'
import { type Described, helpText, unknownCommand } from './commands/command-help.ts'
import { checkCall, readArguments } from './commands/command-line.ts'
import { type PinFlags, pinCommands } from './commands/pins.ts'
import { tellVersion } from './commands/version.ts'
import { type Config, readConfig } from './config/config.ts'
import { version } from './kit/version.ts'

/** The operator's command: what the dashboard does, for scripts, while the server runs or not. */
type Context = { sql: Database; config: Config; plans: Plans; args: string[]; flags: Flags }
type Flags = BackupFlags &
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
type Output = { text: string; json: unknown; ok?: boolean }
type Command = Described &
  (
    | { run: (context: Context) => Promise<Output> }
    /** Opens the database itself, if at all. */
    | { runAlone: (context: Omit<Context, 'sql' | 'plans'>) => Promise<Output> }
  )

const actor = 'operator'

const commands: Record<string, Command> = {
  'keys create': {
    usage:
      'keys create --kind secret|publishable [--name …] [--origins a.com,*.b.com] [--account …]',
    about: 'Creates a key. A secret key is shown once.',
    async run({ sql, config, flags }) {
      if (flags.kind !== 'secret' && flags.kind !== 'publishable')
        throw new UsageError('Say which kind of key: --kind secret or --kind publishable.')
      const account = await findAccount(sql, flags.account)
      const { key, ...created } = await createKey(sql, {
        vault: await openVault({ ...config, sql }),
        accountId: account.id,
        kind: flags.kind,
        name: flags.name ?? `${flags.kind} key`,
        origins: listOf(flags.origins),
        actor,
      })
      const again = created.kind === 'secret' ? 'This is shown once.' : 'keys list shows it again.'
      const text = `${key}\n\n${again} Its id is ${created.id}.`
      return { text, json: { key, ...created } }
    },
  },
  'keys list': {
    usage: 'keys list [--account …]',
    about: 'Lists the keys: publishable ones in full, secret ones by their last characters.',
    async run({ sql, config, flags }) {
      const account = flags.account && (await findAccount(sql, flags.account)).id
      const keys = account ? await listKeys(sql, account) : await listKeys(sql)
      const ids = keys.map(({ id }) => id)
      // Without the master key there is still a list.
      const vault = await openVault({ ...config, sql }).catch(() => undefined)
      const shown = vault ? await shownKeys({ sql, vault }, ids) : new Map<string, string>()
      const rows = keys.map(key => [
        key.id,
        shown.get(key.id) ?? key.shown,
        key.name,
        key.accountId,
        key.origins.join(',') || (key.kind === 'secret' ? '-' : 'any origin'),
        key.lastUsedAt?.toISOString() ?? 'never used',
      ])
      const head = ['id', 'key', 'name', 'account', 'origins', 'last used']
      const json = keys.map(key => ({ ...key, key: shown.get(key.id) }))
      return { text: table([head, ...rows]), json }
    },
  },
  'keys delete': {
    usage: 'keys delete <id>',
    about: 'Deletes a key. It stops working everywhere within a second.',
    async run({ sql, args: [id] }) {
      if (!id) throw new UsageError('Say which key: keys delete <id>. keys list shows the ids.')
      await deleteKey(sql, { id, actor })
      return { text: `Deleted ${id}.`, json: { id, deleted: true } }
    },
  },
  'keys origins': {
    usage: 'keys origins <id> <a.com,*.b.com>',
    about: 'Replaces the allowed origins of a publishable key; an empty list ("") allows any site.',
    async run({ sql, args: [id, list] }) {
      if (!id || list === undefined)
        throw new UsageError('Say which key and which origins: keys origins <id> <a.com,*.b.com>.')
      const key = await setOrigins(sql, { id, actor, origins: listOf(list) })
      return { text: `${key.id} now allows ${key.origins.join(', ') || 'any site'}.`, json: key }
    },
  },
  'accounts list': {
    usage: 'accounts list',
    about: 'Lists the accounts with plan and credits.',
    async run({ sql, plans }) {
      const accounts = await listAccounts(sql)
      const rows = accounts.map(account => [
        account.id,
        account.name,
        account.plan,
        plans.get(account.plan)?.creditsPerMonth === null ? 'no limit' : String(account.balance),
      ])
      return { text: table([['id', 'name', 'plan', 'credits left'], ...rows]), json: accounts }
    },
  },
  'accounts create': {
    usage: 'accounts create <name> [--plan …]',
    about: `Creates an account on a plan (default: ${defaultPlanName}).`,
    async run({ sql, plans, args: [name], flags }) {
      if (!name) throw new UsageError('Say its name: accounts create <name> [--plan …].')
      const plan = flags.plan ?? defaultPlanName
      const account = await createAccount(sql, plans, { name, plan, actor })
      return {
        text: `Made ${account.id} ("${account.name}", plan ${account.plan}).`,
        json: account,
      }
    },
  },
  'accounts plan': {
    usage: 'accounts plan <account> <plan>',
    about: 'Moves an account to another plan, at once.',
    async run({ sql, plans, args: [account, plan] }) {
      if (!account || !plan)
        throw new UsageError('Say which account and plan: accounts plan <account> <plan>.')
      const changed = await changePlan(sql, plans, { account, plan, actor })
      return { text: `"${changed.name}" is on plan ${changed.plan} now.`, json: changed }
    },
  },
  'webhooks secret': {
    usage: 'webhooks secret [--account …] [--roll]',
    about: 'Shows the secret that signs an account’s webhooks. --roll replaces it.',
    async run({ sql, config, flags }) {
      const account = await findAccount(sql, flags.account)
      const deps = { sql, vault: await openVault({ ...config, sql }) }
      const secret = flags.roll
        ? await rollSecret(deps, account.id)
        : (await secretsOf(deps, account.id))[0]
      const note = `\n\nThe old secret signs beside it for ${overlapHours} hours.`
      return { text: flags.roll ? secret + note : secret, json: { account: account.id, secret } }
    },
  },
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
  'setup-link': {
    usage: 'setup-link [--account …]',
    about:
      'Creates a link to become an owner in the dashboard, or to set an owner’s new password. It works once, for 30 minutes.',
    async run({ sql, config, flags }) {
      const { id: accountId } = await findAccount(sql, flags.account)
      const { publicUrl } = config
      const url = await createSetupLink(sql, { accountId, publicUrl, actor })
      return { text: url, json: { url } }
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
  'people reset-link': {
    usage: 'people reset-link <e-mail>',
    about: 'Creates a link to choose a new password. It works once, for 1 hour.',
    async run({ sql, config, args: [email] }) {
      if (!email) throw new UsageError('Say whose password: people reset-link <e-mail>.')
      const { publicUrl } = config
      const url = await createResetLink(sql, { email, publicUrl, actor })
      return { text: url, json: { url } }
    },
  },
  'people two-step-off': {
    usage: 'people two-step-off <e-mail>',
    about: 'Turns off two-step sign-in for a person who lost the app and the recovery codes.',
    async run({ sql, args: [typed] }) {
      if (!typed) throw new UsageError('Say for whom: people two-step-off <e-mail>.')
      const { email, wasOn } = await takeTwoStepOff(sql, { email: typed, actor })
      const text = wasOn
        ? `${email} signs in with the password alone now.`
        : `Two-step sign-in was off for ${email} already.`
      return { text, json: { email, wasOn } }
    },
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

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const table = (rows: string[][]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  )
  const line = (row: string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map(row => line(row).trimEnd()).join('\n')
}

main(process.argv.slice(2)).then(
  code => process.exit(code),
  error => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(error instanceof UsageError ? 2 : 1)
  },
)

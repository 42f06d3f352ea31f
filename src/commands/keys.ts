import { changePlan, createAccount, findAccount, listAccounts } from '../base/accounts/accounts.ts'
import { createKey, deleteKey, listKeys, setOrigins } from '../base/accounts/keys.ts'
import { defaultPlanName } from '../base/accounts/plans.ts'
import { shownKeys } from '../base/accounts/shown-keys.ts'
import { openVault } from '../base/db/vault.ts'
import { overlapHours, rollSecret, secretsOf } from '../base/webhooks/secret.ts'
import { actor, type Command, table } from './command.ts'
import { UsageError } from './command-error.ts'

/** Keys, accounts and the secrets that sign their webhooks. */
export const keyCommands: Record<string, Command> = {
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
        text: `Created ${account.id} ("${account.name}", plan ${account.plan}).`,
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
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

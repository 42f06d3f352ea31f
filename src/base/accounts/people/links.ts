import { AppError } from '../../../kit/errors.ts'
import { newId, randomToken, sha256 } from '../../../kit/ids.ts'
import type { Sql } from '../../db/sql.ts'
import type { Vault } from '../../db/vault.ts'
import { auditStore } from '../audit-store.ts'
import type { FirstKeys } from '../first-run.ts'
import { sealFirstKeys } from './first-keys.ts'
import { linkStore } from './link-store.ts'
import type { LinkRow, Role } from './store.ts'

const setupMinutes = 30
const invitationMinutes = 7 * 24 * 60

type Where = { publicUrl: string }
/** Keys printed beside the link, for the page behind it to show. */
export type CarriedKeys = { keys: FirstKeys; vault: Vault }

/** For the operator: whoever opens it becomes an owner, or an owner with a new password. */
export const createSetupLink = (
  sql: Sql,
  wanted: Where & { accountId: string; actor: string; firstKeys?: CarriedKeys | undefined },
): Promise<string> => createLink(sql, { ...wanted, kind: 'setup', role: 'owner' })

export const createInvitation = (
  sql: Sql,
  wanted: Where & { accountId: string; actor: string; role: Role },
): Promise<string> => createLink(sql, { ...wanted, kind: 'invitation' })

const createLink = async (
  sql: Sql,
  wanted: Where & {
    kind: LinkRow['kind']
    accountId: string
    role: Role
    actor: string
    firstKeys?: CarriedKeys | undefined
  },
): Promise<string> => {
  const token = randomToken(43)
  const id = newId('link')
  const { firstKeys } = wanted
  await linkStore.insert(sql, {
    id,
    hash: sha256(token),
    kind: wanted.kind,
    accountId: wanted.accountId,
    role: wanted.role,
    madeBy: wanted.actor,
    minutes: wanted.kind === 'setup' ? setupMinutes : invitationMinutes,
    sealedKeys: firstKeys && sealFirstKeys(firstKeys.vault, id, firstKeys.keys),
  })
  if (wanted.kind === 'invitation')
    await auditStore.note(sql, {
      ...{ accountId: wanted.accountId, actor: wanted.actor, action: 'member.invite' },
      subject: wanted.role,
    })
  // After the #: a browser sends it to nobody, so it stands in no log and no Referer.
  return `${wanted.publicUrl}/join#${token}`
}

export const findLink = async (sql: Sql, token: string): Promise<LinkRow> => {
  const link = await linkStore.find(sql, sha256(token))
  if (!link) throw linkGone()
  return link
}

/** In the transaction that uses it. */
export const takeLink = async (sql: Sql, token: string): Promise<LinkRow> => {
  const link = await linkStore.take(sql, sha256(token))
  if (!link) throw linkGone()
  return link
}

export const linkGone = () =>
  new AppError('not_found', 'This link was used before or is too old. Ask for a new one.')

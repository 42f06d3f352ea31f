import { createWriteProof, examineServer } from '../base/db/examine.ts'
import { migrate } from '../base/db/migrate.ts'
import { openNotifications } from '../base/db/notify.ts'
import type { OpenedDatabase } from '../base/db/open.ts'
import { closeSql, openSql, requestStatementMs } from '../base/db/sql.ts'
import { openVault } from '../base/db/vault.ts'
import type { Config } from '../config/config.ts'
import type { Share } from '../config/roles.ts'
import type { Closers } from '../kit/closers.ts'

type Log = { info(message: string): void; warn(message: string): void }

/** The database of this process: reached, fit for us, of our version, and its key ours. */
export const openStore = async (
  config: Config,
  { target, direct }: OpenedDatabase,
  { connections }: Pick<Share, 'connections'>,
  closers: Closers,
  log: Log,
) => {
  const sql = openSql(target, {
    name: 'siteray',
    maxConnections: connections.requests,
    statementTimeoutMs: requestStatementMs,
  })
  closers.add('sql', () => closeSql(sql))
  const { unlimited } = await examineServer(sql)
  if (target !== direct && unlimited) log.warn(unlimitedSentence)
  const notifications = await openNotifications(direct, { name: 'siteray listen', target })
  closers.add('notifications', notifications.close)
  await migrate(sql, undefined, log)
  const vault = await openVault({ ...config, sql })
  const proveWrite = createWriteProof(sql)
  return { target, direct, sql, notifications, vault, proveWrite }
}

/** Behind a pooler we cannot set it for a session: it would be there for whoever has it next. */
const unlimitedSentence =
  "The database sets no statement_timeout for the user of DATABASE_URL, and behind a pooler Siteray cannot: a statement whose caller has gone may run on. Say once: alter role <user> set statement_timeout = '60s'."

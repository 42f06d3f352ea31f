import { stat } from 'node:fs/promises'
import { provideSystemUser } from '../../kit/system-user.ts'
import { DatabaseStartError } from './start-error.ts'

/** The system user that runs PostgreSQL when we are root; `undefined`: our own user runs it. */
export type Owner = { uid: number; gid: number }

type Deps = { log: { info(message: string): void } }

const userName = 'siteray'

/**
 * PostgreSQL refuses to run as root, and its files must belong to whoever runs it. So as root the
 * owner of an existing cluster runs it (a volume made elsewhere goes on working), and a new cluster
 * gets a system user of its own.
 */
export const findOwner = async (deps: Deps, clusterDir: string): Promise<Owner | undefined> => {
  const existing = await stat(clusterDir).catch(() => undefined)
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (existing && existing.uid !== ownUid)
      throw new DatabaseStartError(
        `${clusterDir} belongs to another user (uid ${existing.uid}). Start Siteray as that user, or set DATA_DIR to another folder.`,
      )
    return undefined
  }
  if (existing?.uid === 0)
    throw new DatabaseStartError(
      `${clusterDir} belongs to root, and PostgreSQL does not run as root. Give it to the user that is to run it: chown -R ${userName}: ${clusterDir}`,
    )
  if (existing) return { uid: existing.uid, gid: existing.gid }
  return provideUser(deps)
}

const provideUser = async (deps: Deps): Promise<Owner> => {
  const user = await provideSystemUser(userName)
  if (!user)
    throw new DatabaseStartError(
      `PostgreSQL does not run as root, and the system user "${userName}" it would run under could not be created with useradd. Start Siteray as an ordinary user, create that user, or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  if (user.isNew)
    deps.log.info(
      `Siteray runs as root and PostgreSQL refuses to: created the system user "${userName}" (uid ${user.uid}) to run it.`,
    )
  return { uid: user.uid, gid: user.gid }
}

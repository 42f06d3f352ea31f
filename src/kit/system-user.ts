import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A user of the system that owns nothing and cannot sign in. */
export type SystemUser = { uid: number; gid: number; isNew: boolean }

/** Finds the user, or makes it where we may. Several processes may start at once: one of them makes it. */
export const provideSystemUser = async (name: string): Promise<SystemUser | undefined> => {
  const known = await lookUp(name)
  if (known) return { ...known, isNew: false }
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  await run('useradd', [...options, '--shell', '/bin/false', name]).catch(() => undefined)
  const made = await lookUp(name)
  return made && { ...made, isNew: true }
}

const lookUp = async (name: string): Promise<{ uid: number; gid: number } | undefined> => {
  const ask = async (flag: string) => Number((await run('id', [flag, name])).stdout)
  try {
    const [uid, gid] = await Promise.all([ask('-u'), ask('-g')])
    return uid > 0 ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { Usage } from './usage.ts'

type Env = Readonly<Record<string, string | undefined>>

/** What `siteray login` keeps; only its owner may read it. */
export type Login = {
  url: string
  key: string
  /** Where icons are. */
  imageUrl?: string
  /** A publishable key, for icons. */
  token?: string
}

export const loginPath = (env: Env): string => {
  const windows = platform() === 'win32' ? env.APPDATA : undefined
  const folder = env.XDG_CONFIG_HOME || windows || join(env.HOME || homedir(), '.config')
  return join(folder, 'siteray', 'login.json')
}

export const readLogin = (env: Env): Login | undefined => {
  const path = loginPath(env)
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Login
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Usage(`${path} cannot be read: run \`siteray login\` again.`)
  }
}

export const keepLogin = (env: Env, login: Login): void => {
  const path = loginPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Written beside it first: nobody ever finds half of it, or finds it open to others.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
}

export const forgetLogin = (env: Env): void => rmSync(loginPath(env), { force: true })

/** An address as it is kept: without what does not matter. */
export const serverOf = (typed: string): string => {
  const scheme = /^(localhost|127\.|\[::1\])/.test(typed) ? 'http' : 'https'
  const address = /^https?:\/\//i.test(typed) ? typed : `${scheme}://${typed}`
  try {
    const { origin, pathname } = new URL(address)
    return `${origin}${pathname}`.replace(/\/+$/, '')
  } catch {
    throw new Usage(`"${typed}" is not the address of a server.`)
  }
}

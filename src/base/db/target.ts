import { readFileSync } from 'node:fs'
import type postgres from 'postgres'

/** Where the database is: the embedded server's socket, or what DATABASE_URL says. */
export type DatabaseTarget =
  | { kind: 'socket'; path: string; user: string; database: string }
  | { kind: 'url'; url: string }

/** Only names the socket's file: the embedded server listens on no network. */
export const portNumber = 5432

type Connection = Pick<
  postgres.Options<Record<string, never>>,
  'host' | 'port' | 'path' | 'user' | 'database' | 'password' | 'ssl' | 'connection'
>

/**
 * postgres.js hands every parameter of a URL it does not know to the server, which refuses the
 * connection; hosters' URLs are full of those (`channel_binding`, `sslrootcert`). So the URL is read
 * here, with libpq's meaning for what matters.
 */
export const connectionOptions = (target: DatabaseTarget): Connection => {
  if (target.kind === 'socket') {
    const { path, user, database } = target
    return { path, user, database, password: '', ssl: false }
  }
  const url = new URL(target.url)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const port = Number(url.searchParams.get('port') ?? url.port) || portNumber
  const user = decodeURIComponent(url.username)
  const database = decodeURIComponent(url.pathname.slice(1))
  const password = decodeURIComponent(url.password)
  const startup = ['options', 'search_path'].flatMap(name => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return {
    ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : {}),
    ...(host ? { host } : {}),
    port,
    ...(user ? { user } : {}),
    ...(database ? { database } : {}),
    ...(password ? { password } : {}),
    ssl: host.startsWith('/') ? false : readSsl(url.searchParams),
    connection: Object.fromEntries(startup),
  }
}

/** The same server, another of its databases. */
export const inDatabase = (target: DatabaseTarget, database: string): DatabaseTarget => {
  if (target.kind === 'socket') return { ...target, database }
  const url = new URL(target.url)
  url.pathname = `/${database}`
  return { kind: 'url', url: url.href }
}

const readSsl = (params: URLSearchParams): NonNullable<Connection['ssl']> => {
  const mode = params.get('sslmode') ?? 'prefer'
  const authorities = params.get('sslrootcert')
  if (mode === 'verify-full' || mode === 'verify-ca')
    return authorities && authorities !== 'system'
      ? { ca: readFileSync(authorities, 'utf8') }
      : 'verify-full'
  return mode === 'require' || mode === 'allow' || mode === 'prefer' ? mode : false
}

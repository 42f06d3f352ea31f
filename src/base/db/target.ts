import type { ClientOptions } from './client/options.ts'
import { DatabaseStartError } from './start-error.ts'
import { readTls } from './tls.ts'

/**
 * Where the database is: the embedded server's socket, or what DATABASE_URL says. `pooled`: behind a
 * pooler that gives each transaction another session, so that nothing of ours may rest on one.
 */
export type DatabaseTarget =
  | { kind: 'socket'; path: string; user: string; database: string }
  | { kind: 'url'; url: string; pooled?: true }

/** Only names the socket's file: the embedded server listens on no network. */
export const portNumber = 5432

type Connection = Pick<
  ClientOptions,
  | 'host'
  | 'port'
  | 'path'
  | 'user'
  | 'database'
  | 'password'
  | 'ssl'
  | 'connection'
  | 'prepare'
  | 'max_pipeline'
  | 'target_session_attrs'
>

/**
 * With libpq's meaning for what matters. A parameter that is not known here is left out: hosters' URLs
 * are full of those (`channel_binding`), and a server refuses a connection that begins with one.
 */
export const connectionOptions = (target: DatabaseTarget): Connection => {
  if (target.kind === 'socket') {
    const { path, user, database } = target
    return { path, user, database, password: '', ssl: false }
  }
  const { url, places } = readUrl(target.url)
  const [first] = places
  const path = first?.host.startsWith('/') ? `${first.host}/.s.PGSQL.${first.port}` : undefined
  const user = decodeURIComponent(url.username)
  const database = decodeURIComponent(url.pathname.slice(1))
  const password = decodeURIComponent(url.password)
  const startup = ['options', 'search_path'].flatMap(name => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return {
    ...(path ? { path } : {}),
    host: places.map(({ host }) => host),
    port: places.map(({ port }) => port),
    ...(user ? { user } : {}),
    ...(database ? { database } : {}),
    ...(password ? { password } : {}),
    ssl: path ? false : readTls(url.searchParams, places),
    // A statement that one session knows is unknown to the next. And one query after the other: up to
    // version 1.20 PgBouncer gives a session away after an answer although the next query has been
    // sent on to it, and that one is never answered.
    ...(target.pooled ? { prepare: false, max_pipeline: 0 } : {}),
    connection: Object.fromEntries(startup),
    ...wantedServer(url.searchParams, places.length),
  }
}

export type DatabaseAddress = { host: string; port: number }

/** libpq's list `host1:5432,host2:5432` is no URL by the rules: it is taken out before. */
const readUrl = (text: string): { url: URL; places: DatabaseAddress[] } => {
  const [, scheme = '', login = '', list = '', rest = ''] =
    /^([a-z]+:\/\/)((?:[^@/?]*@)?)([^/?#]*)(.*)$/is.exec(text) ?? []
  const url = new URL(`${scheme}${login}host${rest}`)
  const hosts = url.searchParams.get('host')?.split(',')
  const ports = url.searchParams.get('port')?.split(',') ?? []
  const named = (list || 'localhost').split(',').map(readPlace)
  const all = hosts?.map(host => ({ host, port: portNumber })) ?? named
  return {
    url,
    places: all.map(({ host, port }, at) => ({
      host,
      port: Number(ports[at] ?? ports[0]) || port,
    })),
  }
}

const readPlace = (text: string): DatabaseAddress => {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? []
  return { host: decodeURIComponent(bracketed ?? plain), port: Number(port) || portNumber }
}

/** Of several servers the one that takes writes; a single one is asked when we start. */
const wantedServer = (
  params: URLSearchParams,
  places: number,
): Pick<Connection, 'target_session_attrs'> => {
  const wanted = params.get('target_session_attrs') ?? 'any'
  if (!['any', 'read-write', 'primary'].includes(wanted))
    throw new DatabaseStartError(
      `DATABASE_URL asks for target_session_attrs=${wanted}, and Siteray needs a server that takes writes: leave it out, or say read-write.`,
    )
  return places > 1 || wanted !== 'any' ? { target_session_attrs: 'primary' } : {}
}

/** The same server, another of its databases. */
export const inDatabase = (target: DatabaseTarget, database: string): DatabaseTarget => {
  if (target.kind === 'socket') return { ...target, database }
  // By hand, since libpq's lists of hosts are no URLs by the rules.
  const url = target.url.replace(/^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/i, `$1/${database}`)
  return { ...target, url }
}

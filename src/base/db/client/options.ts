import { userInfo } from 'node:os'
import type { ConnectionOptions as TlsOptions } from 'node:tls'
import type { Parse, Serialize } from './arrays.ts'
import { type Codec, codecs } from './values.ts'

/** Names are those of postgres.js and, where libpq has one, of libpq. Times are in seconds, `_ms` apart. */
export type ClientOptions = {
  host?: string[]
  port?: number[]
  /** A socket's file, instead of hosts and ports. */
  path?: string
  user?: string
  database?: string
  password?: string
  ssl?: false | 'require' | 'allow' | 'prefer' | TlsOptions
  /** Parameters of the session, sent with the first message. */
  connection?: Record<string, string>
  /** A statement before the first query of each connection. */
  setup?: string
  /** Of several hosts only one that takes writes is used. */
  target_session_attrs?: 'primary'
  /** How many connections are opened at most. */
  max: number
  connect_timeout: number
  /** How long a query may take, its time in line included. 0: as long as it likes. */
  answer_ms?: number
  keep_alive?: number
  /** Null: a connection is kept until it is lost. */
  max_lifetime?: null
  /** How long to wait before the next attempt to connect, by the attempts that failed. */
  backoff?: (failures: number) => number
  prepare?: boolean
  /** How many queries may be on their way besides the one that is being answered. */
  max_pipeline?: number
  /** Whether lists are known: the server is asked for their types once per connection. */
  fetch_types?: boolean
  types?: readonly Codec[]
  onnotify?: (channel: string, payload: string) => void
  /** Called when a connection was lost or closed. */
  onclose?: () => void
}

/** What the connections of a pool share. */
export type Options = Required<
  Omit<ClientOptions, 'path' | 'setup' | 'target_session_attrs' | 'max_lifetime' | 'types'>
> & {
  path: string | undefined
  setup: string | undefined
  target_session_attrs: 'primary' | undefined
  lifetimeSeconds: () => number | undefined
  serializers: Record<number, Serialize>
  parsers: Record<number, Parse>
  /** Attempts to connect that failed since the last that did not. */
  failures: number
}

export const readOptions = (given: ClientOptions): Options => {
  const user = given.user ?? userInfo().username
  const lasting = given.max_lifetime === null
  return {
    host: ['localhost'],
    port: [5432],
    password: '',
    ssl: false,
    connection: {},
    answer_ms: 0,
    keep_alive: 60,
    backoff: failures => (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, 20),
    prepare: true,
    max_pipeline: 100,
    fetch_types: true,
    onnotify: () => undefined,
    onclose: () => undefined,
    ...given,
    user,
    database: given.database ?? user,
    path: given.path,
    setup: given.setup,
    target_session_attrs: given.target_session_attrs,
    // Random, so that the connections of a pool do not end together.
    lifetimeSeconds: () => (lasting ? undefined : 60 * (30 + Math.random() * 30)),
    ...byType([...codecs, ...(given.types ?? [])]),
    failures: 0,
  }
}

const byType = (all: readonly Codec[]): Pick<Options, 'serializers' | 'parsers'> => {
  const serializers: Options['serializers'] = {}
  const parsers: Options['parsers'] = {}
  for (const { to, from, serialize, parse } of all) {
    for (const type of [to, ...from]) serializers[type] = serialize
    if (parse) for (const type of from) parsers[type] = parse
  }
  return { serializers, parsers }
}

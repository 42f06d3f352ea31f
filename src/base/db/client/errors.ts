export type Place = { host: string | string[]; port: number | number[] }

/** What the server says is wrong, with the fields of its answer (`code`, `detail`, `constraint_name` …). */
export class PostgresError extends Error {
  declare readonly code: string
  /** Of the server's own code. */
  declare readonly routine: string

  constructor(fields: Record<string, string>) {
    super(fields.message)
    this.name = 'PostgresError'
    Object.assign(this, fields)
  }
}

type ConnectionCode =
  | 'CONNECTION_CLOSED'
  | 'CONNECTION_ENDED'
  | 'CONNECTION_DESTROYED'
  | 'CONNECT_TIMEOUT'
  | 'ANSWER_TIMEOUT'

export const connectionError = (
  code: ConnectionCode,
  { path, ...options }: Place & { path?: string | undefined },
  { host, port }: Place = options,
): Error =>
  Object.assign(
    new Error(`write ${code} ${path ?? `${host}:${port}`}`),
    { code, errno: code, address: path ?? host },
    path === undefined ? { port } : {},
  )

export const clientError = (code: string, message: string): Error =>
  Object.assign(new Error(`${code}: ${message}`), { code })

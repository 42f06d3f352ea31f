import { within } from '../../kit/deadline.ts'
import { isDatabaseAway, type Sql } from './sql.ts'
import { DatabaseStartError } from './start-error.ts'

const oldestMajor = 15

type Facts = {
  version: string
  number: number
  readOnly: boolean
  standby: boolean
  /** A statement may take as long as it likes unless we say otherwise. */
  unlimited: boolean
}

/** Which PostgreSQL it is; one that Siteray cannot use is an error that says what to do. */
export const examineServer = async (sql: Sql): Promise<Pick<Facts, 'version' | 'unlimited'>> => {
  const facts = await askFacts(sql).catch(error => {
    throw whyUnusable(error) ?? error
  })
  const problem = problemOf(facts)
  if (problem) throw new DatabaseStartError(problem)
  return facts
}

/** In one simple statement: it must get through whatever stands between us and the server. */
const askFacts = async (sql: Sql): Promise<Facts> => {
  const [facts] = await sql.unsafe<Facts[]>(`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      current_setting('transaction_read_only') = 'on' as "readOnly",
      current_setting('statement_timeout') = '0' as unlimited,
      pg_is_in_recovery() as standby`)
  if (!facts) throw new Error('the server says nothing of itself')
  return facts
}

const problemOf = ({ version, number, readOnly, standby }: Facts): string | undefined => {
  if (number < oldestMajor * 10_000)
    return `The server of DATABASE_URL is PostgreSQL ${version}, and Siteray needs ${oldestMajor} or newer: upgrade it, or leave DATABASE_URL out to use the embedded one.`
  if (standby)
    return 'The server of DATABASE_URL is a standby and takes no writes: point DATABASE_URL at the primary, or list all hosts (postgres://user@host1,host2/database).'
  if (readOnly)
    return 'The database of DATABASE_URL takes no writes (default_transaction_read_only is on): turn that off for it and for its user.'
  return undefined
}

/**
 * What the operator can mend: an address, a name or a password that is wrong, a server that is off,
 * full or too slow. For errors of those who ask nobody but the database: a transaction that could not
 * begin does not say whose connection failed.
 */
export const whyUnusable = (error: unknown): DatabaseStartError | undefined => {
  const { code, message, syscall } = Object(error)
  const isNoConnection = ['connect', 'getaddrinfo'].includes(syscall)
  if (!isNoConnection && !isDatabaseAway(error) && !refusals.test(String(code))) return undefined
  const { what, advice } = reasons.find(({ codes }) => codes.test(String(code))) ?? unreachable
  const { address, port } = Object(error)
  const where = address && port ? ` at ${address}:${port}` : ''
  const why = address ? code : /^[A-Z_]+$/.test(code) ? `${code}: ${message}` : message
  return new DatabaseStartError(`PostgreSQL ${what}${where} (${why}). ${advice}`, { cause: error })
}

const refusals = /^(28...|3D000|42501)$/
const unreachable = {
  what: 'does not answer',
  advice: 'Check DATABASE_URL and that the server runs.',
}
/** Only where no connection was made can the address be wrong. */
const reasons = [
  { codes: refusals, what: 'refuses us', advice: unreachable.advice },
  {
    codes: /^(ANSWER_TIMEOUT|57014)$/,
    what: 'was reached but took too long to answer',
    advice: 'See how busy its machine is, and which statements wait for others (pg_stat_activity).',
  },
  {
    codes: /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|57P0[1245]|ECONNRESET|EPIPE)$/,
    what: 'was reached but ended the connection',
    advice: 'Its log says why.',
  },
  {
    codes: /^(53...|57P03|25006)$/,
    what: 'takes no work just now',
    advice: 'Its log says more.',
  },
]

export type WriteProof = () => Promise<{ ok: boolean; detail: string }>

const proofLimitMs = 2_000
/** However often it is asked for, one write a second is enough. */
const proofAgeMs = 1_000

/** Whether the database takes a write just now; asked within a time that a probe waits for. */
export const createWriteProof = (sql: Sql): WriteProof => {
  let last: { atMs: number; proof: ReturnType<WriteProof> } | undefined
  const prove = async () => {
    try {
      await within(proofLimitMs, write(sql), () => Object.assign(new Error(), { code: 'LATE' }))
      return { ok: true, detail: 'The database takes writes.' }
    } catch (error) {
      return { ok: false, detail: sentenceOf(error) }
    }
  }
  return () => {
    if (!last || performance.now() - last.atMs > proofAgeMs)
      last = { atMs: performance.now(), proof: prove() }
    return last.proof
  }
}

const write = async (sql: Sql): Promise<void> => {
  await sql`
    insert into write_proof (at) values (now()) on conflict (only_one) do update set at = now()`
}

const sentenceOf = (error: unknown): string => {
  const code = String(Object(error).code)
  if (code === '53100') return 'The disk of the database is full: free some room.'
  if (code === '53300') return 'The database has no connection left: raise its max_connections.'
  if (code === '25006') return 'The database takes no writes: it is a standby or set to read-only.'
  if (['LATE', 'ANSWER_TIMEOUT', 'CONNECT_TIMEOUT', '57014'].includes(code))
    return 'The database does not answer in time: it hangs or cannot be reached.'
  if (isDatabaseAway(error)) return `The database cannot be reached (${code}).`
  return `The database refused a write (${code}).`
}

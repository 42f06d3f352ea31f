import { readTypes } from './answers.ts'
import { parseArray, serializeArray } from './arrays.ts'
import { Login } from './authentication.ts'
import * as messages from './messages.ts'
import type { Options } from './options.ts'
import type { Query, Statement } from './query.ts'
import { textOf } from './values.ts'

/** A statement of our own, before the first of others. */
type Step = { text: string; note?(rows: readonly Record<string, unknown>[]): void }

/** What the server knows of us from one login to its end. */
export class Session {
  readonly login: Login
  /** What the server says of itself. */
  readonly parameters: Record<string, string | undefined> = {}
  private readonly options: Options
  private readonly statements = new Map<string, Statement>()
  private readonly namePrefix = Math.random().toString(36).slice(2)
  private namesGiven = 0
  private needsSetup: boolean
  private needsTypes: boolean

  constructor(options: Options) {
    this.options = options
    this.login = new Login(options)
    this.needsSetup = options.setup !== undefined
    this.needsTypes = options.fetch_types
  }

  startup(): Buffer {
    const { user, database, connection } = this.options
    return messages.startup({ user, database, client_encoding: 'UTF8', ...connection })
  }

  /** Whether the server only reads, where one that takes writes is wanted. */
  isStandby(): boolean {
    return this.isPrimaryWanted() && this.parameters.in_hot_standby === 'on'
  }

  /** What is to be asked before the session can be used. */
  nextStep(): Step | undefined {
    if (this.isPrimaryWanted() && this.parameters.in_hot_standby === undefined)
      return {
        text: "select case when pg_is_in_recovery() then 'on' else 'off' end as state",
        note: ([row]) => {
          this.parameters.in_hot_standby = String(row?.state)
        },
      }
    if (this.needsSetup) {
      this.needsSetup = false
      return { text: this.options.setup ?? '' }
    }
    if (this.needsTypes) {
      this.needsTypes = false
      return {
        text: 'select oid, typarray from pg_catalog.pg_type where typarray <> 0',
        note: rows => {
          for (const { oid, typarray } of rows) this.noteArrayType(Number(oid), Number(typarray))
        },
      }
    }
    return undefined
  }

  /** What is sent for a query, which depends on whether the server has seen it before. */
  prepare(query: Query): Buffer {
    const { text, parameters, types: inferred } = textOf(query)
    // What is sent a second time has others behind it, so nothing is asked before its values.
    const types = query.retriedFor ? (query.statement?.types ?? inferred) : inferred
    query.text = text
    query.parameters = parameters
    if (query.options.simple) {
      query.statement = { types, name: '', columns: [] }
      return messages.simpleQuery(text)
    }
    const isKept = this.options.prepare && query.options.prepare !== false
    query.signature = isKept ? `${inferred} ${text}` : undefined
    const known = isKept ? this.statements.get(`${inferred} ${text}`) : undefined
    query.isKnown = known !== undefined
    query.describesFirst = parameters.length > 0 && !known && !query.retriedFor
    if (known) {
      query.statement = known
      return this.bind(query)
    }
    const name = isKept ? `${this.namePrefix}${++this.namesGiven}` : ''
    query.statement = { types, name, columns: [] }
    const asked = [messages.parse(name, text, types), messages.describe(name)]
    return Buffer.concat([...asked, query.describesFirst ? messages.flush : this.bind(query)])
  }

  bind({ statement, parameters }: Query): Buffer {
    const { name = '', types = [] } = statement ?? {}
    const bound = messages.bind(name, parameters, types, this.options.serializers)
    return Buffer.concat([bound, messages.executeAndSync])
  }

  /** The server says which types the values have. */
  learn({ statement, signature }: Query, message: Buffer): void {
    if (!statement) return
    statement.types = readTypes(message).map((type, at) => statement.types[at] || type)
    if (signature !== undefined) this.statements.set(signature, statement)
  }

  /** The next time the statement is new. */
  forget({ signature }: Query): void {
    if (signature !== undefined) this.statements.delete(signature)
  }

  private isPrimaryWanted(): boolean {
    return this.options.target_session_attrs === 'primary'
  }

  private noteArrayType(element: number, list: number): void {
    const { parsers, serializers } = this.options
    if (parsers[list] && serializers[list]) return
    const [parse, serialize] = [parsers[element], serializers[element]]
    parsers[list] = text => parseArray(text, parse, list)
    serializers[list] = value => serializeArray(value, serialize, list)
  }
}

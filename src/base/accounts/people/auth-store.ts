import { type CustomAdapter, createAdapterFactory } from 'better-auth/adapters'
import { sha256Hex } from '../../../kit/ids.ts'
import type { Sql } from '../../db/sql.ts'
import { notingFaults } from './faults.ts'

type Where = Parameters<CustomAdapter['delete']>[0]['where']
/** What a column of ours may be set to. */
type Row = Record<string, string | boolean | Date | null>

/**
 * better-auth's storage on our own connections. It asks with our table and column names (`auth.ts`
 * maps them), so each operation is one statement. It would keep session tokens as they are; here
 * only their digests reach the database, so that whoever reads it can sign in as nobody.
 */
export const createAuthStore = (sql: Sql) =>
  createAdapterFactory({
    config: { adapterId: 'siteray', adapterName: 'Siteray', supportsJSON: false },
    adapter: ({ getFieldName }) =>
      notingFaults({
        async create({ model, data }) {
          const kept = 'token' in data ? { ...data, token: digest(data.token) } : data
          const [row] = await sql`insert into ${sql(model)} ${sql(kept as Row)} returning *`
          return { ...row, ...('token' in data ? { token: data.token } : {}) } as typeof data
        },
        async update({ model, where, update }) {
          const [row] = await sql`
          update ${sql(model)} set ${sql(update as Row)} where ${matches(sql, where)} returning *`
          return withToken(row, where) as typeof update | null
        },
        async updateMany({ model, where, update }) {
          const { count } = await sql`
          update ${sql(model)} set ${sql(update as Row)} where ${matches(sql, where)}`
          return count
        },
        async findOne<T>({ model, where }: { model: string; where: Where }) {
          const [row] = await sql`select * from ${sql(model)} where ${matches(sql, where)} limit 1`
          return withToken(row, where) as T | null
        },
        async findMany<T>(asked: Parameters<CustomAdapter['findMany']>[0]) {
          const { model, where = [], limit, sortBy, offset = 0 } = asked
          const column = sortBy && getFieldName({ model, field: sortBy.field })
          const order = column
            ? sql`order by ${sql(column)} ${sortBy.direction === 'desc' ? sql`desc` : sql`asc`}`
            : sql``
          const rows = await sql`
          select * from ${sql(model)} where ${matches(sql, where)} ${order}
          limit ${limit} offset ${offset}`
          return rows as unknown as T[]
        },
        async delete({ model, where }) {
          await sql`delete from ${sql(model)} where ${matches(sql, where)}`
        },
        async deleteMany({ model, where }) {
          const { count } = await sql`delete from ${sql(model)} where ${matches(sql, where)}`
          return count
        },
        /** Once: the second to come finds nothing. */
        async consumeOne<T>({ model, where }: { model: string; where: Where }) {
          const [row] =
            await sql`delete from ${sql(model)} where ${matches(sql, where)} returning *`
          return (row ?? null) as T | null
        },
        async incrementOne<T>(asked: Parameters<NonNullable<CustomAdapter['incrementOne']>>[0]) {
          const { model, where, increment, set = {} } = asked
          const changes = [
            ...Object.entries(increment).map(
              ([column, by]) => sql`${sql(column)} = ${sql(column)} + ${by}`,
            ),
            ...Object.entries(set as Row).map(([column, value]) => sql`${sql(column)} = ${value}`),
          ].reduce((all, change) => sql`${all}, ${change}`)
          const [row] = await sql`
          update ${sql(model)} set ${changes} where ${matches(sql, where)} returning *`
          return (row ?? null) as T | null
        },
        async count({ model, where = [] }) {
          const [row] = await sql<{ count: number }[]>`
          select count(*) as count from ${sql(model)} where ${matches(sql, where)}`
          return row?.count ?? 0
        },
      }),
  })

const digest = (token: unknown): string => sha256Hex(String(token))

/** better-auth sets its cookie from the row: who asked by token gets that token back. */
const withToken = (row: Record<string, unknown> | undefined, where: Where) => {
  const token = where.find(({ field }) => field === 'token')?.value
  if (!row) return null
  return typeof token === 'string' ? { ...row, token } : row
}

const comparisons = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Only what sign-in and sessions ask for; anything else would be a surprise worth an error. */
const matches = (sql: Sql, where: Where) =>
  where.reduce((all, { field, operator, value, connector }) => {
    if (connector === 'OR') throw new Error('better-auth asks with OR, which is not supported')
    if (field !== 'token') return sql`${all} and ${condition(sql, field, operator, value)}`
    if (operator !== undefined && operator !== 'eq')
      throw new Error(`better-auth asks for tokens with "${operator}", which is not supported`)
    return sql`${all} and token = ${digest(value)}`
  }, sql`true`)

const condition = (sql: Sql, field: string, operator: string | undefined, value: unknown) => {
  if (value === null)
    return operator === 'ne' ? sql`${sql(field)} is not null` : sql`${sql(field)} is null`
  if (operator === 'in') return sql`${sql(field)} = any(${value as string[]})`
  const comparison = comparisons[(operator ?? 'eq') as keyof typeof comparisons]
  if (!comparison) throw new Error(`better-auth asks with "${operator}", which is not supported`)
  return sql`${sql(field)} ${sql.unsafe(comparison)} ${value as string}`
}

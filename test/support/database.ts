import { createHash, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { migrate } from '../../src/base/db/migrate.ts'
import { closeSql, type Database, openSql } from '../../src/base/db/sql.ts'
import { type DatabaseTarget, inDatabase } from '../../src/base/db/target.ts'
import { atEnd, atLast } from './at-end.ts'
import { startTestServer, type TestServer } from './database-server.ts'

export type TestDatabase = {
  sql: Database
  /** For opening further connections, also in other processes. */
  target: DatabaseTarget
  close(): Promise<void>
}

/**
 * A fresh database with every migration applied, in tens of milliseconds: a copy of a template on a
 * server that the whole test process shares. The server is the one TEST_DATABASE_URL names (the
 * gate starts one for all files), else an embedded one of this process. All is closed after the
 * file's last test.
 */
export const createDatabase = async (): Promise<TestDatabase> => {
  const admin = await openAdmin()
  return openNew(`template ${await admin.template()} strategy file_copy`)
}

/** One in which Siteray never was. */
export const createEmptyDatabase = (): Promise<TestDatabase> => openNew('')

const openNew = async (like: string): Promise<TestDatabase> => {
  const admin = await openAdmin()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.sql.unsafe(`create database ${name} ${like}`)
  const target = inDatabase(admin.target, name)
  const sql = openSql(target, { name: 'test', maxConnections: 10 })
  const close = once(async () => {
    await closeSql(sql)
    await admin.sql.unsafe(`drop database if exists ${name} with (force)`)
  })
  atEnd(close)
  return { sql, target, close }
}

const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const openAdmin = once(async () => {
  const url = process.env.TEST_DATABASE_URL
  const server: TestServer = url
    ? { target: { kind: 'url', url }, close: async () => undefined }
    : await startTestServer()
  const sql = openSql(server.target, { name: 'test-admin', maxConnections: 1 })
  atLast(async () => {
    await closeSql(sql)
    await server.close()
  })
  return { sql, target: server.target, template: once(() => provideTemplate(sql, server.target)) }
})

/** Named by its content, so that it is made once for all processes and versions that share a server. */
const provideTemplate = async (admin: Database, server: DatabaseTarget): Promise<string> => {
  const migrations = globSync('src/base/db/migrations/*.sql').sort()
  const texts = migrations.map(file => readFileSync(file, 'utf8'))
  const content = createHash('sha256').update(texts.join()).digest('hex').slice(0, 16)
  const name = `template_${content}`
  await admin`select pg_advisory_lock(1)`
  const [found] = await admin`select 1 from pg_database where datname = ${name}`
  if (!found) {
    const unfinished = `unfinished_${randomUUID().replaceAll('-', '')}`
    await admin.unsafe(`create database ${unfinished}`)
    await fill(inDatabase(server, unfinished))
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`)
  }
  await admin`select pg_advisory_unlock(1)`
  return name
}

const fill = async (target: DatabaseTarget) => {
  const sql = openSql(target, { name: 'test-template', maxConnections: 1 })
  await migrate(sql)
  await closeSql(sql)
}

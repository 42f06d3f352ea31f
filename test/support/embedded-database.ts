import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Embedded } from '../../src/base/db/embedded.ts'
import { closeSql, openSql } from '../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../src/base/db/target.ts'
import { copyCluster } from './database-server.ts'

export const log = { info: () => undefined, warn: () => undefined }

export const temporary = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'siteray-embedded-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with an initialised cluster: what initdb does is tested once, not every time. */
export const prepared = async (t: TestContext) => {
  const folder = await temporary(t)
  await copyCluster(join(folder, 'postgres'))
  return folder
}

export const ask = async (target: DatabaseTarget, text: string) => {
  const sql = openSql(target, { name: 'ask', maxConnections: 1 })
  try {
    return (await sql.unsafe(text)).flat().flatMap(row => Object.values(row))
  } finally {
    await closeSql(sql)
  }
}

export const postmasterPid = async (dataDir: string) =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const use = async (
  embedded: Promise<Embedded>,
  work: (target: DatabaseTarget) => Promise<void>,
) => {
  const opened = await embedded
  try {
    await work(opened.target)
  } finally {
    await opened.close()
  }
}

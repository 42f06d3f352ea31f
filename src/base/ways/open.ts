import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { problemOf } from '../../config/config.ts'
import type { Notifications } from '../db/notify.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { Egress } from '../web/egress.ts'
import { readWay, readWaysFile, type Way } from './definition.ts'
import { createWayUses } from './uses.ts'
import { wayStore, waysChannel } from './way-store.ts'
import { createWays, type Ways } from './ways.ts'

type OpenDeps = {
  sql: Sql
  vault: Vault
  notifications: Pick<Notifications, 'subscribe' | 'onReconnect'>
  egress: Egress
  registry: Registry
  log: Pick<Logger, 'warn'>
  /** WAYS_FILE. */
  file: string | undefined
}

export type OpenWays = Ways & {
  /** Names that the file defines: they cannot be changed elsewhere. */
  isInFile(name: string): boolean
  /** Reads the file and the database again; a file that cannot be used changes nothing. */
  reload(): Promise<void>
  /** What happened to ways up to now is in the database afterwards. */
  flushUses(): Promise<void>
}

const retryMs = 1_000

/** The operator's ways: those of the file, and those made in the dashboard, which are sealed. */
export const openWays = async (deps: OpenDeps): Promise<OpenWays> => {
  const { sql, log, file } = deps
  const onError = (err: unknown) => log.warn({ err }, 'uses of ways not written')
  const uses = createWayUses({ ...deps, onError })
  let inFile = readWaysFile(file)
  const ways = createWays({ egress: deps.egress, uses }, inFile)
  let loading: Promise<void> = Promise.resolve()

  const load = async () => {
    const made = await readMadeWays(sql, deps.vault, (way, err) =>
      log.warn({ err, way }, 'way not opened'),
    )
    const isShadowed = ({ name }: Way) => inFile.some(way => way.name === name)
    ways.replace([...inFile, ...made.filter(way => !isShadowed(way))])
  }
  /** One after the other: an older answer must not take the place of a newer one. */
  const readAgain = (): Promise<void> => {
    loading = loading.catch(() => undefined).then(load)
    return loading
  }
  const readBehind = () => {
    readAgain().catch(() => setTimeout(readBehind, retryMs).unref())
  }
  await deps.notifications.subscribe(waysChannel, readBehind)
  deps.notifications.onReconnect(readBehind)
  await readAgain()

  return {
    ...ways,
    isInFile: name => inFile.some(way => way.name === name),
    async reload() {
      try {
        inFile = readWaysFile(file)
      } catch (error) {
        log.warn(`${problemOf(error)} The ways stay as they were.`)
      }
      await readAgain()
    },
    flushUses: uses.flush,
    async close() {
      await ways.close()
      await uses.close()
    },
  }
}

const purposeOf = (name: string) => `way ${name}`

export const sealWay = (vault: Vault, way: Way): Buffer =>
  vault.seal(JSON.stringify(way), purposeOf(way.name))

/** Those that were made in the dashboard; one that cannot be opened is told, and left out. */
export const readMadeWays = async (
  sql: Sql,
  vault: Vault,
  onFault: (name: string, error: unknown) => void,
): Promise<Way[]> =>
  (await wayStore.list(sql)).flatMap(row => {
    try {
      return [openSealed(vault, row)]
    } catch (error) {
      onFault(row.name, error)
      return []
    }
  })

const openSealed = (vault: Vault, { name, sealed }: { name: string; sealed: Buffer }): Way =>
  readWay(JSON.parse(vault.open(sealed, purposeOf(name))))

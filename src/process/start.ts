import type { Logger } from 'pino'
import { openDatabase } from '../base/db/open.ts'
import type { Config } from '../config/config.ts'
import { createClosers } from '../kit/closers.ts'
import { plainLog } from '../kit/log.ts'
import type { App } from './app.ts'
import type { Seams } from './resources.ts'

/** The server process of a role. What a role does not need is not even loaded. */
export const openApp = async (
  config: Config,
  log: Logger,
  seams: Seams = { now: Date.now },
): Promise<App> => {
  const closers = createClosers()
  const close = () =>
    closers.closeAll((name, error) => log.error({ err: error, step: name }, 'not closed cleanly'))
  try {
    // An embedded PostgreSQL starts while our own code is loaded.
    const opening = openDatabase({ ...config, log: plainLog(log) }, 'server')
    const closeDatabase = () =>
      opening.then(
        opened => opened.close(),
        () => undefined,
      )
    closers.add('database', closeDatabase, 8_000)
    const [open, database] = await Promise.all([load(config.role), opening])
    return { ...(await open(config, log, closers, { ...seams, database })), close }
  } catch (error) {
    await close()
    throw error
  }
}

const load = async (role: Config['role']) =>
  role === 'image'
    ? (await import('./image-app.ts')).openImageApp
    : (await import('./app.ts')).openWholeApp

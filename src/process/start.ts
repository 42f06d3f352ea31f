import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createClosers } from '../kit/closers.ts'
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
    const open =
      config.role === 'image'
        ? (await import('./image-app.ts')).openImageApp
        : (await import('./app.ts')).openWholeApp
    return { ...(await open(config, log, closers, seams)), close }
  } catch (error) {
    await close()
    throw error
  }
}

import { connectEmbedded, type EmbeddedDeps, openEmbedded } from './embedded.ts'
import type { DatabaseTarget } from './target.ts'

type OpenedDatabase = { target: DatabaseTarget; close(): Promise<void> }

/**
 * The outside server of `DATABASE_URL`, or the embedded one in `DATA_DIR`. A command joins the
 * embedded server that runs; a Siteray process owns it.
 */
export const openDatabase = (
  deps: EmbeddedDeps & { databaseUrl: string | undefined },
  purpose: 'server' | 'command',
): Promise<OpenedDatabase> => {
  if (deps.databaseUrl !== undefined) {
    const target: DatabaseTarget = { kind: 'url', url: deps.databaseUrl }
    return Promise.resolve({ target, close: async () => undefined })
  }
  return purpose === 'server' ? openEmbedded(deps) : connectEmbedded(deps)
}

import { connectEmbedded, type EmbeddedDeps, openEmbedded } from './embedded.ts'
import type { DatabaseTarget } from './target.ts'

export type OpenedDatabase = {
  target: DatabaseTarget
  /** The server itself, for what needs a session: LISTEN, and work that takes long. */
  direct: DatabaseTarget
  close(): Promise<void>
}

type Deps = EmbeddedDeps & {
  databaseUrl: string | undefined
  /** Past a pooler that keeps no sessions; then `databaseUrl` may lead to one. */
  databaseDirectUrl: string | undefined
}

/**
 * The outside server of `DATABASE_URL`, or the embedded one in `DATA_DIR`. A command joins the
 * embedded server that runs; a Siteray process owns it.
 */
export const openDatabase = async (
  deps: Deps,
  purpose: 'server' | 'command',
): Promise<OpenedDatabase> => {
  const { databaseUrl, databaseDirectUrl } = deps
  if (databaseUrl !== undefined) return { ...outside(databaseUrl, databaseDirectUrl), close }
  const embedded = await (purpose === 'server' ? openEmbedded(deps) : connectEmbedded(deps))
  return { target: embedded.target, direct: embedded.target, close: embedded.close }
}

const outside = (url: string, directUrl: string | undefined) => {
  const direct: DatabaseTarget = { kind: 'url', url: directUrl ?? url }
  const target: DatabaseTarget = directUrl ? { kind: 'url', url, pooled: true } : direct
  return { target, direct }
}

const close = async () => undefined

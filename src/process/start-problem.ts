import { DatabaseStartError } from '../base/db/start-error.ts'
import { ConfigError } from '../config/config.ts'

/** Why a port could not be opened, and what to do about it. */
const listenProblems: Readonly<Record<string, (error: NodeJS.ErrnoException) => string>> = {
  EADDRINUSE: error =>
    `The port ${Object(error).port} is in use. Stop what listens there, or set another PORT, IMAGE_PORT, FIRECRAWL_PORT, METRICS_PORT or BROWSER_PORT.`,
  EACCES: error =>
    `The port ${Object(error).port} may only be opened by root. Set a port from 1024 on and put a proxy in front, or let systemd allow it (AmbientCapabilities=CAP_NET_BIND_SERVICE).`,
  EADDRNOTAVAIL: error =>
    `HOST ${Object(error).address} is no address of this machine. Set HOST to one that it has, or to 0.0.0.0 for all of them.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}

function unknownHost(error: NodeJS.ErrnoException): string {
  return `HOST ${Object(error).hostname} cannot be resolved. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`
}

/** What the operator can mend gets a sentence; anything else is a bug and gets its stack. */
export const explainStart = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { syscall = '', code = '' } = error as NodeJS.ErrnoException
  const listen = ['listen', 'bind', 'getaddrinfo'].includes(syscall) && listenProblems[code]
  return listen ? listen(error) : (error.stack ?? error.message)
}

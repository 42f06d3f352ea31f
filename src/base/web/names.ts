import { promises as dns } from 'node:dns'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../kit/errors.ts'

/** All addresses of a name, or an AppError that says why there are none. */
export type NameLookup = (hostname: string) => Promise<string[]>

const capMs = 3000

/**
 * Asks the DNS servers directly first: the system's own lookup holds one of four threads that files
 * and compression share, so a few black-holed names would stop the whole process. The system is
 * asked only when the DNS has no answer, for names that live in /etc/hosts and the like.
 */
export const createNameLookup =
  (servers?: readonly string[]): NameLookup =>
  async hostname => {
    const resolver = new dns.Resolver({ timeout: 1000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const timer = globalThis.setTimeout(() => resolver.cancel(), capMs)
    try {
      const answers = await Promise.allSettled([
        resolver.resolve4(hostname),
        resolver.resolve6(hostname),
      ])
      const addresses = answers.flatMap(answer =>
        answer.status === 'fulfilled' ? answer.value : [],
      )
      if (addresses.length > 0) return addresses
      const failures = answers.flatMap(answer =>
        answer.status === 'rejected' ? [answer.reason] : [],
      )
      const timedOut = failures.some(isTimeout)
      return timedOut ? refuse(hostname, failures) : await askSystem(hostname)
    } finally {
      clearTimeout(timer)
    }
  }

const askSystem = async (hostname: string): Promise<string[]> => {
  const answer = await Promise.race([
    dns.lookup(hostname, { all: true, order: 'verbatim' }).catch((error: unknown) => error),
    setTimeout(capMs, undefined, { ref: false }),
  ])
  if (!Array.isArray(answer) || answer.length === 0) return refuse(hostname, answer)
  return answer.map(({ address }) => address)
}

const refuse = (hostname: string, cause: unknown): never => {
  throw cause === undefined || (Array.isArray(cause) && cause.some(isTimeout))
    ? new AppError('page_timeout', `Looking up the name ${hostname} took too long.`, { cause })
    : new AppError('page_unreachable', `The name ${hostname} could not be found.`, { cause })
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ETIMEOUT' || error.code === 'ECANCELLED')

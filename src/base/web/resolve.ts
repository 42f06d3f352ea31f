import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { AppError } from '../../kit/errors.ts'
import { contains, parseAddress, parseRange, sameAddress } from './address.ts'
import type { NameLookup } from './names.ts'
import { checkHost, notPublic, type TargetPolicy } from './target.ts'

export type Listener = { host: string; port: number }

/** Addresses that were checked; nothing else is ever dialled. */
export type Pin = { addresses: readonly string[]; port: number }

export type ResolveDeps = {
  policy: TargetPolicy
  lookup: NameLookup
  /** Our own servers, which no target may lead back to. */
  listeners: () => readonly Listener[]
}

/**
 * From a host and port to the addresses that may be dialled. Every answer of a name must be allowed:
 * taking the good ones of a mixed answer would leave the choice to whoever controls the name.
 */
export const resolveAndPin = async (
  deps: ResolveDeps,
  hostname: string,
  port: number,
): Promise<Pin> => {
  checkHost(deps.policy, hostname, port)
  const rule = deps.policy.ruleFor(hostname, port)
  if (rule) return { addresses: [rule.address], port: rule.targetPort }
  const addresses = isIP(hostname) ? [hostname] : await deps.lookup(hostname)
  const refused = addresses.find(address => !deps.policy.mayReach(address))
  if (refused !== undefined) throw notPublic(refused, hostname)
  if (addresses.some(address => isOwn(deps.listeners(), address, port)))
    throw new AppError('blocked_target', `${hostname} leads back to this server.`)
  return { addresses, port }
}

const isOwn = (listeners: readonly Listener[], address: string, port: number): boolean =>
  listeners.some(
    listener =>
      listener.port === port &&
      (isUnspecified(listener.host) ? isThisMachine(address) : sameAddress(listener.host, address)),
  )

const isUnspecified = (host: string): boolean =>
  parseAddress(host)?.every(byte => byte === 0) ?? false

const isThisMachine = (text: string): boolean => {
  const address = parseAddress(text)
  if (!address) return false
  return (
    contains(loopbackV4, address) ||
    isUnspecified(text) ||
    sameAddress(text, '::1') ||
    Object.values(networkInterfaces())
      .flatMap(list => list ?? [])
      .some(own => sameAddress(own.address, text))
  )
}

const loopbackV4 = parseRange('127.0.0.0/8')

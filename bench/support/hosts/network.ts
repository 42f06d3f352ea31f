import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Place } from '../../../test/support/place.ts'

/**
 * Hosts on one machine: network namespaces, joined by bridges. Nothing leaves them: their addresses
 * are those that are reserved for benches (198.18.0.0/15), and there is no way out.
 */
export type Host = Place & {
  addressIn(net: number): string
  /** The cable between the host and the net's switch. */
  unplug(net: number): void
  plug(net: number): void
  /**
   * To an address of whoever runs the bench, by one of its nets. Both ends know each other's cards,
   * so that nothing but what is sent there goes over the cable.
   */
  route(address: string, net: number): void
  /** Bytes of the Internet protocol that its cards sent and received, by the kernel's own count. */
  octets(): number
  /** The same of one of its cards, whatever the protocol. */
  octetsIn(net: number): number
  /** An address that moves from host to host. */
  take(address: string): void
  leave(address: string): void
}

export type Network = ReturnType<typeof openNetwork>

const prefix = 'siteray-'

/** `nets` bridges; whoever runs the bench is number 1 in each of them. */
export const openNetwork = (nets: number) => {
  const left = namespaces()
  if (left.length > 0)
    throw new Error(
      `Hosts of another run are there. If it is over: ${left.map(name => `ip netns del ${name}`).join('; ')}`,
    )
  const bridges = Array.from({ length: nets }, (_, net) => `siteray${net}`)
  const close = () => {
    const hosts = namespaces()
    for (let tries = 0; tries < 250 && hosts.some(killAll); tries++) pause(20)
    for (const name of hosts) ip('netns', 'del', name)
    for (const bridge of bridges) attempt(() => ip('link', 'del', bridge))
  }
  process.once('exit', close)
  for (const [net, bridge] of bridges.entries()) {
    attempt(() => ip('link', 'del', bridge))
    ip('link', 'add', bridge, 'type', 'bridge')
    silence(bridge)
    ip('addr', 'add', `${addressOf(net, 1)}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
  }
  return {
    /** A host with that number in each of these nets. */
    add: (name: string, number: number, joined: readonly number[] = [0]): Host => {
      ip('netns', 'add', prefix + name)
      execIn(name, 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6')
      inside(name, 'link', 'set', 'lo', 'up')
      for (const net of joined) {
        const port = portOf(name, net)
        ip(
          ...['link', 'add', port, 'type', 'veth'],
          ...['peer', `net${net}`, 'netns', prefix + name],
        )
        silence(port)
        ip('link', 'set', port, 'master', `siteray${net}`, 'up')
        inside(name, 'addr', 'add', `${addressOf(net, number)}/24`, 'dev', `net${net}`)
        inside(name, 'link', 'set', `net${net}`, 'up')
      }
      return hostCalled(name, number, joined[0] ?? 0)
    },
    close,
  }
}

const hostCalled = (name: string, number: number, net: number): Host => ({
  address: addressOf(net, number),
  addressIn: net => addressOf(net, number),
  // It becomes the program, so the process that is returned is the program's own.
  spawn: (file, args, { uid, gid, ...options }) =>
    spawn(
      '/usr/bin/nsenter',
      [
        `--net=/run/netns/${prefix}${name}`,
        ...(uid === undefined ? [] : [`--setuid=${uid}`, `--setgid=${gid}`]),
        ...[file, ...args],
      ],
      options,
    ),
  unplug: net => ip('link', 'set', portOf(name, net), 'down'),
  plug: net => ip('link', 'set', portOf(name, net), 'up'),
  route(address, by) {
    const bridge = `siteray${by}`
    const cardOf = (link: string) => (JSON.parse(link) as { address: string }[])[0]?.address ?? ''
    const own = cardOf(inside(name, '-json', 'link', 'show', `net${by}`))
    const other = cardOf(ip('-json', 'link', 'show', bridge))
    const knows = (to: string, card: string, dev: string) =>
      ['neigh', 'replace', to, 'lladdr', card, 'dev', dev, 'nud', 'permanent'] as const
    inside(name, 'route', 'add', address, 'via', addressOf(by, 1))
    inside(name, ...knows(addressOf(by, 1), other, `net${by}`))
    ip(...knows(addressOf(by, number), own, bridge))
  },
  octets() {
    const [names = '', values = ''] = execIn(name, 'grep IpExt /proc/net/netstat').split('\n')
    const at = (field: string) => Number(values.split(' ')[names.split(' ').indexOf(field)])
    return at('InOctets') + at('OutOctets')
  },
  octetsIn(net) {
    const [card] = JSON.parse(ip('-s', '-json', 'link', 'show', portOf(name, net)))
    return card.stats64.rx.bytes + card.stats64.tx.bytes
  },
  take(address) {
    const card = `net${net}`
    inside(name, 'addr', 'add', `${address}/24`, 'dev', card)
    // The others are told as they would be by a failover's tools: with arp_notify a card whose own
    // address is set, were it to the same, says which addresses it has.
    const notify = `echo 1 > /proc/sys/net/ipv4/conf/${card}/arp_notify`
    execIn(name, notify)
    const [, , own = ''] = inside(name, '-br', 'link', 'show', card).split(/\s+/)
    inside(name, 'link', 'set', card, 'address', own)
  },
  leave: address => inside(name, 'addr', 'del', `${address}/24`, 'dev', `net${net}`),
})

const addressOf = (net: number, number: number) => `198.18.${net}.${number}`
/** A card of IPv6 asks for routers now and then, and counters of bytes would count that. */
const silence = (card: string) => writeFileSync(`/proc/sys/net/ipv6/conf/${card}/disable_ipv6`, '1')
const portOf = (name: string, net: number) => `sr-${name}-${net}`

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()

const execIn = (name: string, command: string) =>
  ip('netns', 'exec', prefix + name, 'sh', '-c', command)

const inside = (name: string, ...args: string[]) => ip('-n', prefix + name, ...args)

const namespaces = (): string[] =>
  ip('netns', 'list')
    .split('\n')
    .map(line => line.split(' ')[0] ?? '')
    .filter(name => name.startsWith(prefix))

/** Whether there was anybody. */
const killAll = (namespace: string): boolean => {
  const pids = ip('netns', 'pids', namespace).split('\n').filter(Boolean)
  for (const pid of pids) attempt(() => process.kill(Number(pid), 'SIGKILL'))
  return pids.length > 0
}

/** At the exit of a process nothing can be awaited. */
const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const attempt = (work: () => unknown) => {
  try {
    work()
  } catch {
    // It is gone already.
  }
}

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP, type Socket } from 'node:net'
import {
  createSecureContext,
  type DetailedPeerCertificate,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { Agent, type buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici'
import { ConfigError, type OutboundConfig } from '../../config/config.ts'
import { AppError } from '../../kit/errors.ts'
import type { CookieJar } from './cookie-jar.ts'
import { dial, secure } from './dial.ts'
import type { InMemorySite } from './in-memory-site.ts'
import { createNameLookup } from './names.ts'
import type { RequestSigner } from './request-signer.ts'
import { type Listener, type ResolveDeps, resolveAndPin } from './resolve.ts'
import { bareHostname, createTargetPolicy, parseTarget, portOf } from './target.ts'
import { limitReads, limitTinyChunks } from './tiny-chunk-guard.ts'
import { openTunnel, type ProxyServer } from './tunnel.ts'
import { siterayUserAgent } from './user-agent.ts'

/** The one way out of this process to hosts that others name. */
export type Egress = {
  /** A URL from outside, as something that may be fetched; throws what the caller did wrong. */
  parseTarget: (text: string) => URL
  /** A plain connection to a host that was checked at this very moment. */
  connect: (hostname: string, port: number, signal?: AbortSignal) => Promise<Socket>
  /**
   * TLS to a host whose certificate leads to an authority of OUTBOUND_CA_FILE, which the browser
   * does not know; undefined where it leads to a public one. Only where the setting is used.
   */
  secureOwn:
    | ((hostname: string, port: number, signal?: AbortSignal) => Promise<TLSSocket | undefined>)
    | undefined
  /** For any undici client: every connection it opens is checked. */
  dispatcher: Dispatcher
  /**
   * For an endpoint the operator configured, which may be private (a model server on 127.0.0.1).
   * Only that origin is trusted: a redirect away from it is checked like any other. `fetch` is for
   * libraries that take one, with a URL and options; it has no limits of size or time.
   */
  trust: (
    origin: string,
    connections?: number,
  ) => { dispatcher: Dispatcher; fetch: typeof globalThis.fetch }
  /** The same checks, and then through this proxy and by no other way. */
  through: (proxy: ProxyServer, watch?: (socket: Socket) => void) => ClosableOutlet
  userAgent: string
  /** For requests of pages; none where this server signs nothing. */
  signer?: RequestSigner | undefined
  /** Of a session: what it holds for a host is sent there, and what the host sets is kept in it. */
  jar?: CookieJar | undefined
  close: () => Promise<void>
}

/** What pages are asked for through. */
export type Outlet = Pick<
  Egress,
  'connect' | 'dispatcher' | 'parseTarget' | 'secureOwn' | 'userAgent' | 'signer' | 'jar'
>
type ClosableOutlet = Outlet & { close: () => Promise<void> }

export type EgressDeps = {
  outbound: OutboundConfig
  /** Our own servers; a function, since ports may be known only after listening. */
  listeners?: () => readonly Listener[]
  /** DNS servers instead of the system's, `address:port`. */
  dnsServers?: readonly string[]
  /** 80 and 443 if not said otherwise. */
  ports?: readonly number[]
  userAgent?: string
  signer?: RequestSigner | undefined
  /** A site of our own that is read without any network, at port 80 of its name. */
  inside?: InMemorySite
}

export const createEgress = (deps: EgressDeps): Egress => {
  const policy = createTargetPolicy(deps.outbound, deps.ports)
  const secureContext = trustedRoots(deps.outbound.caFile)
  const ownRoots = fingerprintsIn(deps.outbound.caFile)
  const resolveDeps: ResolveDeps = {
    policy,
    lookup: createNameLookup(deps.dnsServers),
    listeners: deps.listeners ?? (() => []),
  }
  const proxy = deps.outbound.proxy === undefined ? undefined : proxyOfAll(deps.outbound.proxy)
  const agents = new Set<Agent>()
  const closing = new AbortController()

  const { inside } = deps
  const tunnelBy =
    (by: ProxyServer): Tunnel =>
    (...target) =>
      openTunnel(by, secureContext(), ...target)
  const connectBy =
    (by: ProxyServer | undefined): Egress['connect'] =>
    async (hostname, port, signal) => {
      if (hostname === inside?.hostname && port === 80) return inside.connect()
      if (!by) return dial(await resolveAndPin(resolveDeps, hostname, port), hostname, signal)
      const target = await resolveFor(resolveDeps, by, hostname, port)
      return tunnelBy(by)(target, hostname, signal)
    }
  const connect = connectBy(proxy)

  const openAgent = (
    connectPlain: typeof connect,
    { watch, connections }: { watch?: typeof limitReads; connections?: number | undefined },
  ): Agent => {
    const connectAny = connector(connectPlain, secureContext, closing.signal, watch)
    const agent = new Agent({
      ...poolLimits,
      ...(connections && { connections }),
      connect: connectAny,
    })
    agents.add(agent)
    return agent
  }

  const outletBy = (connect: Egress['connect'], agent: Agent): Outlet => ({
    parseTarget: text => parseTarget(policy, text),
    connect,
    secureOwn:
      ownRoots.size === 0
        ? undefined
        : async (hostname, port, signal) => {
            const socket = await connect(hostname, port, signal)
            const secured = await secure(socket, hostname, secureContext(), signal)
            if (chainOf(secured).some(fingerprint => ownRoots.has(fingerprint))) return secured
            secured.destroy()
            return undefined
          },
    dispatcher: agent.compose(limitTinyChunks),
    userAgent: deps.userAgent ?? siterayUserAgent(),
    signer: deps.signer,
  })

  return {
    ...outletBy(connect, openAgent(connect, { watch: limitReads })),
    trust: (origin, connections) => {
      const trusted = trusting(resolveDeps, proxy && tunnelBy(proxy), new URL(origin), connect)
      return withFetch(openAgent(trusted, { connections }))
    },
    through(by, watch = () => {}) {
      const connectThere: Egress['connect'] = async (...target) => {
        const socket = await connectBy(by)(...target)
        watch(socket)
        return socket
      }
      const agent = openAgent(connectThere, { watch: limitReads })
      const close = async () => {
        agents.delete(agent)
        await agent.close()
      }
      return { ...outletBy(connectThere, agent), close }
    },
    close: async () => {
      closing.abort(new AppError('overloaded', 'The server is shutting down.'))
      await Promise.all([...agents].map(agent => agent.destroy()))
    },
  }
}

/** `?resolve=proxy` in its URL hands the names over. */
const proxyOfAll = (text: string): ProxyServer => {
  const url = new URL(text)
  return { url, resolvesNames: url.searchParams.get('resolve') === 'proxy' }
}

const withFetch = (dispatcher: Dispatcher) => {
  const fetch: unknown = (input: URL | string, init: object) =>
    undiciFetch(input, { ...init, dispatcher })
  // The two types differ in names alone: undici is what Node's own fetch is made of.
  return { dispatcher, fetch: fetch as typeof globalThis.fetch }
}

/** Our own deadlines stand over each call; undici's would count time only between two bytes. */
const poolLimits = {
  connections: 6,
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 10_000,
  // Lists of preloads and content policies pass the usual 16 kB; browsers take 256.
  maxHeaderSize: 64 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const

type Tunnel = (
  target: { host: string; port: number },
  hostname: string,
  signal?: AbortSignal,
) => Promise<Socket>

/** What the proxy is asked for, once it has passed the same checks as if we dialled it ourselves. */
const resolveFor = async (
  deps: ResolveDeps,
  { resolvesNames }: ProxyServer,
  hostname: string,
  port: number,
): Promise<{ host: string; port: number }> => {
  const lookup = resolvesNames && !isIP(hostname) ? async () => [] : deps.lookup
  const pin = await resolveAndPin({ ...deps, lookup }, hostname, port)
  const [host = hostname] = pin.addresses
  return { host, port: pin.port }
}

/** The operator's own endpoint: a private one is reached directly, a public one as all others are. */
const trusting =
  (
    deps: ResolveDeps,
    tunnel: Tunnel | undefined,
    trusted: URL,
    connect: Egress['connect'],
  ): Egress['connect'] =>
  async (hostname, port, signal) => {
    if (hostname !== bareHostname(trusted) || port !== portOf(trusted))
      return connect(hostname, port, signal)
    const rule = deps.policy.ruleFor(hostname, port)
    if (rule) return dial({ addresses: [rule.address], port: rule.targetPort }, hostname, signal)
    const addresses = isIP(hostname) ? [hostname] : await lookupTrusted(deps, tunnel, hostname)
    const isPublic = addresses.every(address => deps.policy.mayReach(address))
    return tunnel && isPublic
      ? tunnel({ host: hostname, port }, hostname, signal)
      : dial({ addresses, port }, hostname, signal)
  }

/** Where only the proxy can resolve outside names, a name we cannot find is one of those. */
const lookupTrusted = (deps: ResolveDeps, tunnel: Tunnel | undefined, hostname: string) =>
  deps.lookup(hostname).catch((error: unknown) => {
    if (tunnel) return []
    throw error
  })

const connector =
  (
    connect: Egress['connect'],
    secureContext: () => SecureContext,
    signal: AbortSignal,
    watch: typeof limitReads = () => {},
  ): buildConnector.connector =>
  (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '')
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const open = async () => {
      const socket = await connect(hostname, port, signal)
      socket.setNoDelay(true)
      const isSecure = options.protocol === 'https:'
      const opened = isSecure ? await secure(socket, hostname, secureContext(), signal) : socket
      watch(opened, hostname)
      return opened
    }
    open().then(
      socket => callback(null, socket),
      error => callback(error, null),
    )
  }

/** Made once, with the first connection: parsing some 150 roots costs more than a handshake. */
let systemRoots: SecureContext | undefined
const trustedRoots = (caFile: string | undefined): (() => SecureContext) => {
  if (caFile === undefined)
    return () => {
      systemRoots ??= createSecureContext({ ca: getCACertificates('default') })
      return systemRoots
    }
  try {
    const context = createSecureContext({
      ca: [...getCACertificates('default'), readFileSync(caFile, 'utf8')],
    })
    return () => context
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`OUTBOUND_CA_FILE "${caFile}" cannot be used: ${reason}`])
  }
}

/** The authorities of the operator's own file. */
const fingerprintsIn = (caFile: string | undefined): ReadonlySet<string> => {
  const texts = caFile === undefined ? [] : readFileSync(caFile, 'utf8').match(certificates)
  return new Set((texts ?? []).map(text => new X509Certificate(text).fingerprint256))
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** What a host was believed for, from itself to the root; a root is its own issuer. */
const chainOf = (secured: TLSSocket): string[] => {
  const chain: string[] = []
  let at: DetailedPeerCertificate | undefined = secured.getPeerCertificate(true)
  while (at?.fingerprint256 && !chain.includes(at.fingerprint256)) {
    chain.push(at.fingerprint256)
    at = at.issuerCertificate
  }
  return chain
}

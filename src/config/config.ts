import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { didYouMean } from '../kit/did-you-mean.ts'
import { type BotConfig, readBot } from './bot.ts'
import { type HostsConfig, parseCidr, readHosts } from './hosts.ts'
import { createReader, type Env, type Reader } from './reader.ts'
import { type KeptConfig, readKept } from './retention.ts'
import { settings } from './settings.ts'
import { readTraces, type TracesConfig } from './traces.ts'

/** Everything the environment decides, in the units the code uses. `app.ts` hands out slices. */
export type Config = HostsConfig &
  KeptConfig & {
    host: string
    port: number
    imagePort: number
    /** That share the image port. */
    imageProcesses: number
    imageCache: { dir: string; maxBytes: number } | undefined
    publicUrl: string
    imagePublicUrl: string
    /** The door for clients of Firecrawl at a root of its own; it is below `publicUrl` in any case. */
    firecrawl: { port: number | undefined; publicUrl: string } | undefined
    role: Role
    dataDir: string
    bootstrap: { secretKey: string | undefined; publishableKey: string | undefined }
    admin: { email: string; password: string } | undefined
    llm: LlmConfig | undefined
    /** Of a SearXNG. */
    searchUrl: string | undefined
    chromiumPath: string | undefined
    /** PATH: where programs are looked for. */
    searchPath: string | undefined
    outbound: OutboundConfig
    bot: BotConfig
    faviconServices: readonly string[]
    mail: { smtpUrl: string | undefined; from: string }
    plansFile: string | undefined
    waysFile: string | undefined
    /** Between two requests of batches to one host, unless a batch says otherwise. */
    hostDelayMs: number
    fileMaxBytes: number
    ocrLanguages: readonly string[]
    /** What callers may ask for that not every operator wants. */
    allowed: { pageScripts: boolean }
    rateLimitPerMinute: number
    /** CIDRs. */
    trustedProxies: readonly string[]
    /** Host names that are ours although no other setting says so. */
    allowedHosts: readonly string[]
    metrics: { port: number | undefined; token: string | undefined }
    traces: TracesConfig | undefined
    logLevel: LogLevel
    /** Undefined: what the output is decides. */
    logFormat: LogFormat | undefined
    /** Threads are not killed for their time, so that a debugger can pause in them. */
    debugThreads: boolean
    /** Said at the start, never fatal: settings that look like ours but are not. */
    notices: readonly string[]
  }

export type Role = (typeof roles)[number]
type LogLevel = (typeof logLevels)[number]
type LogFormat = (typeof logFormats)[number]
export type LlmConfig = {
  provider: (typeof providers)[number]
  model: string
  baseUrl: string | undefined
  apiKey: string | undefined
  /** For one question, retries included. */
  timeoutMs: number
}
export type OutboundConfig = {
  resolve: readonly ResolveRule[]
  caFile: string | undefined
  /** CIDRs. */
  allow: readonly string[]
  proxy: string | undefined
}
/** Requests for `host:port` go to `address:targetPort`; `*` is any host name. */
export type ResolveRule = { host: string; port: number; address: string; targetPort: number }

const roles = ['all', 'api', 'image', 'worker', 'browser'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const logFormats = ['text', 'json'] as const
const providers = ['openai', 'anthropic', 'google'] as const

/** Every problem at once: a self-hoster mends the environment in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Without the heading that a start puts above its problems. */
export const problemOf = (error: unknown): string =>
  error instanceof ConfigError ? error.problems.join(' ') : (error as Error).message

/** `cores`: of the machine; a process that is to use no other has none to give. */
export const readConfig = (env: Env, cores = 1): Config => {
  const problems: string[] = []
  const read = createReader(env, problems)

  const host = read.text('HOST', isHost, 'an IP address or a host name without a port')
  const port = read.integer('PORT', 0, 65_535)
  const imagePort = read.integer('IMAGE_PORT', 0, 65_535)
  const shownHost = isIP(host) === 6 ? `[${host}]` : host
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://${shownHost}:${port}`
  const imagePublicUrl = read.origin('IMAGE_PUBLIC_URL') ?? `http://${shownHost}:${imagePort}`
  if (port !== 0 && port === imagePort && new URL(publicUrl).host === new URL(imagePublicUrl).host)
    problems.push(
      'IMAGE_PORT equals PORT, so the image API is told apart by host name: set IMAGE_PUBLIC_URL to another host name than PUBLIC_URL.',
    )

  const taken = [port, imagePort]
  const known = { host: shownHost, publicUrl, imagePublicUrl, taken }
  const firecrawl = readFirecrawl(read, problems, known)

  const debugThreads = read.flag('DEBUG_THREADS')
  const config: Config = {
    host,
    port,
    imagePort,
    imageProcesses: read.optional('IMAGE_PROCESSES')
      ? read.integer('IMAGE_PROCESSES', 1, 256)
      : cores,
    imageCache: readImageCache(read),
    publicUrl,
    imagePublicUrl,
    firecrawl,
    role: read.choice('ROLE', roles),
    dataDir: resolve(read.text('DATA_DIR', value => !value.includes('\0'), 'a folder')),
    ...readHosts(read, problems),
    bootstrap: {
      secretKey: read.key('BOOTSTRAP_SECRET_KEY', 'sr_'),
      publishableKey: read.key('BOOTSTRAP_PUBLISHABLE_KEY', 'pk_'),
    },
    admin: readAdmin(env, problems),
    llm: readLlm(env, read, problems),
    searchUrl: read.place('SEARCH_URL'),
    chromiumPath: read.optional('CHROMIUM_PATH'),
    searchPath: env.PATH,
    outbound: {
      resolve: read.list('OUTBOUND_RESOLVE', parseResolveRule, 'host:port=address:port'),
      caFile: read.optional('OUTBOUND_CA_FILE'),
      allow: read.list('OUTBOUND_ALLOW', parseCidr, 'a CIDR such as 10.1.0.0/16'),
      proxy: read.url('OUTBOUND_PROXY', ['http:', 'https:', 'socks5:']),
    },
    bot: readBot(read, problems, publicUrl),
    faviconServices: readFaviconServices(read, problems),
    mail: {
      smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: read.text('MAIL_FROM', value => value.includes('@'), 'a mail address'),
    },
    plansFile: read.optional('PLANS_FILE'),
    waysFile: read.optional('WAYS_FILE'),
    hostDelayMs: read.integer('HOST_DELAY_MS', 0, 60_000),
    fileMaxBytes: read.integer('FILE_MAX_MB', 10, 200) * 1_000_000,
    ocrLanguages: read.list('OCR_LANGUAGES', parseLanguage, 'a language such as eng or de'),
    allowed: { pageScripts: read.flag('ALLOW_PAGE_SCRIPTS') },
    rateLimitPerMinute: read.integer('RATE_LIMIT_PER_MINUTE', 0, 10_000_000),
    ...readKept(read),
    trustedProxies: read.list('TRUSTED_PROXIES', parseCidr, 'a CIDR such as 10.1.0.0/16'),
    allowedHosts: read.list('ALLOWED_HOSTS', parseHost, 'a host name without a port'),
    metrics: readMetrics(env, read, problems, [...taken, firecrawl?.port]),
    traces: readTraces(read, problems),
    logLevel: read.choice('LOG_LEVEL', logLevels),
    logFormat: read.optional('LOG_FORMAT') ? read.choice('LOG_FORMAT', logFormats) : undefined,
    debugThreads,
    notices: [...findLookalikes(env), ...(debugThreads ? [debugNotice] : [])],
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

const readAdmin = (env: Env, problems: string[]): Config['admin'] => {
  const email = env.ADMIN_EMAIL?.trim()
  const password = env.ADMIN_PASSWORD
  if (!email && !password) return undefined
  if (!email || !password) {
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.')
    return undefined
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    problems.push(`ADMIN_EMAIL "${email}" is not a mail address.`)
  if (password.length < 10) problems.push('ADMIN_PASSWORD needs at least 10 characters.')
  return { email, password }
}

const readLlm = (env: Env, read: Reader, problems: string[]): LlmConfig | undefined => {
  const baseUrl = read.url('LLM_BASE_URL', ['http:', 'https:'])
  const apiKey = read.optional('LLM_API_KEY')
  const model = read.optional('LLM_MODEL')
  if (!env.LLM_PROVIDER?.trim()) {
    if (baseUrl || apiKey || model)
      problems.push(`LLM_PROVIDER is missing: set it to one of ${providers.join(', ')}.`)
    return undefined
  }
  const provider = read.choice('LLM_PROVIDER', providers)
  if (!model) problems.push('LLM_MODEL is missing: name the model of LLM_PROVIDER.')
  if (!apiKey && !baseUrl)
    problems.push('LLM_API_KEY is missing (only a server named by LLM_BASE_URL may need none).')
  const timeoutMs = read.integer('LLM_TIMEOUT_SECONDS', 1, 600) * 1_000
  return { provider, model: model ?? '', baseUrl, apiKey, timeoutMs }
}

const readMetrics = (
  env: Env,
  read: Reader,
  problems: string[],
  taken: readonly (number | undefined)[],
): Config['metrics'] => {
  if (env.METRICS_ALLOW?.trim())
    problems.push(
      'METRICS_ALLOW is gone, since the address of a request does not say who asks behind a proxy: set METRICS_PORT (this machine alone) or METRICS_TOKEN instead.',
    )
  const port = read.optional('METRICS_PORT') && read.integer('METRICS_PORT', 0, 65_535)
  if (port && taken.includes(port))
    problems.push('METRICS_PORT must be another port than PORT, IMAGE_PORT and FIRECRAWL_PORT.')
  return { port: port || port === 0 ? port : undefined, token: read.long('METRICS_TOKEN', 16) }
}

const readFirecrawl = (
  read: Reader,
  problems: string[],
  known: { host: string; publicUrl: string; imagePublicUrl: string; taken: readonly number[] },
): Config['firecrawl'] => {
  const given = read.origin('FIRECRAWL_PUBLIC_URL')
  if (read.optional('FIRECRAWL_PORT') !== undefined) {
    const port = read.integer('FIRECRAWL_PORT', 0, 65_535)
    if (port !== 0 && known.taken.includes(port))
      problems.push(
        'FIRECRAWL_PORT must be another port than PORT and IMAGE_PORT; for a host name of its own on PORT set FIRECRAWL_PUBLIC_URL alone.',
      )
    return { port, publicUrl: given ?? `http://${known.host}:${port}` }
  }
  if (given === undefined) return undefined
  const names = [known.publicUrl, known.imagePublicUrl].map(url => new URL(url).host)
  if (names.includes(new URL(given).host))
    problems.push(
      'FIRECRAWL_PUBLIC_URL without FIRECRAWL_PORT must be another host name than PUBLIC_URL and IMAGE_PUBLIC_URL.',
    )
  return { port: undefined, publicUrl: given }
}

const readImageCache = (read: Reader): Config['imageCache'] => {
  const dir = read.optional('IMAGE_CACHE_DIR')
  const megabytes = read.integer('IMAGE_CACHE_MB', 64, 1_000_000)
  return dir === undefined ? undefined : { dir: resolve(dir), maxBytes: megabytes * 1024 * 1024 }
}

const readFaviconServices = (read: Reader, problems: string[]): string[] => {
  const templates = (read.optional('FAVICON_SERVICES') ?? settings.FAVICON_SERVICES.default)
    .split(',')
    .map(template => template.trim())
    .filter(template => template !== '')
  const usable = templates.every(
    template => template.includes('{domain}') && /^https?:\/\//.test(template),
  )
  if (templates.length !== 2 || !usable)
    problems.push(
      'FAVICON_SERVICES is not two comma separated http(s) URL templates with {domain} (and {size}).',
    )
  return templates
}

const parseResolveRule = (item: string): ResolveRule | undefined => {
  const match = /^(\*|[^\s:=[\]*]+):(\d+)=(\[[0-9a-fA-F:.]+\]|[0-9.]+):(\d+)$/.exec(item)
  if (!match) return undefined
  const [, host = '', port, bracketed = '', targetPort] = match
  const address = bracketed.replace(/^\[|\]$/g, '')
  const rule = {
    host: host.toLowerCase(),
    port: Number(port),
    address,
    targetPort: Number(targetPort),
  }
  const portsFit = [rule.port, rule.targetPort].every(value => value >= 1 && value <= 65_535)
  return portsFit && isIP(address) && !isIP(rule.host) ? rule : undefined
}

const parseLanguage = (item: string): string | undefined =>
  /^[a-z]{2,3}(?:[_-][a-z]{2,8}){0,2}$/i.test(item) ? item : undefined

const parseHost = (item: string): string | undefined =>
  isHost(item) ? item.toLowerCase() : undefined

const isHost = (value: string) =>
  isIP(value) > 0 || /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(value)

const debugNotice =
  'DEBUG_THREADS is set: threads have no time limit, and one page can keep one busy for ever. This is for development alone.'

/** Of the `siteray` command: the docs export them in the shell that starts the server, too. */
const clientNames = ['SITERAY_URL', 'SITERAY_KEY', 'SITERAY_IMAGE_URL', 'SITERAY_TOKEN']

/** `OUTBOUND_ALOW` would silently do nothing: names a typing mistake away from ours are pointed out. */
const findLookalikes = (env: Env): string[] => {
  const names = Object.keys(settings)
  const longNames = names.filter(name => name.length >= 5)
  const prefixes = ['OUTBOUND_', 'BOOTSTRAP_', 'SITERAY_', 'FAVICON_']
  return Object.keys(env).flatMap(name => {
    if (names.includes(name) || clientNames.includes(name)) return []
    const meant = didYouMean(name, longNames)
    if (meant) return [`${name} is not a setting of Siteray. Did you mean ${meant}?`]
    if (prefixes.some(prefix => name.startsWith(prefix)))
      return [`${name} is not a setting of Siteray; docs/settings.md lists them all.`]
    return []
  })
}

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Reader } from './reader.ts'
import { readS3Place, type S3Place } from './s3-location.ts'

/** What lies on other hosts, or is given to all of them alike. */
export type HostsConfig = {
  databaseUrl: string | undefined
  /** Past a pooler, for what needs a session. */
  databaseDirectUrl: string | undefined
  /** The store of large objects. */
  s3: S3Place | undefined
  masterKey: string | undefined
  masterKeyFile: string | undefined
  /** Browsers elsewhere, and how they reach our proxy. */
  remoteBrowser: RemoteBrowserConfig | undefined
  /** Where this process lends its browsers to others, and to whom. */
  lentBrowsers: { port: number; token: string } | undefined
}

/** Any of the addresses will do. `proxy`: undefined where the browsers are on this machine. */
export type RemoteBrowserConfig = {
  urls: readonly string[]
  proxy: { url: string; port: number } | undefined
}

export const readHosts = (read: Reader, problems: string[]): HostsConfig => ({
  ...readDatabase(read, problems),
  s3: readS3Place(read.optional('S3_URL'), read.origin('S3_PUBLIC_URL'), problems),
  ...readMasterKey(read, problems),
  remoteBrowser: readRemoteBrowser(read, problems),
  lentBrowsers: readLentBrowsers(read, problems),
})

const readDatabase = (
  read: Reader,
  problems: string[],
): Pick<HostsConfig, 'databaseUrl' | 'databaseDirectUrl'> => {
  const schemes = ['postgres:', 'postgresql:']
  const databaseUrl = read.url('DATABASE_URL', schemes)
  const databaseDirectUrl = read.url('DATABASE_DIRECT_URL', schemes)
  if (databaseDirectUrl && !databaseUrl)
    problems.push(
      'DATABASE_DIRECT_URL goes past a pooler that DATABASE_URL leads to: set DATABASE_URL too, or it alone.',
    )
  return { databaseUrl, databaseDirectUrl }
}

const readMasterKey = (
  read: Reader,
  problems: string[],
): Pick<HostsConfig, 'masterKey' | 'masterKeyFile'> => {
  const masterKey = read.long('MASTER_KEY', 32)
  const masterKeyFile = read.optional('MASTER_KEY_FILE')
  if (masterKey && masterKeyFile)
    problems.push('MASTER_KEY and MASTER_KEY_FILE are two keys: set one of them.')
  return { masterKey, masterKeyFile: masterKeyFile && resolve(masterKeyFile) }
}

/** Without a way back to us its pages would go out past our checks: that is no setting to forget. */
const readRemoteBrowser = (read: Reader, problems: string[]): RemoteBrowserConfig | undefined => {
  const given = read.optional('BROWSER_WS')
  const proxy = read.origin('BROWSER_PROXY')
  if (given === undefined) {
    if (proxy) problems.push('BROWSER_PROXY is for browsers of BROWSER_WS: set both or neither.')
    return undefined
  }
  const urls = given.split(',').map(url => url.trim())
  // They may hold tokens, and are not repeated.
  if (!urls.every(isBrowserAddress)) {
    problems.push('BROWSER_WS is not a URL that starts with ws://, wss:// or http://, or several.')
    return undefined
  }
  if (proxy === undefined && !urls.every(url => isLoopback(new URL(url).hostname)))
    problems.push(
      'BROWSER_WS leads to another machine: set BROWSER_PROXY to the address of this one as seen from there (http://10.0.0.5:3128), where our proxy will listen. It is its only way out.',
    )
  if (proxy === undefined) return { urls, proxy: undefined }
  const { protocol, port } = new URL(proxy)
  if (protocol !== 'http:')
    problems.push('BROWSER_PROXY is the address of a plain HTTP proxy: it starts with http://.')
  return { urls, proxy: { url: proxy, port: Number(port) || 80 } }
}

const isBrowserAddress = (text: string): boolean =>
  ['ws:', 'wss:', 'http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')

/** A client of a browser's debugger can do anything with the browser. */
const readLentBrowsers = (read: Reader, problems: string[]): HostsConfig['lentBrowsers'] => {
  const token = read.long('BROWSER_TOKEN', 16)
  const hasPort = read.optional('BROWSER_PORT') !== undefined
  const port = hasPort ? read.integer('BROWSER_PORT', 0, 65_535) : 0
  if (hasPort !== (token !== undefined))
    problems.push('BROWSER_PORT and BROWSER_TOKEN belong together: set both or neither.')
  return hasPort && token ? { port, token } : undefined
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)

/** An address with a mask; one without is itself alone. */
export const parseCidr = (item: string): string | undefined => {
  const [address = '', bits, rest] = item.split('/')
  const family = isIP(address)
  if (!family || rest !== undefined) return undefined
  if (bits === undefined) return `${address}/${family === 4 ? 32 : 128}`
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) ? item : undefined
}

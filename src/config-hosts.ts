import { resolve } from 'node:path'

/** What lies on other hosts, or is given to all of them alike. */
export type HostsConfig = {
  databaseUrl: string | undefined
  /** Past a pooler, for what needs a session. */
  databaseDirectUrl: string | undefined
  masterKey: string | undefined
  masterKeyFile: string | undefined
  /** A browser elsewhere, and how it reaches our proxy. */
  remoteBrowser: RemoteBrowserConfig | undefined
}

/** `proxy`: undefined where the browser is on this machine. */
export type RemoteBrowserConfig = { url: string; proxy: { url: string; port: number } | undefined }

type Database = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
type Read = {
  url(name: Database | 'BROWSER_WS', protocols: readonly string[]): string | undefined
  origin(name: 'BROWSER_PROXY'): string | undefined
  long(name: 'MASTER_KEY', minLength: number): string | undefined
  optional(name: 'MASTER_KEY_FILE'): string | undefined
}

export const readHosts = (read: Read, problems: string[]): HostsConfig => ({
  ...readDatabase(read, problems),
  ...readMasterKey(read, problems),
  remoteBrowser: readRemoteBrowser(read, problems),
})

const readDatabase = (
  read: Read,
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
  read: Read,
  problems: string[],
): Pick<HostsConfig, 'masterKey' | 'masterKeyFile'> => {
  const masterKey = read.long('MASTER_KEY', 32)
  const masterKeyFile = read.optional('MASTER_KEY_FILE')
  if (masterKey && masterKeyFile)
    problems.push('MASTER_KEY and MASTER_KEY_FILE are two keys: set one of them.')
  return { masterKey, masterKeyFile: masterKeyFile && resolve(masterKeyFile) }
}

/** Without a way back to us its pages would go out past our checks: that is no setting to forget. */
const readRemoteBrowser = (read: Read, problems: string[]): RemoteBrowserConfig | undefined => {
  const url = read.url('BROWSER_WS', ['ws:', 'wss:', 'http:', 'https:'])
  const proxy = read.origin('BROWSER_PROXY')
  if (url === undefined || !URL.canParse(url)) {
    if (url === undefined && proxy !== undefined)
      problems.push('BROWSER_PROXY is for the browser of BROWSER_WS: set both or neither.')
    return undefined
  }
  if (proxy === undefined) {
    if (!isLoopback(new URL(url).hostname))
      problems.push(
        'BROWSER_WS leads to another machine: set BROWSER_PROXY to the address of this one as seen from there (http://10.0.0.5:3128), where our proxy will listen. It is its only way out.',
      )
    return { url, proxy: undefined }
  }
  const { protocol, port } = new URL(proxy)
  if (protocol !== 'http:')
    problems.push('BROWSER_PROXY is the address of a plain HTTP proxy: it starts with http://.')
  return { url, proxy: { url: proxy, port: Number(port) || 80 } }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)

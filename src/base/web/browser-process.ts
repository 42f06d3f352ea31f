import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { attempt } from '../../kit/attempt.ts'
import { within } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { thriftFlags } from './browser-flags.ts'
import type { Contained, Containment } from './contain.ts'
import type { ProxyPass } from './proxy.ts'
import { createPageOpener, type PageOpener } from './spare-page.ts'

/** One running Chromium. */
export type BrowserProcess = {
  /** Fresh pages, each in a context of its own. */
  pages: PageOpener
  version: string
  startedMs: number
  /** Settles (never rejects) when the process is gone, whatever the reason. */
  gone: Promise<void>
  isGone: () => boolean
  /** Bytes that are the process tree's own; undefined where the system does not tell. */
  memoryBytes: () => Promise<number | undefined>
  /** Whether it still says anything, to a question that costs it nothing. */
  answers: (withinMs: number) => Promise<boolean>
  /** That a context's pages go out through our proxy, where we did not start it ourselves. */
  prove?: (context: BrowserContext, pass: ProxyPass) => Promise<void>
  /** For a browser that no longer answers. */
  kill: () => void
  /** Politely first, within bounds. */
  close: () => Promise<void>
}

type LaunchOptions = {
  executable: string
  flags: readonly string[]
  homeFolder: string
  containment: Containment
}

export const launchBrowser = async (options: LaunchOptions): Promise<BrowserProcess> => {
  const contained = await options.containment.prepare(options.executable, options.homeFolder)
  const browser = await start(options, contained).catch(async error => {
    await contained.cleanUp()
    throw error
  })
  const session = await browser.newBrowserCDPSession()
  const pid = await findPid(session)
  let isGone = false
  const gone = new Promise<void>(resolve => {
    browser.once('disconnected', () => {
      isGone = true
      resolve()
    })
  })
  const cleanedUp = gone.then(contained.cleanUp)
  const kill = () => {
    if (pid === undefined || isGone) return
    // It may have ended by itself in between.
    attempt(() => process.kill(pid, 'SIGKILL'))
  }
  return {
    pages: createPageOpener(browser),
    version: browser.version(),
    startedMs: performance.now(),
    gone,
    isGone: () => isGone,
    memoryBytes: pid === undefined ? async () => undefined : createMemoryMeter(pid),
    answers: answersOf(session),
    kill,
    async close() {
      const closing = browser.close().catch(() => {})
      const timer = setTimeout(kill, 5000)
      await Promise.race([closing, gone])
      clearTimeout(timer)
      if (isGone) await cleanedUp
    },
  }
}

const start = async (options: LaunchOptions, contained: Contained): Promise<Browser> => {
  try {
    // Loaded with the first browser: it takes a second and 60 MB, and many servers never need one.
    const { chromium } = await import('playwright-core')
    return await chromium.launch({
      executablePath: contained.executable,
      args: [...options.flags, ...thriftFlags, '--js-flags=--max-old-space-size=1024'],
      chromiumSandbox: options.containment.hasSandbox,
      env: contained.env,
      // It has a folder of its own for these otherwise, which a kill -9 would leave behind.
      artifactsDir: options.homeFolder,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    })
  } catch (error) {
    throw new AppError(
      'browser_unavailable',
      'The browser could not be started: `npm run siteray -- doctor` says why.',
      { cause: error },
    )
  }
}

/** One that is gone is not silent: whoever waits for it has been told. */
export const answersOf =
  (session: CDPSession): BrowserProcess['answers'] =>
  withinMs => {
    const answer = session.send('Browser.getVersion').catch(() => undefined)
    return within(withinMs, answer).then(
      () => true,
      () => false,
    )
  }

/** Playwright does not tell the process id; the browser itself does. */
const findPid = async (session: CDPSession): Promise<number | undefined> => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.find(info => info.type === 'browser')?.id
}

/**
 * Resident memory without what is shared, added over the tree: plain resident sizes would count the
 * same libraries once for each process. Who a process came from is read once: reading it of all that
 * run here, every two seconds, took a tenth of our own part of a rendered page.
 */
const createMemoryMeter = (root: number) => {
  const parents = new Map<number, number>()
  const readParent = async (pid: number) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    // The second field is the command's name in parentheses and may hold anything.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (parent !== undefined) parents.set(pid, Number(parent))
  }
  const inTree = (pid: number): boolean => {
    for (let at = pid, depth = 0; at > 1 && depth < 50; at = parents.get(at) ?? 0, depth++)
      if (at === root) return true
    return false
  }
  return async (): Promise<number | undefined> => {
    const names = await readdir('/proc').catch(() => [])
    const pids = new Set(names.filter(name => /^\d+$/.test(name)).map(Number))
    if (pids.size === 0) return undefined
    for (const pid of parents.keys()) if (!pids.has(pid)) parents.delete(pid)
    await Promise.all([...pids].filter(pid => !parents.has(pid)).map(readParent))
    return [...parents.keys()].filter(inTree).reduce((sum, pid) => sum + ownMemory(pid), 0)
  }
}

const pageBytes = 4096

/** Read at once: a turn through Node's threads costs many times what the kernel needs for the line. */
const ownMemory = (pid: number): number => {
  const [, resident = 0, shared = 0] = readStatm(pid).split(' ').map(Number)
  return (resident - shared) * pageBytes
}

const readStatm = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/statm`, 'latin1')
  } catch {
    // It has ended since the processes were listed.
    return ''
  }
}

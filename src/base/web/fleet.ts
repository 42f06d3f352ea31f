import { AppError } from '../../kit/errors.ts'
import type { BrowserProcess } from './browser-process.ts'

export type FleetLimits = {
  /** For new pages at a time; those that only finish their pages come on top. */
  browsers: number
  /** With so many pages at once a browser is busy, and another is started beside it. */
  busyPages: number
  /** A browser is replaced after so many pages, so much time or so much memory. */
  pagesPerBrowser: number
  maxAgeMs: number
  /** One that nobody needed for so long is ended; it costs some 200 MB. */
  maxIdleMs: number
  maxMemoryBytes: number
  /** With this much it is not replaced in peace but ended. */
  deadlyMemoryBytes: number
  /** One that says nothing for so long hangs, and is ended. */
  answerWithinMs: number
}

const relaunchPauseMs = 5000
const checkMs = 2000

/**
 * Keeps browsers for new pages and lets the ones before them finish. Chromium grows with every page
 * and dies of some: it is replaced before it hurts, and started again when it is gone.
 *
 * All pages of a Chromium wait for its one main thread, which works a quarter of a second for each:
 * with four pages at once, two browsers read a fifth more pages in the same processor time.
 */
export const createFleet = (launch: () => Promise<BrowserProcess>, limits: FleetLimits) => {
  const running = new Set<Member>()
  const counts = { launches: 0, crashes: 0 }
  /** Those that take new pages, the oldest first. */
  const current: Member[] = []
  let starting: Promise<Member> | undefined
  let lastFailure: { atMs: number; error: unknown } | undefined
  let closed = false

  const start = async (): Promise<Member> => {
    // A browser that cannot start must not be tried again for each of a thousand pages.
    if (lastFailure && performance.now() - lastFailure.atMs < relaunchPauseMs)
      throw lastFailure.error
    try {
      const browser = await launch()
      lastFailure = undefined
      counts.launches++
      const member: Member = {
        browser,
        pages: 0,
        inUse: 0,
        retired: false,
        ending: undefined,
        checkedMs: -Infinity,
        isAsked: false,
      }
      running.add(member)
      const watch = setInterval(() => {
        void checkMemory(member)
        void checkPulse(member)
      }, checkMs).unref()
      void browser.gone.then(() => {
        clearInterval(watch)
        clearTimeout(member.idle)
        if (!member.ending) counts.crashes++
        running.delete(member)
        retire(member)
      })
      return member
    } catch (error) {
      lastFailure = { atMs: performance.now(), error }
      throw error
    }
  }

  /** No new pages for this one; it is ended when the last of its pages is. */
  const retire = (member: Member): void => {
    member.retired = true
    if (current.includes(member)) current.splice(current.indexOf(member), 1)
    if (member.inUse === 0) void end(member)
  }

  const end = (member: Member): Promise<void> => {
    member.ending ??= member.browser.close()
    return member.ending
  }

  /** Looking through all processes costs as much as a small page: not after each of them. */
  const checkMemory = async (member: Member): Promise<void> => {
    const nowMs = performance.now()
    if (member.inUse === 0 || nowMs - member.checkedMs < checkMs / 2) return
    member.checkedMs = nowMs
    const bytes = (await member.browser.memoryBytes()) ?? 0
    if (bytes > limits.maxMemoryBytes) retire(member)
    if (bytes > limits.deadlyMemoryBytes) member.browser.kill()
  }

  const checkPulse = async (member: Member): Promise<void> => {
    if (member.inUse === 0 || member.isAsked) return
    member.isAsked = true
    if (!(await member.browser.answers(limits.answerWithinMs))) member.browser.kill()
    member.isAsked = false
  }

  const checkOpen = (): void => {
    if (closed) throw new AppError('overloaded', 'The server is shutting down.')
  }

  /** One at a time, whoever asks. */
  const startOne = (): Promise<Member> => {
    starting ??= start()
      .then(member => {
        current.push(member)
        return member
      })
      .finally(() => {
        starting = undefined
      })
    return starting
  }

  /** The oldest has its pages first, so that the last ones may end when there is little to do. */
  const findOpen = (): Member | undefined => {
    const open = current.filter(({ browser }) => !browser.isGone())
    const fewest = Math.min(...open.map(({ inUse }) => inUse))
    return (
      open.find(({ inUse }) => inUse < limits.busyPages) ??
      open.find(({ inUse }) => inUse === fewest)
    )
  }

  const obtain = async (): Promise<Member> => {
    checkOpen()
    const open = findOpen()
    // Nobody waits for another browser while there is one.
    if (open && open.inUse >= limits.busyPages && current.length < limits.browsers)
      startOne().catch(() => {})
    if (open) return claim(open)
    await startOne()
    return obtain()
  }

  const claim = (member: Member): Member => {
    clearTimeout(member.idle)
    member.inUse++
    member.pages++
    const ageMs = performance.now() - member.browser.startedMs
    if (member.pages >= limits.pagesPerBrowser || ageMs > limits.maxAgeMs) retire(member)
    return member
  }

  return {
    async take() {
      const member = await obtain()
      return {
        browser: member.browser,
        async giveBack(): Promise<void> {
          await checkMemory(member)
          member.inUse--
          if (member.inUse > 0) return
          if (member.retired) await end(member)
          else member.idle = setTimeout(() => retire(member), limits.maxIdleMs).unref()
        },
      }
    },
    async warm(): Promise<void> {
      checkOpen()
      if (!findOpen()) await startOne()
    },
    status: () => ({
      ...{ ...counts, running: running.size, version: versionOf(running) },
      // Who has a browser can wait for a second one.
      failedMsAgo:
        lastFailure && current.length === 0 ? performance.now() - lastFailure.atMs : undefined,
    }),
    async close(): Promise<void> {
      closed = true
      await starting?.catch(() => {})
      await Promise.all([...running].map(end))
    },
  }
}

type Member = {
  browser: BrowserProcess
  pages: number
  inUse: number
  retired: boolean
  ending: Promise<void> | undefined
  /** When its memory was looked at last. */
  checkedMs: number
  /** Whether it was asked for a sign of life and has not answered yet. */
  isAsked: boolean
  idle?: NodeJS.Timeout
}

const versionOf = (running: ReadonlySet<Member>): string | undefined =>
  [...running].at(-1)?.browser.version

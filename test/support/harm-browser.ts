import type { Visit } from '../../src/base/web/visit.ts'

export const crashBrowser = async ({ page }: Visit): Promise<never> => {
  const session = await page.context().browser()?.newBrowserCDPSession()
  session?.send('Browser.crash').catch(() => {})
  return new Promise(() => {})
}

/** Alive, but deaf and dumb. */
export const stopBrowser = async ({ page }: Visit): Promise<never> => {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const told = await session?.send('SystemInfo.getProcessInfo')
  const pid = told?.processInfo.find(({ type }) => type === 'browser')?.id
  if (pid === undefined) throw new Error('The browser did not tell its process.')
  process.kill(pid, 'SIGSTOP')
  return new Promise(() => {})
}

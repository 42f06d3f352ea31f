import { startApp, type TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { createSimulatedWeb, type SimulatedWeb } from './simulated-web.ts'

/** A simulated web and the real app that reads it, until the file's last test is over. */
export const startWebApp = async (
  env: Record<string, string> = {},
): Promise<{ web: SimulatedWeb; app: TestApp }> => {
  const web = await createSimulatedWeb()
  atEnd(web.close)
  return { web, app: await startApp({ ...web.env, ...env }) }
}

import { AppError } from '../../kit/errors.ts'
import { openTempFolder } from '../../kit/temp-folder.ts'
import { type BrowserProcess, launchBrowser } from './browser-process.ts'
import { type Containment, findContainment } from './contain.ts'
import type { FleetLimits } from './fleet.ts'
import { endOrphanedBrowsers } from './orphaned-browsers.ts'

type LauncherDeps = {
  /** Asked at each start, so that a browser installed later is found. */
  find: () => string | undefined
  log?: { info(message: string): void; warn(message: string): void }
}

/** Starts browsers of this machine, contained, in folders that nothing of ours is in. */
export const openLauncher = (deps: LauncherDeps, limits: FleetLimits) => {
  const log = deps.log ?? silent
  // Nothing of the operator's home is the browser's business.
  const home = openTempFolder(purpose)
  const cleared = endOrphanedBrowsers(purpose).then(
    count => {
      if (count > 0) log.warn(`Cleared what a killed Siteray left of its browsers (${count}).`)
    },
    error => log.warn(`What a killed Siteray left is still there: ${Object(error).message}`),
  )
  let remarks: readonly string[] = []
  let finding: Promise<Containment> | undefined
  const contain = async (): Promise<Containment> => {
    const found = await findContainment({ log, maxMemoryBytes: kernelLimit(limits) })
    for (const remark of found.remarks) log.warn(remark)
    remarks = found.remarks
    return found
  }
  const containment = (): Promise<Containment> => {
    finding ??= contain().catch(error => {
      finding = undefined
      throw error
    })
    return finding
  }
  return {
    async launch(flags: readonly string[]): Promise<BrowserProcess> {
      const executable = deps.find()
      if (executable === undefined) throw new AppError('browser_unavailable')
      await cleared
      return launchBrowser({
        ...{ executable, flags, homeFolder: home.path },
        containment: await containment(),
      })
    },
    containment,
    remarks: () => remarks,
    async close() {
      await cleared
      home.close()
    },
  }
}

/** Above the point where we end it ourselves, and never less than a browser needs to start. */
const kernelLimit = ({ deadlyMemoryBytes }: FleetLimits): number =>
  Math.round(Math.max(1_000_000_000, 1.2 * deadlyMemoryBytes))

/** Names the folders of browsers. */
const purpose = 'browser'

const silent = { info: () => {}, warn: () => {} }

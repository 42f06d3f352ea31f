import { existsSync, readFileSync } from 'node:fs'
import { type BrowserSearch, findBrowser } from './find-browser.ts'
import { installBrowser } from './install-browser.ts'

type ProvisionDeps = {
  search: BrowserSearch
  /** One line for whoever watches the start. */
  say: (line: string) => void
  machine?: Machine
  signal?: AbortSignal
}

/** What decides whether we may install anything. */
type Machine = { isRoot: boolean; osRelease: string; aptGet: string; installFolder: string }

/** The browser's place, or the one line that gets the operator one. */
type Provision = { executable: string } | { instruction: string }

const installWithinMs = 10 * 60_000

/**
 * A machine without a browser gets Debian's own, where we may install packages: in a fresh container
 * the first start then simply works. Everywhere else nothing is installed behind anyone's back.
 */
export const provisionBrowser = async (deps: ProvisionDeps): Promise<Provision> => {
  const found = findBrowser(deps.search)
  if (found !== undefined) return { executable: found }
  const machine = deps.machine ?? thisMachine()
  // A path that leads nowhere is a mistake to mend, not a wish for another browser.
  if (deps.search.chromiumPath !== undefined)
    return { instruction: `CHROMIUM_PATH "${deps.search.chromiumPath}" is no program: correct it.` }
  if (!machine.isRoot || !isDebian(machine) || !existsSync(machine.aptGet))
    return { instruction: instructionFor(machine) }
  deps.say('No browser found: installing Chromium with apt-get (some 300 MB, only this once).')
  const deadline = AbortSignal.timeout(installWithinMs)
  const failure = await installBrowser({
    aptGet: machine.aptGet,
    folder: machine.installFolder,
    say: deps.say,
    signal: deps.signal ? AbortSignal.any([deps.signal, deadline]) : deadline,
  })
  const installed = findBrowser(deps.search)
  if (installed !== undefined) return { executable: installed }
  if (!deps.signal?.aborted)
    deps.say(`Chromium could not be installed${failure ? `: ${failure}` : ''}.`)
  return { instruction: instructionFor(machine) }
}

const thisMachine = (): Machine => ({
  isRoot: process.getuid?.() === 0,
  osRelease: existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
  aptGet: '/usr/bin/apt-get',
  installFolder: '/var/lib/siteray/browser',
})

const isDebian = ({ osRelease }: Machine): boolean =>
  /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(osRelease)

const instructionFor = (machine: Machine): string => {
  // Ubuntu's package is a stub for snap, which containers do not have.
  if (isDebian(machine) && !/^ID=.*ubuntu/m.test(machine.osRelease))
    return 'Pages that need a browser: run `apt-get install -y chromium` as root.'
  return 'Pages that need a browser: run `npx playwright-core install --with-deps chromium`.'
}

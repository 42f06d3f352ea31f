import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { attempt } from '../../kit/attempt.ts'

type InstallDeps = {
  aptGet: string
  /** Where an installation keeps its marks, for whoever starts while it runs. */
  folder: string
  say: (line: string) => void
  /** Ends the waiting, never the installation. */
  signal: AbortSignal
}

const lookMs = 200
const progressMs = 10_000

/**
 * Installs Chromium with the system's package manager, in a session of its own that nobody signals:
 * a package manager that is killed half-way leaves a broken system behind. Whoever ends meanwhile
 * leaves it running, and whoever starts meanwhile waits for that one instead of starting a second.
 * Resolves with what went wrong, if anything did.
 */
export const installBrowser = async (deps: InstallDeps): Promise<string | undefined> => {
  mkdirSync(deps.folder, { recursive: true })
  if (isRunning(deps.folder)) deps.say('The installation that was begun before goes on.')
  else begin(deps)
  return waitFor(deps)
}

/**
 * One shell for all steps, so that the next follows although we are gone. A container that is
 * stopped or a machine that loses power takes the package manager with it, and it then refuses
 * everything until what it had unpacked is set up: of our own installation we do that first.
 * Another package manager may be at work, also one that we cannot see from our container: `update`
 * does not wait for its lock by itself, as `install` does.
 */
const script = `
echo $$ > "$FOLDER/pid.shell" && mv "$FOLDER/pid.shell" "$FOLDER/pid"
if [ -n "$WAS_CUT_OFF" ]; then "$DPKG" --configure -a; fi
apt() { "$APT_GET" -o DPkg::Lock::Timeout=120 -q "$@"; }
update() {
  tries=120
  until apt update; do
    tail -n 2 "$FOLDER/log" | grep -q 'get lock\\|Unable to lock' || return 100
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 100
    echo 'Another package manager is at work: waiting for it.'
    sleep 1
  done
}
update && apt install -y --no-install-recommends chromium fonts-liberation
echo $? > "$FOLDER/ended"
`

const begin = ({ aptGet, folder }: InstallDeps): void => {
  const wasCutOff = existsSync(join(folder, 'pid')) && !existsSync(join(folder, 'ended'))
  rmSync(join(folder, 'ended'), { force: true })
  const log = openSync(join(folder, 'log'), 'w', 0o644)
  const child = spawn('/bin/sh', ['-c', script, marker], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      FOLDER: folder,
      APT_GET: aptGet,
      DPKG: join(dirname(aptGet), 'dpkg'),
      WAS_CUT_OFF: wasCutOff ? 'yes' : '',
    },
  })
  if (child.pid !== undefined) markRunning(folder, child.pid)
  child.unref()
}

/** Both we and the shell say it, since either may be ended first; whole, or a reader finds nobody. */
const markRunning = (folder: string, pid: number): void => {
  writeFileSync(join(folder, 'pid.node'), `${pid}\n`)
  renameSync(join(folder, 'pid.node'), join(folder, 'pid'))
}

/** Stands in the command line, so that another process with the same number is not taken for it. */
const marker = 'siteray-installs-a-browser'

const isRunning = (folder: string): boolean => {
  const pid = Number(read(join(folder, 'pid')))
  return pid > 0 && read(`/proc/${pid}/cmdline`).includes(marker)
}

const waitFor = async ({ folder, say, signal }: InstallDeps): Promise<string | undefined> => {
  const begunMs = performance.now()
  let saidMs = begunMs
  while (!signal.aborted) {
    // Looked at first: it may end, and say so, between the two looks.
    const goesOn = isRunning(folder)
    const code = read(join(folder, 'ended')).trim()
    if (code !== '') return code === '0' ? undefined : `apt-get said "${lastLine(folder)}"`
    if (!goesOn) return `apt-get ended early: "${lastLine(folder)}"`
    if (performance.now() - saidMs > progressMs) {
      saidMs = performance.now()
      const seconds = Math.round((saidMs - begunMs) / 1_000)
      say(`Installing the browser for ${seconds} s now: ${lastLine(folder)}`)
    }
    await pause(lookMs, undefined, { signal }).catch(() => {})
  }
  return 'it takes longer than we wait; it goes on by itself'
}

const lastLine = (folder: string): string =>
  read(join(folder, 'log')).trim().split('\n').at(-1)?.slice(0, 200) ?? ''

const read = (file: string): string => attempt(() => readFileSync(file, 'utf8')) ?? ''

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { attempt } from '../../kit/attempt.ts'
import { AppError } from '../../kit/errors.ts'
import { provideSystemUser, type SystemUser } from '../../kit/system-user.ts'

/** How the browser is kept apart from everything else on this machine. */
export type Containment = {
  /** Chromium's own sandbox, which needs user namespaces. */
  hasSandbox: boolean
  /** What an operator should know, a sentence each; empty when all is as it should be. */
  remarks: string[]
  /** What starts one browser, and what to do when it is gone. */
  prepare: (program: string, homeFolder: string) => Promise<Contained>
}

export type Contained = {
  executable: string
  env: Record<string, string>
  cleanUp: () => Promise<void>
}

type ContainDeps = {
  log: { info(message: string): void }
  maxMemoryBytes: number
  /** Tries whether there are user namespaces; a test replaces it. */
  unshare?: string
  /** Where control groups are; a test replaces it. */
  groupRoot?: string
}

const run = promisify(execFile)
const userName = 'siteray-browser'
const starter = fileURLToPath(new URL('./start-browser.sh', import.meta.url))

/**
 * A page that breaks out of the browser must find nothing: no root, no capability, no file and no
 * process of ours. What the system has for that is looked up once for a process, before the first
 * browser.
 */
export const findContainment = async (deps: ContainDeps): Promise<Containment> => {
  // Only Linux has what this is made of; elsewhere Chromium's own sandbox does it alone.
  if (process.platform !== 'linux')
    return { hasSandbox: true, remarks: [], prepare: contained(deps, undefined, []) }
  const { user, rights, ...found } = await (deps.unshare ? findMeans(deps) : knownMeans(deps))
  return { ...found, prepare: contained(deps, user, rights) }
}

type Means = Omit<Containment, 'prepare'> & { user: SystemUser | undefined; rights: string[] }

let known: Promise<Means> | undefined
const knownMeans = (deps: ContainDeps): Promise<Means> => {
  known ??= findMeans(deps).catch(error => {
    known = undefined
    throw error
  })
  return known
}

const findMeans = async (deps: ContainDeps): Promise<Means> => {
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? await provideUser(deps) : undefined
  const rights = [...rightsOf(user), ...(await endsWithUs())]
  const hasSetpriv = await works('setpriv', ['--version'])
  if (!hasSetpriv && isRoot)
    throw new AppError(
      'browser_unavailable',
      'The browser never runs as root, and setpriv, which gives root up, is missing: install util-linux, or start Siteray as an ordinary user.',
    )
  const namespaces = [deps.unshare ?? 'unshare', ...inNamespaces, ...changeRoot]
  const hasSandbox = hasSetpriv
    ? await works('setpriv', [...rights, '--', ...namespaces])
    : await works('env', namespaces)
  return {
    user,
    rights: hasSetpriv ? rights : [],
    hasSandbox,
    remarks: [
      ...(hasSandbox ? [] : [noSandbox]),
      ...(hasSetpriv ? [] : ['setpriv (util-linux) is missing: the browser could gain rights.']),
    ],
  }
}

/** What Chromium's sandbox is made of. Podman allows the first and forbids the second. */
const inNamespaces = ['--user', '--map-root-user', '--pid', '--net', '--fork']
const changeRoot = ['env', 'PATH=/usr/sbin:/sbin:/usr/bin:/bin', 'chroot', '/', 'true']

const noSandbox =
  'Chromium runs without its sandbox, since this system forbids user namespaces, or chroot in them: a page that breaks out of it has the rights of an ordinary user. Allow them (sysctl kernel.unprivileged_userns_clone=1 or kernel.apparmor_restrict_unprivileged_userns=0; in a container the seccomp profile deploy/seccomp-browser.json).'

const provideUser = async (deps: ContainDeps): Promise<SystemUser> => {
  const user = await provideSystemUser(userName)
  if (!user)
    throw new AppError(
      'browser_unavailable',
      `The browser never runs as root, and the system user "${userName}" could not be created with useradd: create it, or start Siteray as an ordinary user.`,
    )
  if (user.isNew)
    deps.log.info(
      `Siteray runs as root and the browser must not: created the system user "${userName}" (uid ${user.uid}) to run it.`,
    )
  return user
}

const rightsOf = (user: SystemUser | undefined): string[] => [
  '--no-new-privs',
  ...(user
    ? [
        `--reuid=${user.uid}`,
        `--regid=${user.gid}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : []),
]

/** A browser that hangs does not notice that we are gone: the kernel ends it with us. */
const endsWithUs = async (): Promise<string[]> => {
  const options = ['--pdeathsig', 'KILL']
  return (await works('setpriv', [...options, '--', 'true'])) ? options : []
}

const works = (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, args, { timeout: 5_000 }).then(
    () => true,
    () => false,
  )

/** Page code that breaks out must not find our keys: the browser gets none of our environment. */
const plainEnv = (homeFolder: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: homeFolder,
  TMPDIR: homeFolder,
  LANG: 'C.UTF-8',
})

const contained =
  (deps: ContainDeps, user: SystemUser | undefined, rights: readonly string[]) =>
  async (program: string, homeFolder: string): Promise<Contained> => {
    const number = ++started
    const profile = join(homeFolder, `browser-${number}`)
    const preferences = join(profile, 'Default')
    await mkdir(profile, { mode: 0o700 })
    await mkdir(preferences)
    await writeFile(join(preferences, 'Preferences'), JSON.stringify(noPreloading))
    if (user)
      for (const folder of [homeFolder, profile, preferences])
        await chown(folder, user.uid, user.gid)
    const group = user
      ? await limitMemory(groupName(homeFolder, number), deps.maxMemoryBytes, deps.groupRoot)
      : undefined
    return {
      executable: starter,
      env: {
        ...plainEnv(homeFolder),
        BROWSER_PROGRAM: program,
        BROWSER_RIGHTS: rights.join(' '),
        BROWSER_PROFILE: profile,
        ...(group ? { BROWSER_CGROUP: group } : {}),
      },
      async cleanUp() {
        await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
        if (group) await rmdir(group).catch(() => {})
      },
    }
  }

/**
 * What a page has fetched or rendered ahead (speculation rules) is shown later without a request,
 * so nobody could be asked before it (robots.txt); and what is never looked at costs as much as
 * what is. No switch turns it off, only what a user sets as "preload pages".
 */
const noPreloading = { net: { network_prediction_options: 2 } }

let started = 0

/** Begins with the folder's name, so that whoever clears an abandoned folder finds its groups. */
const groupName = (homeFolder: string, number: number) => `${basename(homeFolder)}-${number}`

/**
 * A control group with a limit of memory, so that the kernel ends a browser that grows faster than
 * we look. Only where we may make one: as root, and not in most containers.
 */
const limitMemory = async (
  name: string,
  maxBytes: number,
  root?: string,
): Promise<string | undefined> => {
  for (const { parent, file } of groupPlaces(root)) {
    const folder = join(parent, name)
    try {
      await mkdir(folder)
      // Only what the kernel put there: where no control groups are mounted, this is a plain folder.
      await writeFile(join(folder, file), `${maxBytes}`, { flag: 'r+' })
      return folder
    } catch {
      await rmdir(folder).catch(() => {})
    }
  }
  return undefined
}

/** Where control groups of ours are. */
export const groupParents = (): string[] => groupPlaces().map(({ parent }) => parent)

const groupPlaces = (root = '/sys/fs/cgroup'): { parent: string; file: string }[] => {
  const own = attempt(() => readFileSync('/proc/self/cgroup', 'utf8')) ?? ''
  const [, second] = /^0::(\/.*)$/m.exec(own) ?? []
  const [, first] = /^\d+:memory:(\/.*)$/m.exec(own) ?? []
  return [
    // Version 1: a group of its own below ours. Version 2: beside ours, since ours has processes.
    ...(first ? [{ parent: join(root, 'memory', first), file: 'memory.limit_in_bytes' }] : []),
    ...(second ? [{ parent: join(root, dirname(second)), file: 'memory.max' }] : []),
  ]
}

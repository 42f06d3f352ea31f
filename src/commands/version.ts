import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { counted } from '../kit/counted.ts'
import { version } from '../kit/version.ts'

/** Where this copy is, and what git is run with. */
type Place = { folder: string; env: NodeJS.ProcessEnv }
type Told = { text: string; json: object; ok: boolean }

const run = promisify(execFile)
const askWithinMs = 20_000

/**
 * Whether there is a newer version is asked of the git remote this copy came from, and of nobody else:
 * nobody is told who runs Siteray. A release is a tag; where the remote has none, its main branch is
 * what there is to upgrade to.
 */
export const tellVersion = async (place: Place, asksRemote: boolean): Promise<Told> => {
  if (!asksRemote) return { text: version, json: { version }, ok: true }
  try {
    return await askRemote(place)
  } catch {
    const text = `${version}. No git remote answered, so it is unknown whether there is a newer version.`
    return { text, json: { version, latest: null }, ok: false }
  }
}

const askRemote = async (place: Place): Promise<Told> => {
  const names = (await git(place, 'remote')).split('\n')
  const remote = names.includes('origin') ? 'origin' : (names[0] ?? '')
  const release = newestOf(await git(place, 'ls-remote', '--tags', '--refs', '--', remote))
  if (release !== undefined)
    return isNewer(release, version)
      ? older(release, `git fetch --tags && git checkout v${release}`)
      : newest(release)
  await git(place, 'fetch', '--quiet', '--', remote, 'HEAD')
  const behind = Number(await git(place, 'rev-list', '--count', 'HEAD..FETCH_HEAD'))
  const { version: latest } = JSON.parse(await git(place, 'show', 'FETCH_HEAD:package.json'))
  if (behind === 0) return newest(version)
  const commits = counted(behind, 'commit')
  const what = latest === version ? commits : `${latest} (${commits})`
  return older(latest, 'git pull', `the main branch is ahead by ${what}`, behind)
}

const newest = (latest: string): Told => ({
  text: `${version} is the newest.`,
  json: { version, latest },
  ok: true,
})

const older = (
  latest: string,
  command: string,
  why = `${latest} is out`,
  commitsBehind?: number,
): Told => ({
  text: `${version} is not the newest: ${why}. Make a back-up, then: ${command} && npm ci --omit=dev, and start again. CHANGELOG.md says what changed.`,
  json: { version, latest, ...(commitsBehind && { commitsBehind }) },
  ok: false,
})

const git = async ({ folder, env }: Place, ...args: string[]): Promise<string> => {
  const { stdout } = await run('git', args, {
    cwd: folder,
    timeout: askWithinMs,
    // Nobody is there to type a password.
    env: { ...env, GIT_TERMINAL_PROMPT: '0' },
  })
  return stdout.trim()
}

const newestOf = (tags: string): string | undefined =>
  [...tags.matchAll(/refs\/tags\/v(\d{1,9}\.\d{1,9}\.\d{1,9})$/gm)]
    .map(([, tag = '']) => tag)
    .sort((a, b) => (isNewer(a, b) ? -1 : 1))[0]

const isNewer = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map(text => text.split('.').map(Number))
  const at = (a ?? []).findIndex((part, place) => part !== b?.[place])
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

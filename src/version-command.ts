import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { version } from './version.ts'

/** Where this copy is, and what git is run with. */
type Place = { folder: string; env: NodeJS.ProcessEnv }
type Told = { text: string; json: object; ok: boolean }

const run = promisify(execFile)
const askWithinMs = 20_000

/**
 * Releases are tags. Whether there is a newer one is asked of the git remote this copy came from, and
 * of nobody else: nobody is told who runs Siteray.
 */
export const tellVersion = async ({ folder, env }: Place, asksRemote: boolean): Promise<Told> => {
  if (!asksRemote) return { text: version, json: { version }, ok: true }
  const tags = await run('git', ['ls-remote', '--tags', '--refs'], {
    cwd: folder,
    timeout: askWithinMs,
    // Nobody is there to type a password.
    env: { ...env, GIT_TERMINAL_PROMPT: '0' },
  }).then(
    ({ stdout }) => stdout,
    () => undefined,
  )
  if (tags === undefined) {
    const text = `${version}. This copy has no git remote that answers, so nobody could be asked for a newer one.`
    return { text, json: { version, latest: null }, ok: false }
  }
  const latest = newestOf(tags)
  if (latest === undefined || !isNewer(latest, version))
    return {
      text: `${version} is the newest.`,
      json: { version, latest: latest ?? null },
      ok: true,
    }
  return {
    text: `${version} is not the newest: ${latest} is out. Make a back-up, then: git checkout v${latest} && npm ci, and start again. CHANGELOG.md says what changed.`,
    json: { version, latest },
    ok: false,
  }
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

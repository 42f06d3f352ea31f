import { execFileSync, spawnSync } from 'node:child_process'

/** Docker, or podman, whichever is here. */
const program = ['docker', 'podman'].find(name => spawnSync(name, ['--version']).status === 0)
export const run = (...args: string[]): string =>
  execFileSync(program ?? '', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
export const tryTo = (...args: string[]) =>
  spawnSync(program ?? 'false', args, { encoding: 'utf8' })

/** Why what needs these images is left out; false where they have been built. */
export const withoutImages = (...images: string[]): string | false => {
  const missing = images.filter(image => tryTo('image', 'inspect', image).status !== 0)
  return missing.length > 0 && `${missing.join(' and ')} has not been built`
}

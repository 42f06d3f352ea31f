import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Other readers of the field, installed on first use into a folder of the benchmarks' own, so
 * that the project does not depend on what it is compared with.
 */
const packages: Record<string, string> = {
  '@mozilla/readability': '0.6.0',
  linkedom: '0.18.12',
  defuddle: '0.19.4',
  turndown: '7.2.1',
  'turndown-plugin-gfm': '1.0.2',
}

export const loadPeer = async <T>(name: string): Promise<T> => {
  const require = createRequire(join(installPeers(), 'package.json'))
  return (await import(pathToFileURL(require.resolve(name)).href)) as T
}

/** Where the packages are. */
export const installPeers = (): string => {
  const folder = join(tmpdir(), 'siteray-bench-peers')
  const names = Object.keys(packages)
  if (names.every(name => existsSync(join(folder, 'node_modules', name)))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const wanted = names.map(name => `${name}@${packages[name]}`)
  execFileSync('npm', ['install', '--no-save', '--prefix', folder, ...wanted], { stdio: 'inherit' })
  return folder
}

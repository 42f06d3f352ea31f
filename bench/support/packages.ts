import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages that a bench compares with or measures on, installed at first use and once for each set
 * of versions, below .cache: the project does not depend on them. The folder they are in.
 */
export const installPackages = (
  name: string,
  packages: Readonly<Record<string, string>>,
): string => {
  const folder = join(import.meta.dirname, '../../.cache/bench', name)
  const manifest = join(folder, 'package.json')
  const done = join(folder, 'installed.json')
  const wanted = JSON.stringify({ private: true, dependencies: packages })
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(manifest, wanted)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'ignore' })
  writeFileSync(done, wanted)
  return folder
}

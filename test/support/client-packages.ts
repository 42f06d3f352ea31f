import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sha256 } from '../../src/kit/ids.ts'

/**
 * Packages of other people, as their users have them: installed once for each lockfile, below
 * .cache. The project does not depend on them. A registry that is away for a moment is asked again.
 */
export const installClients = async (
  place: 'firecrawl/sdk' | 'firecrawl/tools' | 's3',
): Promise<string> => {
  const from = join(import.meta.dirname, '../clients', place)
  const lock = readFileSync(join(from, 'package-lock.json'), 'utf8')
  const print = sha256(lock).toString('hex').slice(0, 12)
  const folder = join(import.meta.dirname, '../../.cache/clients', `${basename(place)}-${print}`)
  if (existsSync(folder)) return folder
  const making = `${folder}.${process.pid}`
  cpSync(from, making, { recursive: true })
  try {
    await install(making)
    if (!existsSync(folder)) renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

const pausesMs = [2_000, 10_000, 30_000]

const install = async (cwd: string): Promise<void> => {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  for (let tried = 0; ; tried++)
    try {
      execFileSync('npm', ['ci', ...options], { cwd, stdio: 'pipe' })
      return
    } catch (error) {
      const pauseMs = pausesMs[tried]
      if (pauseMs === undefined) throw error
      await pause(pauseMs)
    }
}

/** What a package exports, from the folder it is installed in. */
export const load = async <T>(folder: string, name: string): Promise<T> => {
  const place = join(folder, 'node_modules', name)
  const { main } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  return (await import(pathToFileURL(join(place, main)).href)) as T
}

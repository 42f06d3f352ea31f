import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'

/** For the tests of one file: a folder in which our scripts and git run by themselves. */
export const setUpFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-versions-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
  return {
    env,
    folder,
    git: (cwd: string, ...args: string[]) =>
      execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' }),
    run: (root: string, args: string[], more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        ...{ cwd: root, env: { ...env, ...more }, encoding: 'utf8' },
      })
      return { status, output: `${stdout}${stderr}` }
    },
    /** Some of our own scripts in a place of their own. */
    place: (name: string, ...scripts: string[]): string => {
      const root = join(folder, name)
      for (const script of scripts) cpSync(join('scripts', script), join(root, 'scripts', script))
      return root
    },
  }
}

export const write = (root: string, files: Record<string, string>) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

/** What the dashboard shares with the server. */
export const shared = {
  'src/kit/csv.ts': '',
  'src/base/accounts/prices.ts': '',
  'src/doors/dashboard/paths.ts': '',
  'src/products/branding/batch/table.ts': '',
}

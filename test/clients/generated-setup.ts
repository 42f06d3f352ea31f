import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const folder = mkdtempSync(join(tmpdir(), 'siteray-generated-'))
after(() => rmSync(folder, { recursive: true, force: true }))

export const compile = async (files: string[]) => {
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022']
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom,dom.iterable',
  ]
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')
  await run(tsc, [...options, ...modules, ...files], { cwd: folder }).catch(error =>
    assert.fail(error.stdout),
  )
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'

/**
 * The architecture (ARCHITECTURE.md) as a test: imports go down only, SQL and the environment have
 * their places, and no file is reached by nobody.
 */
const floors: Record<string, number> = {
  main: 4,
  app: 4,
  cli: 4,
  doctor: 4,
  maintenance: 4,
  images: 3,
  extraction: 3,
  dashboard: 3,
  accounts: 2,
  site: 2,
  queue: 2,
  mail: 2,
  db: 1,
  web: 1,
  llm: 1,
  http: 1,
  errors: 0,
  config: 0,
  settings: 0,
  closers: 0,
  ids: 0,
  threads: 0,
  'threads-entry': 0,
  version: 0,
}

const files = globSync('src/**/*.ts')
  .map(file => normalize(file))
  .sort()
const sources = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
const roomOf = (file: string) => (file.split('/')[1] ?? '').replace(/\.ts$/, '')

/** Imports, dynamic imports, and files handed to a worker thread as `new URL('./x.ts', …)`. */
const importsOf = (file: string): string[] =>
  [
    ...(sources.get(file) ?? '').matchAll(/(?:from|import\(|import|new URL\()\s*'(\.[^']+\.ts)'/g),
  ].map(match => join(dirname(file), match[1] ?? ''))

describe('the floors', () => {
  it('every file stands on a known floor', () => {
    assert.deepEqual(
      files.filter(file => floors[roomOf(file)] === undefined),
      [],
    )
  })

  it('imports go down only, never sideways', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(target => roomOf(target) !== roomOf(file))
        .filter(target => {
          const from = floors[roomOf(file)] ?? -1
          const to = floors[roomOf(target)] ?? 99
          return from === 4 || from === 0 ? to > from : to >= from
        })
        .map(target => `${file} → ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('only the entry points read the environment', () => {
    const readers = files.filter(file => /process\.env\b/.test(sources.get(file) ?? ''))
    assert.deepEqual(
      readers.filter(file => !['src/main.ts', 'src/cli.ts'].includes(file)),
      [],
    )
  })

  it('SQL stands only in stores, the queue and the database’s folder', () => {
    const statement = /sql(<[^`]*>)?`/
    const writers = files.filter(file => statement.test(sources.get(file) ?? ''))
    const allowed = (file: string) => /^src\/(db|queue)\//.test(file) || /store\.ts$/.test(file)
    assert.deepEqual(
      writers.filter(file => !allowed(file)),
      [],
    )
  })

  it('no file is reached by nobody', () => {
    const reached = new Set<string>()
    const open = ['src/main.ts', 'src/cli.ts']
    for (let file = open.pop(); file; file = open.pop()) {
      if (reached.has(file)) continue
      reached.add(file)
      open.push(...importsOf(file))
    }
    assert.deepEqual(
      files.filter(file => !reached.has(file)),
      [],
    )
  })

  it('no file has grown past 400 lines', () => {
    const long = files.filter(file => (sources.get(file) ?? '').split('\n').length > 400)
    assert.deepEqual(long, [])
  })
})

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { atMost, defineBench, figure } from './harness/bench.ts'

export const bench = defineBench({
  name: 'bundle',
  part: 'Dashboard',
  title: 'Script of the dashboard, gzip',
  minutes: 0.3,
  rows: {
    first: { what: 'loaded with the first page', unit: 'kB', limit: atMost(250) },
    later: { what: 'loaded when it is needed', unit: 'kB' },
  },
  measure: async () => {
    execFileSync(process.execPath, ['scripts/build-ui.ts', '--strict'], { stdio: 'ignore' })
    const page = readFileSync('ui/dist/index.html', 'utf8')
    const files = globSync('ui/dist/assets/*.js')
    const first = files.filter(file => page.includes(basename(file)))
    if (first.length === 0) throw new Error('The page names no script.')
    const rest = files.filter(file => !first.includes(file))
    return { first: figure(sizeOf(first)), later: figure(sizeOf(rest)) }
  },
})

const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length / 1_000, 0)

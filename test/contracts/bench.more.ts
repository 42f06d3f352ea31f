import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { benchNames, loadBench } from '../../bench/harness/load.ts'

it('the harness lists every bench with its time and its data, and runs none', async () => {
  const benches = await Promise.all(benchNames().map(loadBench))
  const list = ['bench/harness/main.ts', '--all']
  const { BENCH_DATA: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, list, { env })
  for (const { name, needs } of benches) {
    assert.match(stdout, new RegExp(`^${name} +(under a minute|about \\d+(\\.\\d+)? min) `, 'm'))
    for (const path of needs?.data ?? []) assert.ok(stdout.includes(path), path)
  }
})

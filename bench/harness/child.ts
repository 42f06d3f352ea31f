import { join } from 'node:path'
import { loadBench } from './load.ts'

/** What a child is told: one bench to run. */
export type Order = {
  name: string
  dataFolder: string
  sample: number
  verbose: boolean
  seed?: number
  places?: number
}

// So that what a bench started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// Each bench has a process of its own: its memory and its compiled code are nobody else's.
const { name, dataFolder, ...options } = JSON.parse(process.argv[2] ?? '{}') as Order
const bench = await loadBench(name)
const figures = await bench.measure({
  data: path => join(dataFolder, path),
  ...options,
  say: line => console.log(`  ${line}`),
})
process.send?.(figures, () => process.exit(0))

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'

const folder = join(import.meta.dirname, '..')

/** Every file of the folder itself is a bench; what several share stands in folders below. */
export const benchNames = (): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.ts'))
    .map(file => file.slice(0, -3))
    .sort()

export const loadBench = async (name: string): Promise<Bench> => {
  if (!benchNames().includes(name)) throw new Error(`There is no bench ${name}.`)
  const { bench } = (await import(`../${name}.ts`)) as { bench?: Bench }
  if (bench?.name !== name) throw new Error(`bench/${name}.ts exports no bench of that name.`)
  return bench
}

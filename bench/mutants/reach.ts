import { existsSync, globSync, readFileSync } from 'node:fs'
import { importsOf } from '../../test/contracts/imports.ts'

/** How many imports lie between a test and each file that it loads. */
export type Distances = ReadonlyMap<string, number>

export const distancesFrom = (entry: string): Distances => {
  const distances = new Map([[entry, 0]])
  for (const [file, distance] of distances)
    for (const next of valuesOf(file)) if (!distances.has(next)) distances.set(next, distance + 1)
  return distances
}

const known = new Map<string, string[]>()

/** The files that one loads; those of which it only needs types are not loaded. */
const valuesOf = (file: string): string[] => {
  const found = known.get(file)
  if (found) return found
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const loaded = importsOf({ file, text }).flatMap(({ to, isType }) => (isType ? [] : [to]))
  known.set(file, loaded)
  return loaded
}

/**
 * Tests of the contracts hold the text of the code to its shape: they would notice any change. Others
 * only ask how long hostile input takes, or draw thousands of logos and documents.
 */
export const behaviourTests = (): string[] =>
  globSync('test/**/*.test.ts')
    .filter(file => !isLeftOut.test(file))
    .sort()

const isLeftOut =
  /^test\/(?:contracts|bench)\/|\/(?:marks|round-trip)\.test|hostile|fuzz|cost|attacks/

/** How many folders two paths below `src` and `test` have in common. */
export const kinship = (file: string, test: string): number => {
  const [a, b] = [file.split('/').slice(1, -1), test.split('/').slice(1, -1)]
  const differs = a.findIndex((folder, at) => folder !== b[at])
  return differs < 0 ? a.length : differs
}

import { globSync, readFileSync } from 'node:fs'
import { isPure } from '../../scripts/pure-tests.ts'
import { roomOf } from '../../test/contracts/imports.ts'
import { createRandom } from '../train/random.ts'
import { findPlaces, type Place } from './places.ts'

export type Mutant = Place & { room: string }

/** Places drawn at random from all pure files, and one change for each: the same for one seed. */
export const drawMutants = (seed: number, count: number): { mutants: Mutant[]; of: number } => {
  const places = pureFiles().flatMap(file => findPlaces(file, readFileSync(file, 'utf8')))
  const random = createRandom(seed)
  const take = <T>(list: T[]): T | undefined =>
    list.splice(Math.floor(random() * list.length), 1)[0]
  const rest = [...places]
  const mutants = Array.from({ length: Math.min(count, places.length) }, () =>
    take([...(take(rest) ?? [])]),
  )
  return {
    mutants: mutants.flatMap(place => (place ? [{ ...place, room: roomOf(place.file) }] : [])),
    of: places.length,
  }
}

/** SQL is not TypeScript, and routes are mostly schemas: both are tried by tests with a server. */
const pureFiles = (): string[] =>
  globSync('src/**/*.ts')
    .sort()
    .filter(file => !left.test(file) && isPure(file))

/** The embedded extractor is being rewritten. */
const left =
  /store\.ts$|routes\.ts$|\.generated\.|\/migrations\/|^src\/products\/extract\/embedded\//

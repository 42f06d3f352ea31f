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

/** All that only computes, without files that are mostly SQL, schemas or what a program wrote. */
const pureFiles = (): string[] =>
  globSync('src/**/*.ts')
    .sort()
    .filter(file => !left.some(pattern => pattern.test(file)) && isPure(file))

const left = [
  /(?:store|routes)\.ts$|\.generated\.|\/migrations\//,
  // It is sent to a browser and runs there.
  /^src\/products\/branding\/page\//,
]

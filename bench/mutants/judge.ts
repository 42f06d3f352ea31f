import type { Mutant } from './draw.ts'
import { behaviourTests, distancesFrom, kinship } from './reach.ts'
import type { Scratch } from './scratch.ts'

/** What noticed a mutant; undefined when nothing did. */
export type Killer = { test: string; by: string } | undefined

export type Judged = { mutant: Mutant; killer: Killer }

/** How many of the nearest test files are tried for one mutant without asking whether they reach it. */
const maxUnasked = 6

/** Judges by the tests that stand nearest to the file: most mutants are noticed there. */
export const judgeByNearestTests = async (
  scratches: readonly Scratch[],
  mutants: readonly Mutant[],
  { tests, tell }: { tests: Order; tell(judged: Judged): void },
): Promise<Judged[]> => {
  await checkUnchanged(scratches[0], [
    ...new Set(mutants.flatMap(({ file }) => tests.near(file, maxUnasked))),
  ])
  return eachBy(scratches, mutants, async (scratch, mutant) => {
    const near = tests.near(mutant.file, maxUnasked)
    const killer = await scratch.withMutant(mutant, async () => {
      // Most are noticed by the first ones, and loading the others takes longer than those run.
      for (const files of [near.slice(0, 2), near.slice(2)]) {
        const killer = await killerAmong(scratch, files)
        if (killer) return killer
      }
      return undefined
    })
    const judged = { mutant, killer }
    tell(judged)
    return judged
  })
}

/** A test that fails anyway would kill every mutant. */
const checkUnchanged = async (scratch: Scratch | undefined, files: readonly string[]) => {
  const { failed } = (await scratch?.run(files)) ?? {}
  if (failed !== undefined) throw new Error(`Without any mutant a test fails: ${failed}`)
}

/**
 * Judges the rest by more tests, at most so many for each mutant. Each test is run once with probes,
 * and again only with those mutants whose place it reaches.
 */
export const judgeByReach = async (
  scratches: readonly Scratch[],
  mutants: readonly Mutant[],
  { tests, most, tell }: { tests: Order; most: number; tell(judged: Judged): void },
): Promise<Judged[]> => {
  const nearest = new Map(mutants.map(mutant => [mutant, tests.near(mutant.file, most)]))
  const files = [...new Set([...nearest.values()].flat())]
  const places = new Map(mutants.entries())
  const reaching = new Map<string, Set<number>>()
  await eachBy(scratches, files, async (scratch, file) => {
    const { failed, reached } = await scratch.withProbes(places, () => scratch.run([file]))
    if (failed === undefined) reaching.set(file, reached)
  })
  return eachBy(scratches, [...mutants.entries()], async (scratch, [number, mutant]) => {
    const reach = nearest.get(mutant)?.filter(file => reaching.get(file)?.has(number)) ?? []
    const killer = await scratch.withMutant(mutant, async () => {
      for (const file of reach) {
        const killer = await killerAmong(scratch, [file])
        if (killer) return killer
      }
      return undefined
    })
    const judged = { mutant, killer }
    tell(judged)
    return judged
  })
}

const killerAmong = async (scratch: Scratch, files: readonly string[]): Promise<Killer> => {
  if (files.length === 0) return undefined
  const { failed } = await scratch.run(files)
  return failed === undefined ? undefined : { test: files.join(' '), by: failed }
}

/** Each scratch copy takes the next one when it is done. */
const eachBy = async <T, R>(
  scratches: readonly Scratch[],
  all: readonly T[],
  work: (scratch: Scratch, one: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  const waiting = all.entries()
  await Promise.all(
    scratches.map(async scratch => {
      for (const [at, one] of waiting) results[at] = await work(scratch, one)
    }),
  )
  return results
}

export type Order = { near(file: string, most: number): string[] }

/**
 * The tests in the order in which they are likely to notice a change of a file: those that import
 * it, nearest first, then those that start an app in which it has its part.
 */
export const orderTests = (isTaken: (test: string) => boolean): Order => {
  const tests = behaviourTests()
    .filter(isTaken)
    .map(test => ({ test, distances: distancesFrom(test) }))
  return {
    near: (file, most) =>
      tests
        .flatMap(({ test, distances }) => {
          // What is many steps away is reached by chance, but for journeys that lead there.
          const steps = Math.min(distances.get(file) ?? 9, isJourneyOf(file, test) ? 4 : 9)
          return steps <= maxSteps ? [{ test, far: steps - 2 * kinship(file, test) }] : []
        })
        .toSorted((a, b) => a.far - b.far)
        .slice(0, most)
        .map(({ test }) => test),
  }
}
const maxSteps = 7

/** Its own room's tests, and those in which pages of all kinds are read. */
const isJourneyOf = (file: string, test: string): boolean =>
  kinship(file, test) >= 2 || (/^src\/(?:page|base\/reader)\//.test(file) && readsPages.test(test))
const readsPages = /^test\/(?:pages\/pages|journeys\/(?:scrape|extract))\.test\.ts$/

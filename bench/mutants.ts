import { pureTests } from '../scripts/pure-tests.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { atLeast, defineBench, share } from './harness/bench.ts'
import { drawMutants, type Mutant } from './mutants/draw.ts'
import { reasonEqual } from './mutants/equivalent.ts'
import { type Judged, judgeByNearestTests, judgeByReach, orderTests } from './mutants/judge.ts'
import { openScratch } from './mutants/scratch.ts'

export const bench = defineBench({
  name: 'mutants',
  part: 'The house',
  title:
    'Pure code with one operator, number, boolean, negation or early exit changed, at places drawn at random: how many of these mutants the nearest tests notice',
  minutes: 20,
  needs: { browser: true },
  rows: {
    killed: {
      what: 'mutants that a test notices',
      unit: '%',
      limit: atLeast(85),
      note: 'Of those that differ at all: for each that cannot, bench/mutants/equivalent.ts says why. Each mutant is tried with the six nearest test files that only compute, then with up to forty of those that reach its place, then with up to eight that start servers or browsers and reach it.',
    },
    rooms: { what: 'the same, by room' },
  },
  measure: async ({ say, sample, seed = 1, places = 100 }) => {
    const { mutants, of } = drawMutants(seed, places)
    const tried = mutants.filter((_, at) => at % sample === 0)
    const isPure = new Set(pureTests())
    say(`seed ${seed}: ${tried.length} of ${of} places`)
    const database = await startTestServer()
    const scratches = [0, 1, 2].map(() => openScratch({ TEST_DATABASE_URL: database.url }))
    try {
      const equal = tried.filter(mutant => reasonEqual(mutant) !== undefined)
      for (const mutant of equal) say(`equivalent  ${show(mutant)}: ${reasonEqual(mutant)}`)
      const pure = await judgeByNearestTests(
        scratches,
        tried.filter(mutant => !equal.includes(mutant)),
        {
          tests: orderTests(test => isPure.has(test)),
          tell: one => say(one.killer ? tell(one) : `not yet     ${show(one.mutant)}`),
        },
      )
      const further = await judgeByReach(scratches, unnoticed(pure), {
        tests: orderTests(test => isPure.has(test)),
        most: mostPure,
        tell: one => say(one.killer ? tell(one) : `not yet     ${show(one.mutant)}`),
      })
      const served = await judgeByReach(scratches, unnoticed(further), {
        tests: orderTests(test => !isPure.has(test)),
        most: mostServed,
        tell: one => say(tell(one)),
      })
      const judged = [...[...pure, ...further].filter(({ killer }) => killer), ...served]
      return {
        killed: shareOf(judged, `seed ${seed}, ${equal.length} equivalent`),
        rooms: { ...shareOf(judged), text: byRoom(judged) },
      }
    } finally {
      for (const scratch of scratches) scratch.close()
      await database.close()
    }
  },
})

/** How many test files are tried at the most that only compute, and how many of the others. */
const mostPure = 40
const mostServed = 8

const unnoticed = (judged: readonly Judged[]): Mutant[] =>
  judged.filter(({ killer }) => !killer).map(({ mutant }) => mutant)

const show = ({ file, line, from, to }: Mutant): string => `${file}:${line}  ${from} → ${to}`

const tell = ({ mutant, killer }: Judged): string =>
  killer
    ? `killed      ${show(mutant)}: ${killer.by} (${killer.test})`
    : `SURVIVED    ${show(mutant)}`

const shareOf = (judged: readonly Judged[], more?: string) =>
  share(judged.filter(({ killer }) => killer).length, judged.length, more)

const byRoom = (judged: readonly Judged[]): string => {
  const rooms = Map.groupBy(judged, ({ mutant }) => mutant.room)
  return [...rooms]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([room, own]) => `${room} ${own.filter(({ killer }) => killer).length}/${own.length}`)
    .join(', ')
}

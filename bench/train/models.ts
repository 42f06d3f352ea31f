import type { Trainer } from './trainer.ts'

/** The test that tells what a model reads of pages in the repository, and the file that keeps it. */
type Inputs = { test: string; numbers: string }

const numbersOf = (test: string, numbers: string): Inputs => ({
  test: `test/${test}.test.ts`,
  numbers: `test/fixtures/${numbers}.json`,
})

/**
 * The models that ship, in the order in which they are trained: the ranker of regions sees what
 * the content model thinks of each line.
 */
export const models = {
  content: {
    inputs: numbersOf('page/content/features', 'content-features'),
    load: async () => untyped((await import('./content.ts')).content),
  },
  ranker: {
    inputs: numbersOf('products/extract/embedded/rank/features', 'rank-features'),
    load: async () => untyped((await import('./ranker.ts')).ranker),
  },
  regions: {
    inputs: numbersOf('products/extract/embedded/regions/features', 'region-features'),
    load: async () => untyped((await import('./regions.ts')).regions),
  },
  orders: {
    inputs: numbersOf('products/extract/grounding/order-signs', 'order-signs'),
    load: async () => untyped((await import('./orders.ts')).orders),
  },
} satisfies Record<string, { inputs: Inputs; load: () => Promise<Trainer<unknown, unknown>> }>

export type ModelName = keyof typeof models

export const isModelName = (name: string): name is ModelName => Object.hasOwn(models, name)

export const weightsFile = (name: ModelName) => `src/page/learned/${name}.generated.json`
export const cardFile = (name: ModelName) => `src/page/learned/${name}.card.md`

export const trainingCommand = (name: ModelName) => `npm run train -- ${name} --data <folder>`

/** What a trainer prepares and finds is its own matter. */
const untyped = <Data, Outcome>(trainer: Trainer<Data, Outcome>) =>
  trainer as unknown as Trainer<unknown, unknown>

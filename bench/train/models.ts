import type { Trainer } from './trainer.ts'

/**
 * The models that ship, in the order in which they are trained: the ranker of regions sees what
 * the content model thinks of each line.
 */
export const models = {
  content: {
    /** The modules that compute what the model reads; all that they import counts as well. */
    inputs: [
      'src/page/content/view.ts',
      'src/page/content/context.ts',
      'src/page/content/features.ts',
      'src/page/content/page-features.ts',
      'src/page/content/second-look.ts',
    ],
    load: async () => untyped((await import('./content.ts')).content),
  },
  ranker: {
    inputs: [
      'src/products/extract/embedded/rank/candidates.ts',
      'src/products/extract/embedded/rank/features.ts',
      'src/products/extract/embedded/rank/prior.ts',
      'src/products/extract/embedded/rank/sure.ts',
      'src/page/text/nodes.ts',
    ],
    load: async () => untyped((await import('./ranker.ts')).ranker),
  },
  regions: {
    inputs: [
      'src/products/extract/embedded/regions/regions.ts',
      'src/products/extract/embedded/regions/region-features.ts',
      'src/page/text/nodes.ts',
    ],
    load: async () => untyped((await import('./regions.ts')).regions),
  },
  orders: {
    inputs: ['src/products/extract/grounding/order-signs.ts'],
    load: async () => untyped((await import('./orders.ts')).orders),
  },
} satisfies Record<string, { inputs: string[]; load: () => Promise<Trainer<unknown, unknown>> }>

export type ModelName = keyof typeof models

export const isModelName = (name: string): name is ModelName => Object.hasOwn(models, name)

export const weightsFile = (name: ModelName) => `src/page/learned/${name}.generated.json`
export const cardFile = (name: ModelName) => `src/page/learned/${name}.card.md`

export const trainingCommand = (name: ModelName) => `npm run train -- ${name} --data <folder>`

/** What a trainer prepares and finds is its own matter. */
const untyped = <Data, Outcome>(trainer: Trainer<Data, Outcome>) =>
  trainer as unknown as Trainer<unknown, unknown>

import {
  type Forest,
  type ForestsFile,
  readForests,
  scoreRow,
} from '../../src/page/learned/forest.ts'
import { candidateColumns } from '../../src/products/extract/embedded/features.ts'
import { hasEvidence, leastOdds, priorOf } from '../../src/products/extract/embedded/prior.ts'
import { binRows, findEdges } from './bins.ts'
import { type Examples, type TrainOptions, trainForest } from './boosting.ts'
import { encodeForest } from './forest-file.ts'
import { createRandom } from './random.ts'
import { learnedRows, type Question, readQuestions } from './ranker-questions.ts'
import type { Trainer } from './trainer.ts'

const siteFolds = 4

/** Which text of a page answers a field of the caller's schema. */
export const ranker: Trainer<Question[], Outcome> = {
  tasks: folder => [
    'all',
    ...verticalsIn(folder).map(vertical => `vertical ${vertical}`),
    ...Array.from({ length: siteFolds }, (_, fold) => `sites ${fold}`),
  ],
  prepare: readQuestions,
  run: (questions, task) => {
    if (task === 'all') return { weights: learn(questions), left: '', answers: [] }
    const [left = '', name = ''] = task.split(' ')
    const isLeft = left === 'vertical' ? inVertical(name) : inSites(questions, Number(name))
    const file = learn(questions.filter(question => !isLeft(question)))
    const [forest] = readForests(file, candidateColumns.names) as [Forest]
    return { left, answers: questions.filter(isLeft).map(question => answer(forest, question)) }
  },
  finish: outcomes => {
    const left = (what: string) =>
      outcomes.flatMap(outcome => (outcome.left === what ? outcome.answers : []))
    return {
      weights: outcomes.find(({ weights }) => weights)?.weights,
      scores: [
        ...report('verticals left out', left('vertical')),
        ...report('sites left out', left('sites')),
      ],
    }
  },
  card: {
    title: 'Which text of a page answers a field',
    data: 'SWDE (Hao et al. 2011), Apache-2.0: 400 pages of 40 sites in four verticals, without markup of values (a fifth vertical, movies, is kept aside); and the test pages of recipe-scrapers, MIT: 233 modern pages of as many domains, their JSON-LD, microdata and RDFa taken out. Fields of other verticals are asked too, where nothing is the right answer.',
    split:
      'One whole vertical at a time is left out, so that the schema was never seen; and a fourth of the sites at a time. F1 for each attribute of SWDE, macro over attributes; a value for an absent attribute is an error.',
    seeds: '3 for the questions, 11 for the choice of rows, 7 for the trees and the cuts.',
    failures: [
      'Pages of 2011 are most of what it learned labels from.',
      'Genres, categories and other words that stand everywhere on a page.',
      'Another draw of the training rows moves the score by about 0.01.',
    ],
  },
}

type Outcome = { weights?: ForestsFile; left: string; answers: Answer[] }

const verticalsIn = (folder: string): string[] => {
  const swde = learnedRows(folder).map(({ vertical }) => vertical)
  return [...new Set([...swde, 'recipe'])]
}

const inVertical = (name: string) => (question: Question) => question.vertical === name

const inSites = (questions: Question[], fold: number) => {
  const keyOf = ({ vertical, site }: Question) => `${vertical} ${site}`
  const keys = [...new Set(questions.map(keyOf))]
  const held = new Set(keys.filter((_, at) => at % siteFolds === fold))
  return (question: Question) => held.has(keyOf(question))
}

/** A label that fits better never makes a candidate worse: that holds for every kind of page. */
const options: TrainOptions = {
  trees: 120,
  leaves: 16,
  rate: 0.06,
  featureShare: 0.5,
  rowShare: 0.7,
  minLeafWeight: 0.75,
  l2: 8,
  seed: 7,
  monotone: candidateColumns.names.map(name => {
    if (/^(inline|before|above|row|column|term|own|parent|grand|href)Name$/.test(name)) return 1
    if (/^best(Strong|Recall|Attribute)$|^shapeFit$/.test(name)) return 1
    return /^(bestStrong|shape)Rank$|^isLabel$/.test(name) ? -1 : 0
  }),
}

const learn = (questions: Question[]): ForestsFile => ({
  columns: candidateColumns.names,
  forests: [encodeForest(trainForest(examplesOf(questions), options))],
})

const examplesOf = (questions: Question[]): Examples => {
  const random = createRandom(11)
  const rows: Float32Array[] = []
  const labels: number[] = []
  const weights: number[] = []
  const priors: number[] = []
  for (const question of questions) {
    const positives = question.labels.reduce((sum, label) => sum + label, 0)
    if (positives === 0 && question.isAnswered) continue
    question.rows.forEach((row, i) => {
      const label = question.labels[i] as number
      const prior = priorOf(row)
      if (!label && random() > (prior > -2.5 ? 1 : 0.4)) return
      rows.push(row)
      labels.push(label)
      priors.push(prior)
      weights.push(label ? 4 / positives : 1)
    })
  }
  return {
    data: binRows(rows, findEdges(rows, { seed: 7, rareToo: true })),
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
    prior: Float32Array.from(priors),
  }
}

type Answer = Pick<Question, 'vertical' | 'field' | 'isAnswered' | 'foreign'> & {
  isGiven: boolean
  isRight: boolean
}

const answer = (forest: Forest, question: Question): Answer => {
  const { vertical, field, isAnswered, foreign, rows, labels } = question
  let best = -1
  let score = -Infinity
  rows.forEach((row, at) => {
    if (!hasEvidence(row)) return
    const own = priorOf(row) + scoreRow(forest, row)
    if (own <= score) return
    score = own
    best = at
  })
  const isGiven = best >= 0 && score >= leastOdds(rows[best] as Float32Array)
  return { vertical, field, isAnswered, foreign, isGiven, isRight: labels[best] === 1 }
}

const report = (name: string, answers: Answer[]): string[] => {
  const own = answers.filter(({ foreign }) => !foreign)
  const f1 = [...Map.groupBy(own, ({ vertical, field }) => `${vertical} ${field}`)].map(
    ([key, group]) => {
      const right = group.filter(({ isGiven, isRight }) => isGiven && isRight).length
      const given = group.filter(({ isGiven }) => isGiven).length
      const due = group.filter(({ isAnswered }) => isAnswered).length
      return { key, f1: (2 * right) / Math.max(1, given + due) }
    },
  )
  const swde = f1.filter(({ key }) => !key.startsWith('recipe'))
  const macro = swde.reduce((sum, one) => sum + one.f1, 0) / swde.length
  const absent = answers.filter(({ isAnswered }) => !isAnswered)
  const wrong = absent.filter(({ isGiven }) => isGiven).length / Math.max(1, absent.length)
  return [
    `- ${name}: macro F1 ${macro.toFixed(3)}, a value for ${(100 * wrong).toFixed(1)} % of the fields that a page has not`,
    ...f1.map(one => `  - ${one.key} ${one.f1.toFixed(2)}`),
  ]
}

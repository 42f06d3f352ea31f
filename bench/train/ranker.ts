import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowOf } from '../../src/page/learned/columns.ts'
import { type Forest, readForests, scoreRow, sigmoid } from '../../src/page/learned/forest.ts'
import { candidateColumns } from '../../src/products/extract/embedded/rank/features.ts'
import { priorOf } from '../../src/products/extract/embedded/rank/prior.ts'
import {
  type Ranker,
  type RankerFile,
  readRanker,
} from '../../src/products/extract/embedded/rank/rank.ts'
import {
  type Chosen,
  chooseBest,
  leastSure,
  sureColumns,
} from '../../src/products/extract/embedded/rank/sure.ts'
import { bucketOf } from '../support/wcxb.ts'
import { binRows, findEdges } from './bins.ts'
import { type Examples, type TrainOptions, trainForest } from './boosting.ts'
import { encodeForest } from './forest-file.ts'
import { createRandom } from './random.ts'
import { isLastSite, learnedRows, type Question, readQuestions } from './ranker-questions.ts'
import type { Trainer } from './trainer.ts'

/** Which text of a page answers a field of the caller's schema, and whether any does. */
export const ranker: Trainer<Question[], Outcome> = {
  tasks: folder => ['all', ...verticalsIn(folder).map(vertical => `vertical ${vertical}`), 'sites'],
  prepare: readQuestions,
  run: (questions, task, keep) => {
    if (task === 'all') return { weights: learn(questions), left: '', answers: [] }
    const [left = '', name = ''] = task.split(' ')
    const isLeft = left === 'vertical' ? inVertical(name) : isInLastSites
    const file = learn(questions.filter(question => !isLeft(question)))
    if (keep) writeFileSync(join(keep, `${task.replace(' ', '-')}.json`), JSON.stringify(file))
    const model = readRanker(file)
    return { left, answers: questions.filter(isLeft).map(question => answer(model, question)) }
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
    title: 'Which text of a page answers a field, and whether any does',
    data: 'SWDE (Hao et al. 2011), Apache-2.0: 500 pages of 50 sites in five verticals, without markup of values; the test pages of recipe-scrapers, MIT: 233 modern pages of as many domains; WCXB 2026, CC-BY-4.0: 1,393 modern pages of seven types, asked for what their own JSON-LD and microdata say and what people noted as title, author and date. Markup of values is taken out everywhere. Each field is asked under several names, with and without a description; each is asked again of the page with its value taken out, where nothing is the right answer, as it is for fields of quite other things.',
    split:
      'One whole vertical of SWDE at a time is left out, so that the schema was never seen; and a fourth of the sites and domains of all three sets. F1 for each attribute, macro over attributes; a value for an absent attribute is an error.',
    seeds: '3 for the questions, 11 for the choice of rows, 7 for the trees and the cuts.',
    failures: [
      'Words that stand everywhere on a page: genres, categories, kinds.',
      'Values of the markup that a page shows in other words are not among the labels.',
      'Another draw of the training rows moves the score by about 0.01.',
    ],
  },
}

type Outcome = { weights?: RankerFile; left: string; answers: Answer[] }

const verticalsIn = (folder: string): string[] => [
  ...new Set(learnedRows(folder).map(({ vertical }) => vertical)),
]

const inVertical = (name: string) => (question: Question) =>
  question.source === 'swde' && question.vertical === name

const isInLastSites = ({ site }: Question) => isLastSite(site)

/** A label that fits better never makes a candidate worse: that holds for every kind of page. */
const rising = (name: string) => {
  if (/^(inline|before|above|row|column|term|own|parent|grand|href)Name$/.test(name)) return 1
  if (/^best(Strong|Recall|Attribute)$|^shapeFit$|^near(Name|Head)$/.test(name)) return 1
  return /^(bestStrong|shape)Rank$|^isLabel$/.test(name) ? -1 : 0
}

const rankOptions: TrainOptions = {
  trees: 160,
  leaves: 24,
  rate: 0.06,
  featureShare: 0.5,
  rowShare: 0.7,
  minLeafWeight: 0.75,
  l2: 8,
  seed: 7,
  monotone: candidateColumns.names.map(rising),
}

const sureOptions: TrainOptions = {
  ...{ trees: 250, leaves: 10, rate: 0.05, featureShare: 0.5, rowShare: 0.7 },
  ...{ minLeafWeight: 4, l2: 10, seed: 7 },
  monotone: sureColumns.names.map(name =>
    /^(score|lead|spoken)$/.test(name) ? 1 : name === 'rivals' ? -1 : rising(name),
  ),
}

const partsOfAll = 3

/**
 * How sure one may be is learned on what the ranking did not see: other sites, and of SWDE other
 * verticals, so that fields of a new kind are not doubted for being new.
 */
const learn = (questions: Question[]): RankerFile => {
  const partOf = ({ source, vertical, site }: Question) =>
    bucketOf(`${source === 'swde' ? vertical : site}.`, partsOfAll)
  const choices = [...Map.groupBy(questions, partOf)].flatMap(([part, own]) => {
    const others = questions.filter(question => partOf(question) !== part)
    const forest = forestOf(learnRanks(others))
    return own.flatMap(question => choiceOf(forest, question) ?? [])
  })
  return { ranks: learnRanks(questions), sure: learnSure(choices) }
}

const learnRanks = (questions: Question[]) => ({
  columns: candidateColumns.names,
  forests: [encodeForest(trainForest(examplesOf(questions), rankOptions))],
})
const forestOf = (file: RankerFile['ranks']) =>
  readForests(file, candidateColumns.names)[0] as Forest

type Choice = { chosen: Chosen; question: Question; isRight: boolean }

const choiceOf = (forest: Forest, question: Question): Choice | undefined => {
  const { rows, texts, labels } = question
  const scores = rows.map(row => priorOf(row) + scoreRow(forest, row))
  const chosen = chooseBest(rows, scores, texts)
  return chosen && { chosen, question, isRight: labels[chosen.at] === 1 }
}

const sureRowOf = ({ chosen, question: { spoken } }: Choice) =>
  rowOf(sureColumns, { chosen, spoken })

const learnSure = (choices: Choice[]) => {
  const rows = choices.map(sureRowOf)
  const weightOf = ({ question: { source } }: Choice) => sourceWeights[source]
  const examples = {
    data: binRows(rows, findEdges(rows, { seed: 7, rareToo: true })),
    labels: Float32Array.from(choices, ({ isRight }) => Number(isRight)),
    weights: Float32Array.from(choices, weightOf),
  }
  return {
    columns: sureColumns.names,
    forests: [encodeForest(trainForest(examples, sureOptions))],
  }
}

/** No source drowns the others. */
const sourceWeights: Record<Question['source'], number> = { swde: 1, recipes: 0.7, wcxb: 1 }

const examplesOf = (questions: Question[]): Examples => {
  const random = createRandom(11)
  const rows: Float32Array[] = []
  const labels: number[] = []
  const weights: number[] = []
  const priors: number[] = []
  for (const question of questions) {
    const positives = question.labels.reduce((sum, label) => sum + label, 0)
    // Which one is right is learned where one is; whether any is, by the other forest.
    if (positives === 0 && (question.kind === 'there' || random() < 0.5)) continue
    question.rows.forEach((row, i) => {
      const label = question.labels[i] as number
      const prior = priorOf(row)
      if (!label && random() > (prior > -2.5 ? 0.7 : 0.25)) return
      rows.push(row)
      labels.push(label)
      priors.push(prior)
      weights.push((label ? 4 / positives : 1) * sourceWeights[question.source])
    })
  }
  return {
    data: binRows(rows, findEdges(rows, { seed: 7, rareToo: true })),
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
    prior: Float32Array.from(priors),
  }
}

type Answer = Pick<Question, 'source' | 'vertical' | 'field' | 'kind'> & {
  isDue: boolean
  isRight: boolean
  confidence: number
}

const answer = ({ forest, sure }: Ranker, question: Question): Answer => {
  const { source, vertical, field, kind, labels } = question
  const choice = choiceOf(forest, question)
  const confidence = choice ? sigmoid(scoreRow(sure, sureRowOf(choice))) : 0
  const isDue = kind === 'there' && labels.includes(1)
  return { source, vertical, field, kind, isDue, isRight: choice?.isRight ?? false, confidence }
}

const isGiven = ({ confidence }: Answer) => confidence >= leastSure

const report = (name: string, answers: Answer[]): string[] =>
  [...Map.groupBy(answers, ({ source }) => source)].flatMap(([source, own]) => {
    const there = own.filter(({ kind }) => kind === 'there')
    const f1 = [
      ...Map.groupBy(
        there,
        ({ vertical, field }) => `${source === 'wcxb' ? '' : vertical} ${field}`,
      ),
    ]
      .filter(([, group]) => group.length >= 20)
      .map(([key, group]) => ({ key, size: group.length, ...f1Of(group) }))
    const macro = f1.reduce((sum, one) => sum + one.f1, 0) / Math.max(1, f1.length)
    const first = f1.reduce((sum, one) => sum + one.first, 0) / Math.max(1, f1.length)
    const wrong = (kind: Question['kind']) => {
      const absent = own.filter(one => one.kind === kind)
      return `${((100 * absent.filter(isGiven).length) / Math.max(1, absent.length)).toFixed(1)} %`
    }
    return [
      `- ${name}, ${source}: macro F1 ${macro.toFixed(3)}, ranked first ${first.toFixed(3)}, a value for ${wrong('removed')} of the values taken out, for ${wrong('strange')} of the fields that a page has not`,
      ...calibration(own),
      ...f1.map(
        one => `  - ${one.key} ${one.f1.toFixed(2)} (first ${one.first.toFixed(2)}, ${one.size})`,
      ),
    ]
  })

const f1Of = (group: Answer[]) => {
  const right = group.filter(one => isGiven(one) && one.isRight).length
  const given = group.filter(isGiven).length
  const due = group.filter(({ isDue }) => isDue).length
  const first = group.filter(({ isRight }) => isRight).length
  return { f1: (2 * right) / Math.max(1, given + due), first: first / Math.max(1, due) }
}

/** How often values of each confidence are right. */
const calibration = (answers: Answer[]): string[] => [
  `  - right by confidence: ${[0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    .map(from => {
      const own = answers.filter(({ confidence }) => confidence >= from && confidence < from + 0.1)
      const right = own.filter(({ isRight }) => isRight).length
      return `${from} to ${(from + 0.1).toFixed(1)} ${(right / Math.max(1, own.length)).toFixed(2)} (${own.length})`
    })
    .join(', ')}`,
]

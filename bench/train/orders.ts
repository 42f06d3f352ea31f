import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OrderModel, orderOdds } from '../../src/products/extract/grounding/order-odds.ts'
import { orderWords, signsOf } from '../../src/products/extract/grounding/order-signs.ts'
import { isOrder, soundsLikeOrder } from '../../src/products/extract/grounding/orders.ts'
import { loadPage } from '../support/extract-data.ts'
import { createRandom } from './random.ts'
import type { Trainer } from './trainer.ts'

/**
 * Which words speak to a language model. Orders are in orders.txt, in sections that were written
 * apart from each other (⟨v⟩ stands for the planted value); the lines of real pages are what is no
 * order.
 */
export const orders: Trainer<Line[], Outcome> = {
  tasks: () => ['all', ...sections.map((_, at) => `section ${at}`)],
  prepare: folder => readPlainLines(folder),
  run: (lines, task) => {
    if (task === 'all') return { weights: rounded(learn(sections.flat(), lines)), scores: [] }
    return { scores: [measureSection(lines, Number(task.split(' ')[1]))] }
  },
  finish: outcomes => ({
    weights: outcomes.find(({ weights }) => weights)?.weights,
    scores: outcomes.flatMap(({ scores }) => scores),
  }),
  check: lines => {
    const either = (text: string) => isOrder(text) || soundsLikeOrder(text)
    const share = (list: string[], test: (text: string) => boolean) =>
      percent(list.filter(test).length / list.length)
    const texts = lines.map(({ text }) => text)
    const filled = sections.flat().map(text => text.replaceAll('  ', ' Zanthor Bluff '))
    return [
      `- with the rules beside it, on what it learned from: ${filled.length} orders told ${share(filled, isOrder)}, told or doubted ${share(filled, either)}`,
      `- ${texts.length} lines of real pages told ${share(texts, isOrder)}, told or doubted ${share(texts, either)}`,
    ]
  },
  card: {
    title: 'Which words speak to a language model',
    data: 'orders.txt beside the trainer, written for this project (Apache-2.0), against the lines of the pages of WCXB (CC-BY-4.0, every fourth page), SWDE (Apache-2.0), recipe-scrapers (MIT) and NEXT-EVAL (MIT). Only words of orders are stored, none of the pages.',
    split:
      'Each section of orders is judged by a model that never saw it, at the odds that give the named share of false alarms on every second page, left out as well. A section was written apart from the others, in other words.',
    seeds:
      '7, 20, 33, 46, 59, 72, 85 and 98 for the order of the rows; the mean of the eight ships.',
    failures: [
      'An order in everyday words, or in a language of which orders.txt has little.',
      'Texts about language models, and forms that tell people what to enter, are doubted.',
    ],
  },
}

type Line = { page: number; text: string }
type Outcome = { weights?: Rounded; scores: string[] }

const sections = readFileSync(new URL('orders.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map(section => section.split('\n').map(line => line.replaceAll('⟨v⟩', ' ')))

const seeds = [7, 20, 33, 46, 59, 72, 85, 98]
const rounds = 6
const rate = 0.3
const shrink = 0.02

const readPlainLines = (root: string): Line[] => {
  const seen = new Set<string>()
  const files = ['recipes', 'swde', 'records', 'wcxb'].flatMap(set =>
    readdirSync(join(root, set, 'html'))
      .sort()
      .filter((_, at) => set !== 'wcxb' || at % 4 === 0)
      .map(file => join(root, set, 'html', file)),
  )
  return files.flatMap((file, page) =>
    loadPage(file, 'https://page.example/').nodes.flatMap(({ text }) => {
      if (text.length < 8 || seen.has(text)) return []
      seen.add(text)
      return { page, text: text.slice(0, 600) }
    }),
  )
}

const measureSection = (lines: Line[], at: number): string => {
  const section = sections[at] ?? []
  const model = learn(
    sections.filter(other => other !== section).flat(),
    lines.filter(({ page }) => page % 2 === 0),
  )
  const others = lines
    .filter(({ page }) => page % 2 === 1)
    .map(({ text }) => orderOdds(text, model))
  others.sort((a, b) => b - a)
  const found = [0.0001, 0.001, 0.006].map(falseShare => {
    const limit = others[Math.floor(others.length * falseShare)] ?? 0
    const share = section.filter(text => orderOdds(text, model) > limit).length / section.length
    return `${percent(share)} at ${percent(falseShare)} false alarms (odds ${limit.toFixed(1)})`
  })
  return `- section ${at + 1} (${section.length} orders), by the words alone: ${found.join(', ')}`
}

/** The mean of models that saw the same rows in another order: one alone is as much chance. */
const learn = (orders: string[], others: Line[]): OrderModel => {
  const found = readSigns(orders, others)
  const all = seeds.map(seed => descend(found, seed))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    bias: mean(all.map(({ bias }) => bias)),
    weights: new Map(
      found.known.map((sign, at) => [sign, mean(all.map(({ weights }) => weights[at] ?? 0))]),
    ),
  }
}

type Row = { signs: number[]; isOrder: number; weight: number }
type Signs = { known: string[]; rows: Row[] }

/** Only signs that more than one order has. */
const readSigns = (orders: string[], others: Line[]): Signs => {
  const counts = new Map<string, number>()
  const told = orders.map(text => signsOf(orderWords(text).slice(0, 40)))
  for (const signs of told) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const known = [...counts].flatMap(([sign, count]) => (count > 1 ? sign : []))
  const places = new Map(known.map((sign, at) => [sign, at]))
  const toPlaces = (signs: Set<string>) => [...signs].flatMap(sign => places.get(sign) ?? [])
  const rows = [
    ...told.map(signs => ({ signs: toPlaces(signs), isOrder: 1, weight: 15 })),
    ...others.map(({ text }) => ({
      signs: toPlaces(signsOf(orderWords(text).slice(0, 40))),
      isOrder: 0,
      weight: 1,
    })),
  ]
  return { known, rows }
}

/** Logistic regression by AdaGrad. */
const descend = ({ known, rows }: Signs, seed: number) => {
  const weights = new Float64Array(known.length)
  const squares = new Float64Array(known.length).fill(1e-6)
  let bias = -3
  let biasSquare = 1e-6
  const random = createRandom(seed)
  const order = rows.slice()
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    for (const { signs, isOrder, weight } of order) {
      const odds = signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), bias)
      const slope = (1 / (1 + Math.exp(-odds)) - isOrder) * weight
      biasSquare += slope * slope
      bias -= (rate * slope) / Math.sqrt(biasSquare)
      for (const sign of signs) {
        const own = slope + shrink * (weights[sign] ?? 0)
        const square = (squares[sign] ?? 0) + own * own
        squares[sign] = square
        weights[sign] = (weights[sign] ?? 0) - (rate * own) / Math.sqrt(square)
      }
    }
  }
  return { bias, weights }
}

const shuffle = (rows: Row[], random: () => number) => {
  for (let at = rows.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const row = rows[at] as Row
    rows[at] = rows[other] as Row
    rows[other] = row
  }
}

/** As the file of weights has it. */
type Rounded = { bias: number; weights: Record<string, number> }

const rounded = ({ bias, weights }: OrderModel): Rounded => {
  const kept = [...weights]
    .map(([sign, weight]) => [sign, round(weight)] as const)
    .filter(([, weight]) => weight !== 0)
  return { bias: round(bias), weights: Object.fromEntries(kept) }
}

const round = (weight: number) => Math.round(weight * 100) / 100

const percent = (share: number) => `${Math.round(share * 10_000) / 100} %`

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OrderModel, orderOdds } from '../src/products/extract/ground/order-odds.ts'
import { orderWords, signsOf } from '../src/products/extract/ground/order-signs.ts'
import { isOrder, soundsLikeOrder } from '../src/products/extract/ground/orders.ts'
import { createRandom } from './gbdt.ts'
import { loadPage } from './support/extract-data.ts'

/**
 * `node bench/orders-train.ts <folder> [--write]`: which words speak to a language model. Orders
 * are in orders.txt, in sections that were written apart from each other (⟨v⟩ stands for the
 * planted value); the lines of real pages are what is no order. Each section is judged by a model
 * that never saw it, beside the false alarms on pages that were not learned from.
 */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds recipes/, swde/, records/ and wcxb/.')

type Line = { page: number; text: string }

const sections = readFileSync(new URL('orders.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map(section => section.split('\n').map(line => line.replaceAll('⟨v⟩', ' ')))
const lines = readPlainLines(folder)
console.log(`${sections.flat().length} orders, ${lines.length} other lines`)

const rounds = 6
const rate = 0.3
const shrink = 0.02

for (const [at, section] of sections.entries()) {
  const model = train(
    sections.filter(other => other !== section).flat(),
    lines.filter(({ page }) => page % 2 === 0),
  )
  const others = lines
    .filter(({ page }) => page % 2 === 1)
    .map(({ text }) => orderOdds(text, model))
  others.sort((a, b) => b - a)
  const told = [0.0001, 0.001, 0.006].map(rate => {
    const limit = others[Math.floor(others.length * rate)] ?? 0
    const share = section.filter(text => orderOdds(text, model) > limit).length / section.length
    return `${percent(share)} at ${percent(rate)} false (${limit.toFixed(1)})`
  })
  console.log(`section ${at + 1} by words alone: ${told.join(', ')}`)
}

const whole = train(sections.flat(), lines)
if (process.argv.includes('--write')) {
  const weights = Object.entries(whole.weights).map(([sign, weight]) => [sign, round(weight)])
  const kept = Object.fromEntries(weights.filter(([, weight]) => weight !== 0))
  const path = new URL('../src/page/learned/orders.generated.json', import.meta.url)
  writeFileSync(path, `${JSON.stringify({ bias: round(whole.bias), weights: kept })}\n`)
}
const share = (list: string[], test: (text: string) => boolean) =>
  percent(list.filter(test).length / list.length)
const texts = lines.map(({ text }) => text)
const filled = sections.flat().map(text => text.replaceAll('  ', ' Zanthor Bluff '))
console.log(
  `all of it: orders told ${share(filled, isOrder)}, told or doubted ${share(filled, either)}`,
)
console.log(`other lines told ${share(texts, isOrder)}, told or doubted ${share(texts, either)}`)

function either(text: string): boolean {
  return isOrder(text) || soundsLikeOrder(text)
}

function readPlainLines(root: string): Line[] {
  const seen = new Set<string>()
  const files = ['recipes', 'swde', 'records', 'wcxb'].flatMap(set =>
    readdirSync(join(root, set, 'html'))
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

/** Logistic regression over signs that more than one order has, by AdaGrad. */
function train(orders: string[], others: Line[]): OrderModel {
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
  const weights = new Float64Array(places.size)
  const squares = new Float64Array(places.size).fill(1e-6)
  let bias = -3
  let biasSquare = 1e-6
  const random = createRandom(7)
  for (let round = 0; round < rounds; round++) {
    for (let at = rows.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      const row = rows[at] as (typeof rows)[number]
      rows[at] = rows[other] as typeof row
      rows[other] = row
    }
    for (const { signs, isOrder, weight } of rows) {
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
  return { bias, weights: Object.fromEntries(known.map((sign, at) => [sign, weights[at] ?? 0])) }
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100} %`
}

function round(weight: number): number {
  return Math.round(weight * 100) / 100
}

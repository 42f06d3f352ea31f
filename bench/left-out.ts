import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atLeast, atMost, defineBench, figure } from './harness/bench.ts'

export const bench = defineBench({
  name: 'left-out',
  part: 'Extract',
  title:
    'What was learned, on pages left out of the training: the cross-validation of the trainers',
  minutes: 5,
  needs: {
    data: [
      'recipes/truth.jsonl',
      'swde/labels.jsonl',
      'records/truth.jsonl',
      'wcxb/truth.jsonl.gz',
    ],
  },
  rows: {
    swde: {
      what: 'SWDE, macro F1, each vertical by a model that never saw it',
      limit: atLeast(0.78),
      note: 'Another draw of training rows gave 0.01 less: read it as ± 0.01.',
    },
    absent: { what: 'values given for absent fields there', unit: '%', limit: atMost(2) },
    records: {
      what: 'records, F1, mean of five partitions into ten folds',
      limit: atLeast(0.85),
      note: 'The trees never saw the page they judge, but the rules of what is one record were written after looking at errors on these pages, and the settings were chosen on them. Somewhat under half of what is missing are menus, filters and footers that some pages have labelled as records.',
    },
    orders: { what: 'lines of real pages taken for orders to a model, in sample', unit: '%' },
    doubted: { what: 'the same, taken or marked as doubtful', unit: '%' },
  },
  measure: async ({ data, say }) => {
    const run = async (model: string) => {
      say(model)
      const args = ['bench/train/main.ts', model, '--data', data(''), '--dry']
      const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
      return stdout
    }
    const ranker = await run('ranker')
    const orders = await run('orders')
    return {
      swde: figure(told(ranker, /verticals left out, swde: macro F1 ([\d.]+)/)),
      absent: figure(told(ranker, /verticals left out, swde: .* for ([\d.]+) % of the fields/)),
      records: figure(told(await run('regions'), /record F1: ([\d.]+)/)),
      orders: figure(told(orders, /lines of real pages told ([\d.]+) %/)),
      doubted: figure(told(orders, /lines of real pages told .* doubted ([\d.]+) %/)),
    }
  },
})

const told = (output: string, pattern: RegExp): number => {
  const match = pattern.exec(output)?.[1]
  if (match === undefined) throw new Error(`The training did not print ${pattern}.`)
  return Number(match)
}

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import {
  articleVerdicts,
  askRemoved,
  askStrange,
  askSwde,
  givenOf,
  macroF1,
  readModel,
  swdePage,
  type Verdict,
} from './support/unseen.ts'
import { learnedRows } from './train/ranker-questions.ts'

const own =
  'The vertical was left out of the training. Rules, the thesaurus and thresholds were written by people who had seen these four.'

export const bench = defineBench({
  name: 'unseen',
  part: 'Extract',
  title: 'What the route answers without a model, by a ranker that never saw the pages',
  minutes: 12,
  needs: {
    data: ['recipes/truth.jsonl', 'swde/labels.jsonl', 'wcxb/truth.jsonl.gz'],
  },
  rows: {
    swde: { what: 'SWDE, macro F1, each vertical left out in turn', note: own },
    words: { what: 'the same fields under other names and descriptions' },
    removed: { what: 'values taken out of the page: something else is given', unit: '%' },
    strange: {
      what: 'fields of quite other things: something is given',
      unit: '%',
      limit: atMost(2),
    },
    title: {
      what: 'titles of pages of left-out domains, without JSON-LD and microdata',
      unit: '%',
      limit: atLeast(70),
    },
    author: { what: 'their authors', unit: '%' },
    date: { what: 'their dates', unit: '%' },
    sure: { what: 'of the values given with a confidence of 0.9 or more, right', unit: '%' },
  },
  measure: async ({ data, say, sample }) => {
    const folder = mkdtempSync(join(tmpdir(), 'unseen-'))
    try {
      await train(data(''), folder, say)
      const all = { own: [], words: [], removed: [], strange: [] } as Record<string, Verdict[]>
      const rows = learnedRows(data('')).filter((_, at) => at % sample === 0)
      for (const [at, row] of rows.entries()) {
        const learned = readModel(folder, `vertical-${row.vertical}`)
        const page = swdePage(data(''), row)
        all.own?.push(...askSwde(page, row, learned, undefined))
        all.words?.push(...askSwde(page, row, learned, at % 3))
        all.removed?.push(...askRemoved(data(''), row, learned))
        all.strange?.push(...askStrange(page, learned))
      }
      const articles = [...articleVerdicts(data(''), readModel(folder, 'sites'))]
      const rightOf = (key: string) => {
        const asked = articles.filter(one => one.key === key)
        return share(asked.filter(({ isRight }) => isRight).length, asked.length)
      }
      const sure = [...(all.own ?? []), ...(all.words ?? []), ...articles].filter(
        ({ confidence }) => (confidence ?? 0) >= 0.9,
      )
      return {
        swde: figure(macroF1(all.own ?? [])),
        words: figure(macroF1(all.words ?? [])),
        removed: share(givenOf(all.removed ?? []), all.removed?.length ?? 0),
        strange: share(givenOf(all.strange ?? []), all.strange?.length ?? 0),
        title: rightOf('title'),
        author: rightOf('author'),
        date: rightOf('published'),
        sure: share(sure.filter(({ isRight }) => isRight).length, sure.length),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

const train = async (data: string, keep: string, say: (line: string) => void) => {
  say('training on what is left')
  const args = ['bench/train/main.ts', 'ranker', '--data', data, '--dry', '--keep', keep]
  await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
}

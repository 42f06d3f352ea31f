import { parsePage } from '../src/page/html/parse-page.ts'
import { fillSchema } from '../src/products/extract/embedded/fill.ts'
import { shipped } from '../src/products/extract/embedded/state/learned.ts'
import { compileSchema } from '../src/products/extract/schema/compile.ts'
import { openPage } from '../src/products/extract/source/open-page.ts'
import { defineBench, figure } from './harness/bench.ts'
import { judgeAnswer, readTasks, type Task, type TaskVerdict } from './support/task-verdicts.ts'
import { readHtml, readTruth } from './support/wcxb.ts'

/** The readers by the names that they write into their sources. */
const readers = [
  ...['markup', 'neighbour', 'link', 'owner', 'trail', 'ranker', 'byline', 'heading', 'contact'],
  ...['currency', 'total', 'figure', 'statement', 'tab'],
  ...['pageParts', 'markupList', 'labelledLine', 'namedList', 'toldList'],
  ...['parts', 'items', 'regions', 'first', 'map'],
]

export const bench = defineBench({
  name: 'ablation',
  part: 'Extract',
  title:
    'What each reader of the embedded extractor adds on tasks whose errors nobody has read: with it and without it',
  minutes: 6,
  needs: { data: ['wcxb/truth.jsonl.gz'] },
  rows: Object.fromEntries(
    readers.map(name => [
      name,
      {
        what: `values that are right by the reader “${name}”`,
        ...(name === readers[0] && {
          note: 'Only tasks in which the reader found something are run again without it. Wrong counts what it gives for fields that the page does not answer, too. A reader that is not right three times as often as wrong on several hundred tasks should go.',
        }),
      },
    ]),
  ),
  measure: async ({ data, sample }) => {
    const pages = new Map(readTruth(data('wcxb')).map(page => [page.id, page]))
    const added = new Map(readers.map(name => [name, { tasks: 0, right: 0, wrong: 0 }]))
    const tasks = readTasks(new URL('./tasks/unread.jsonl', import.meta.url))
    for (const task of tasks.filter((_, at) => at % sample === 0)) {
      const url = pages.get(task.id)?.url
      const run = url && runnerOf(task, readHtml(data('wcxb'), task.id), url)
      if (!run) continue
      const whole = run(new Set())
      for (const name of whole.spoke) {
        const sum = added.get(name)
        if (!sum) throw new Error(`bench/ablation.ts does not know the reader ${name}.`)
        const { verdicts } = run(new Set([name]))
        sum.tasks++
        sum.right += count(whole.verdicts, 'right') - count(verdicts, 'right')
        sum.wrong += count(whole.verdicts, 'wrong', 'given') - count(verdicts, 'wrong', 'given')
      }
    }
    return Object.fromEntries(
      [...added].map(([name, { tasks: spoken, right, wrong }]) => [
        name,
        figure(right, `${right} right, ${wrong} wrong, in ${spoken} tasks`),
      ]),
    )
  },
})

const count = (all: TaskVerdict[], ...kinds: TaskVerdict['verdict'][]) =>
  all.filter(({ verdict }) => kinds.includes(verdict)).length

/** Answers one task as often as asked; undefined for a page without text. */
const runnerOf = (task: Task, html: string, url: string) => {
  const compiled = compileSchema(task.schema)
  try {
    const page = openPage(parsePage(html), { url, onlyMainContent: false })
    return (without: ReadonlySet<string>) => {
      const { data, sources } = fillSchema(page, compiled, shipped, without)
      const answer = { data: Object(data), inMarkup: () => false }
      return {
        verdicts: judgeAnswer(task, answer),
        spoke: new Set([...sources.values()].flatMap(({ reader }) => reader ?? [])),
      }
    }
  } catch {
    return undefined
  }
}

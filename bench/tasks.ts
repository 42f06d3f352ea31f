import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { judgeTask, readTasks, type TaskVerdict } from './support/task-verdicts.ts'
import { readTruth } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'tasks',
  part: 'Extract',
  title:
    'What developers want of real pages, without a model: schemas as they would write them, truths that readers found on the page',
  minutes: 2,
  needs: { data: ['wcxb/truth.jsonl.gz'] },
  rows: {
    right: {
      what: 'tasks whose errors nobody has read: right',
      unit: '%',
      limit: atLeast(45),
      note: 'Written from the text of pages of all types by readers who knew nothing of the code: five to eight fields each, in many styles and some languages, among them figures that stand only in sentences, lists of records, and one or two fields that the page does not answer. A list is right with an F1 over 0.8 over all members of all entries, and half right from 0.3.',
    },
    half: { what: 'the same, lists that are half right', unit: '%' },
    wrong: { what: 'the same, something else', unit: '%' },
    missing: { what: 'the same, nothing', unit: '%' },
    lists: { what: 'the same, mean F1 of lists' },
    absent: {
      what: 'the same, fields that the page does not answer: something is given',
      unit: '%',
      limit: atMost(10),
    },
    marked: {
      what: 'of what is given there, only by the page’s markup',
      unit: '%',
      note: 'The writers of the tasks read what a page shows, not its markup, so some of it is true.',
    },
    known: {
      what: 'tasks after whose errors rules were written: right',
      unit: '%',
      note: 'Before these rules 27 to 48 % were right and 11 to 17 % wrong: sets differ, since pages of shops are easier than those of forums, services and documents.',
    },
    knownWrong: { what: 'of those, something else', unit: '%' },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const pages = new Map(readTruth(data('wcxb')).map(page => [page.id, page]))
    const judgeAll = (name: string): TaskVerdict[] =>
      readTasks(new URL(`./tasks/${name}.jsonl`, import.meta.url))
        .filter((_, at) => at % sample === 0)
        .flatMap(task => {
          const page = pages.get(task.id)
          return page ? judgeTask(data('wcxb'), page, task) : []
        })
    const known = judgeAll('read')
    if (verbose)
      for (const { task, path, verdict, wanted, found } of known)
        if (verdict !== 'right' && verdict !== 'silent')
          say(`${task} ${path}: ${verdict}, ${JSON.stringify(wanted)} → ${JSON.stringify(found)}`)
    const unread = judgeAll('unread')
    const count = (all: TaskVerdict[], ...kinds: TaskVerdict['verdict'][]) =>
      all.filter(({ verdict }) => kinds.includes(verdict)).length
    const there = (all: TaskVerdict[]) => count(all, 'right', 'half', 'wrong', 'missing')
    const lists = unread.flatMap(({ f1 }) => f1 ?? [])
    return {
      right: share(count(unread, 'right'), there(unread)),
      half: share(count(unread, 'half'), there(unread)),
      wrong: share(count(unread, 'wrong'), there(unread)),
      missing: share(count(unread, 'missing'), there(unread)),
      lists: figure(lists.reduce((sum, f1) => sum + f1, 0) / Math.max(1, lists.length)),
      absent: share(count(unread, 'given'), count(unread, 'given', 'silent')),
      marked: share(
        unread.filter(({ verdict, isOfMarkup }) => verdict === 'given' && isOfMarkup).length,
        count(unread, 'given'),
      ),
      known: share(count(known, 'right'), there(known)),
      knownWrong: share(count(known, 'wrong'), there(known)),
    }
  },
})

import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import type { Answers } from './model/answers.ts'
import { replayAll, type Sums, sumsOf } from './model/replay.ts'
import { readJsonLines, readTasks } from './support/task-verdicts.ts'

const readers =
  'Schemas of developers for pages of all types, with truths that readers wrote from the page, and answers that other readers gave to the recorded prompts in a model’s place; both knew nothing of the code. The answers go through the route as a model’s would.'

export const bench = defineBench({
  name: 'model',
  part: 'Extract',
  title: 'With a careful reader in the model’s place: what becomes of the answer on its way',
  minutes: 4,
  needs: { data: ['wcxb/truth.jsonl.gz'] },
  rows: {
    right: {
      what: 'tasks whose results nobody has read: values of the truth that are right',
      unit: '%',
      note: `${readers} What is missing was mostly not in the prompt: pages that say it in pictures, or that were stored before their scripts ran.`,
    },
    wrong: { what: 'the same, something else, or a value that the page does not have', unit: '%' },
    missing: { what: 'the same, nothing', unit: '%' },
    takenOut: {
      what: 'of what the reader had right: taken out on the way',
      unit: '%',
      limit: atMost(2),
    },
    yesNo: {
      what: 'of the booleans that the reader had right: kept',
      unit: '%',
      limit: atLeast(95),
    },
    named: {
      what: 'of the right values: named as doubtful',
      unit: '%',
      limit: atMost(3),
    },
    sentence: { what: 'of the right values: told as said only in a sentence', unit: '%' },
    calls: { what: 'calls of the model for each page' },
    chars: {
      what: 'characters sent, of those of the whole page’s Markdown',
      unit: '%',
      limit: atMost(50),
    },
    knownRight: { what: 'tasks whose results were read: right', unit: '%' },
    knownTakenOut: { what: 'of what the reader had right there: taken out', unit: '%' },
    knownNamed: { what: 'of the right values there: named as doubtful', unit: '%' },
  },
  measure: async ({ data, sample }) => {
    const sumsFor = async (half: string): Promise<Sums> => {
      const at = (file: string) => new URL(`./model/${half}/${file}`, import.meta.url)
      const tasks = readTasks(at('tasks.jsonl')).filter((_, nth) => nth % sample === 0)
      return sumsOf(await replayAll(data('.'), tasks, readJsonLines<Answers>(at('answers.jsonl'))))
    }
    const fresh = await sumsFor('unopened')
    const known = await sumsFor('open')
    return {
      right: share(fresh.right, fresh.truths),
      wrong: share(fresh.wrong, fresh.truths),
      missing: share(fresh.missing, fresh.truths),
      takenOut: share(fresh.takenOut, fresh.readRight),
      yesNo: share(fresh.yesNoReadRight - fresh.yesNoTakenOut, fresh.yesNoReadRight),
      named: share(fresh.namedWrongly, fresh.right),
      sentence: share(fresh.inSentence, fresh.right),
      calls: figure(fresh.calls / fresh.pages),
      chars: share(fresh.chars, fresh.markdownChars),
      knownRight: share(known.right, known.truths),
      knownTakenOut: share(known.takenOut, known.readRight),
      knownNamed: share(known.namedWrongly, known.right),
    }
  },
})

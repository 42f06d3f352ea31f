import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mergeAnswers } from '../../src/products/extract/model/merge.ts'
import { restore } from '../../src/products/extract/model/restore.ts'
import { unwrap } from '../../src/products/extract/model/unwrap.ts'
import { compileSchema } from '../../src/products/extract/schema/compile.ts'
import { readFields } from '../../src/products/extract/schema/fields.ts'
import { readTasks } from '../support/task-verdicts.ts'
import { type Answers, collectAnswers, replyWith } from './answers.ts'
import { type ModelTask, scoreAnswer, type Verdict } from './score.ts'
import { openSession, type Session } from './session.ts'

/** What became of one reader's answer on its way to the caller. */
export type Replayed = {
  id: string
  /** Of what the caller gets. */
  verdicts: Verdict[]
  /** Right in the reader's answer, and not in what the caller gets. */
  takenOut: Verdict[]
  /** Right in the reader's answer. */
  readRight: Verdict[]
  /** Told as said only in a sentence. */
  inSentence: Verdict[]
  /** Values of the caller's that the warning names as doubtful. */
  named: Verdict[]
  /** Named without a pointer ("and 3 more"). */
  namedMore: number
  warning: string
  calls: number
  chars: number
  markdownChars: number
}

/** `model replay`: scores what readers answered, and stores it as a fixture where a folder is given. */
export const replay = async ({
  data,
  tasks: file,
  answers: folder,
  out,
  verbose,
}: {
  data: string
  tasks: string
  answers: string
  out: string | undefined
  verbose: boolean
}) => {
  const tasks = readTasks(pathToFileURL(file))
  const answers = collectAnswers(
    folder,
    tasks.map(({ id }) => id),
  )
  if (out) {
    mkdirSync(out, { recursive: true })
    writeFileSync(join(out, 'tasks.jsonl'), readFileSync(file))
    writeFileSync(
      join(out, 'answers.jsonl'),
      `${answers.map(one => JSON.stringify(one)).join('\n')}\n`,
    )
  }
  const replayed = await replayAll(data, tasks, answers)
  if (verbose) for (const one of replayed) for (const line of missesOf(one)) console.log(line)
  console.log(sumsOf(replayed))
}

export const replayAll = async (
  data: string,
  tasks: readonly ModelTask[],
  answers: readonly Answers[],
): Promise<Replayed[]> => {
  const session = await openSession(data)
  const known = new Map(answers.map(one => [one.id, one]))
  const replayed: Replayed[] = []
  try {
    for (const task of tasks) {
      const given = known.get(task.id)
      if (given?.parts.length) replayed.push(await replayTask(session, task, given))
    }
  } finally {
    await session.close()
  }
  return replayed
}

const replayTask = async (session: Session, task: ModelTask, given: Answers): Promise<Replayed> => {
  const { json, requests } = await session.extract(task, replyWith(given))
  const verdicts = scoreAnswer(task, json.data ?? {})
  const right = new Set(verdicts.flatMap(({ is, path }) => (is === 'right' ? path : [])))
  const read = scoreAnswer(task, asGiven(task, given))
  const warning = json.warning ?? ''
  const namedIn = (said: readonly string[]) => {
    const pointers = new Set(said.flatMap(one => one.match(/(?<=[ ,])\/[^\s,]+/g) ?? []))
    return verdicts.filter(({ pointer }) => pointer !== undefined && pointers.has(pointer))
  }
  return {
    id: task.id,
    verdicts,
    readRight: read.filter(({ is }) => is === 'right'),
    takenOut: read.filter(({ is, path }) => is === 'right' && !right.has(path)),
    named: namedIn(doubts(warning)),
    inSentence: namedIn(warning.match(/Said only in a sentence: .*/) ?? []),
    namedMore: doubts(warning)
      .map(said => Number(/ and (\d+) more$/.exec(said)?.[1] ?? 0))
      .reduce((sum, one) => sum + one, 0),
    warning,
    calls: requests.length,
    chars: requests.reduce((sum, { system, user }) => sum + system.length + user.length, 0),
    markdownChars: await session.markdownChars(task, false),
  }
}

/** The sentences of a warning that name values as doubtful. */
const doubts = (warning: string): string[] =>
  warning
    .split(/\.(?: |$)/)
    .filter(said => /^(?:Doubtful|Only in the page|Other than what)/.test(said))

/** The reader's answer in the shape of the schema, with nothing taken out. */
const asGiven = ({ schema }: ModelTask, { parts }: Answers): unknown => {
  const root = readFields(compileSchema(schema).schema)
  return restore(root, mergeAnswers(parts.map(({ answer }) => unwrap(root, answer)))).data
}

const missesOf = ({ id, verdicts, takenOut, named, warning }: Replayed): string[] => [
  ...verdicts
    .filter(({ is }) => is !== 'right')
    .map(
      ({ is, path, value, truth }) =>
        `${id} ${is} ${path}: ${JSON.stringify(truth)} → ${JSON.stringify(value)}`,
    ),
  ...takenOut.map(({ path, value }) => `${id} taken out ${path}: ${JSON.stringify(value)}`),
  ...(named.length > 0 ? [`${id} ${warning}`] : []),
]

export type Sums = ReturnType<typeof sumsOf>

export const sumsOf = (replayed: readonly Replayed[]) => {
  const verdicts = replayed.flatMap(one => one.verdicts)
  const readRight = replayed.flatMap(one => one.readRight)
  const takenOut = replayed.flatMap(one => one.takenOut)
  const named = replayed.flatMap(one => one.named)
  const count = (all: readonly Verdict[], is: Verdict['is']) =>
    all.filter(one => one.is === is).length
  const sum = (part: (one: Replayed) => number) =>
    replayed.reduce((total, one) => total + part(one), 0)
  const isYesNo = ({ truth }: Verdict) => typeof truth === 'boolean'
  return {
    pages: replayed.length,
    /** Values that the readers of the pages found. */
    truths: verdicts.filter(({ truth }) => truth !== undefined).length,
    right: count(verdicts, 'right'),
    wrong: count(verdicts, 'wrong'),
    missing: count(verdicts, 'missing'),
    readRight: readRight.length,
    takenOut: takenOut.length,
    inSentence: sum(one => one.inSentence.length),
    namedWrongly: count(named, 'right') + sum(one => one.namedMore),
    namedRightly: count(named, 'wrong'),
    yesNoReadRight: readRight.filter(isYesNo).length,
    yesNoTakenOut: takenOut.filter(isYesNo).length,
    calls: sum(one => one.calls),
    chars: sum(one => one.chars),
    markdownChars: sum(one => one.markdownChars),
  }
}

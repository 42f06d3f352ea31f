import { readFileSync } from 'node:fs'
import { parsePage } from '../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../src/products/extract/source/open-page.ts'
import { readHtml, type TruthPage } from './wcxb.ts'

/** What a developer wants of a page, and what a careful reader finds there. */
export type Task = {
  /** The page, in WCXB. */
  id: string
  schema: Schema
  truth: Record<string, unknown>
  /** Other answers that are right too. */
  accept?: Record<string, unknown>
  /** Asked for, and not said by the page. */
  absent?: string[]
}

type Schema = { properties?: Record<string, Schema> } & Record<string, unknown>

export type TaskVerdict = {
  task: string
  path: string
  /** `half`: a list with an F1 from 0.3 to 0.8. `given`: though the page does not say it. */
  verdict: 'right' | 'half' | 'wrong' | 'missing' | 'given' | 'silent'
  /** Of a list. */
  f1?: number
  /** Given, and only by the page's markup, which the writers of the tasks did not see. */
  isOfMarkup?: boolean
  wanted: unknown
  found: unknown
}

export const readTasks = (file: URL): Task[] => readJsonLines(file)

export const readJsonLines = <T>(file: URL): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T)

/** As the route answers a caller who sends the page's address and the schema. */
export const judgeTask = (folder: string, { url }: TruthPage, task: Task): TaskVerdict[] =>
  judgeAnswer(task, answerOf(readHtml(folder, task.id), url, task.schema))

export const judgeAnswer = (task: Task, { data: found, inMarkup }: Answer): TaskVerdict[] => {
  const verdicts: TaskVerdict[] = []
  for (const [name, wanted] of Object.entries(task.truth)) {
    const others = [task.accept?.[name] ?? []].flat()
    judge(verdicts, { task: task.id, path: name }, wanted, found[name], others)
  }
  for (const name of task.absent ?? []) {
    const verdict = isNothing(found[name]) ? 'silent' : 'given'
    verdicts.push({
      ...{ task: task.id, path: name, verdict, wanted: undefined, found: found[name] },
      isOfMarkup: inMarkup(name),
    })
  }
  return verdicts
}

type Answer = { data: Record<string, unknown>; inMarkup: (name: string) => boolean }

const answerOf = (html: string, url: string, schema: Schema): Answer => {
  try {
    const page = openPage(parsePage(html), { url, onlyMainContent: false })
    const { data, evidence } = answerWithoutModel(page, { schema, prompt: undefined })
    const inMarkup = (name: string) =>
      /^(?:json-ld|microdata|rdfa|meta) /.test(evidence[`/${name}`]?.source ?? '')
    return { data: data as Record<string, unknown>, inMarkup }
  } catch {
    // A page without text: an error, and nothing found.
    return { data: {}, inMarkup: () => false }
  }
}

const judge = (
  verdicts: TaskVerdict[],
  at: { task: string; path: string },
  wanted: unknown,
  found: unknown,
  others: unknown[],
) => {
  if (Array.isArray(wanted)) {
    const f1 = f1Of(wanted, Array.isArray(found) ? found : [])
    const some = f1 > 0.8 ? 'right' : f1 < 0.3 ? 'wrong' : 'half'
    verdicts.push({ ...at, verdict: isNothing(found) ? 'missing' : some, f1, wanted, found })
  } else if (isObject(wanted)) {
    for (const [name, value] of Object.entries(wanted)) {
      const inner = isObject(found) ? found[name] : undefined
      judge(verdicts, { ...at, path: `${at.path}.${name}` }, value, inner, [])
    }
  } else {
    const isRight = [wanted, ...others].some(one => isSame(found, one))
    const verdict = isNothing(found) ? 'missing' : isRight ? 'right' : 'wrong'
    verdicts.push({ ...at, verdict, wanted, found })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isNothing))

/** Of all members of all entries; each entry that is found stands for the one that it is most like. */
const f1Of = (wanted: unknown[], found: unknown[]): number => {
  const left = new Set(found)
  let right = 0
  for (const entry of wanted) {
    const best = [...left]
      .map(one => ({ one, alike: alikeness(entry, one) }))
      .reduce((top, next) => (next.alike > top.alike ? next : top), {
        one: undefined as unknown,
        alike: 0,
      })
    if (best.alike === 0) continue
    left.delete(best.one)
    right += best.alike
  }
  const [due, given] = [wanted, found].map(all =>
    all.reduce<number>((sum, one) => sum + sizeOf(one), 0),
  )
  const precision = given ? right / given : 0
  const recall = due ? right / due : 0
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0
}

const alikeness = (wanted: unknown, found: unknown): number => {
  if (!isObject(wanted)) return Number(isSame(found, wanted))
  if (!isObject(found)) return 0
  return Object.keys(wanted).filter(name => isSame(found[name], wanted[name])).length
}

const sizeOf = (entry: unknown): number =>
  isObject(entry) ? Object.values(entry).filter(value => !isNothing(value)).length : 1

export const isSame = (found: unknown, wanted: unknown): boolean => {
  if (isNothing(found)) return false
  if (typeof wanted === 'number' || typeof wanted === 'boolean') return found === wanted
  if (Array.isArray(wanted)) return Array.isArray(found) && f1Of(wanted, found) > 0.8
  const [a, b] = [plain(found), plain(wanted)]
  if (a === b) return true
  if (/^https?:/.test(String(wanted))) return address(found) === address(wanted)
  const words = b.split(' ')
  // Of a long text nearly all words, and few others.
  const said = new Set(a.split(' '))
  const shared = words.filter(word => said.has(word)).length
  return words.length > 12 && shared / words.length > 0.85 && shared / a.split(' ').length > 0.6
}

const plain = (value: unknown): string =>
  String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')

const address = (value: unknown): string => String(value).replace(/^https?:\/\/|\/$/g, '')

import { parsePage } from '../../page/html/parse-page.ts'
import type { Lesson } from '../../page/taught/learn.ts'
import type { TaughtList, TaughtReader } from '../../page/taught/reader.ts'
import { compileSchema } from '../extract/schema/compile.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import { withValue } from '../extract/taught/parts.ts'
import { readByReader, type Taught } from '../extract/taught/read.ts'
import { isSameValue } from './compare.ts'
import { valueAt } from './example-data.ts'
import { type LabelledPage, type SourcePage, teachReader } from './learn-task.ts'
import type { Gate } from './store.ts'

/** A page of the new template, with what was known of its address before, or what a model says. */
export type ChangedPage = SourcePage & { known?: unknown; said?: unknown }

export type Repaired = {
  lesson: Lesson
  gate: Gate
  /** Whether it may be used without asking anybody. */
  passes: boolean
  /** Whether flags are gone, or most of them. */
  helps: boolean
  /** Fields that it still does not find on most of the pages. */
  lost: string[]
}

/**
 * In a thread: from pages on which the old rules still agree, and from values that were known
 * before, rules for the changed template; and what the new ones say beside the old ones.
 */
export const repairReader = (task: {
  schema: JsonSchema | boolean
  current: TaughtReader
  pages: readonly ChangedPage[]
  /** The examples it was taught by. */
  kept: readonly LabelledPage[]
}): Repaired | undefined => {
  const { schema } = compileSchema(task.schema)
  const fields = Object.keys(task.current.fields)
  const all = [...fields, ...Object.keys(task.current.lists)]
  const read = (page: SourcePage, reader: TaughtReader): Taught =>
    readByReader({ document: parsePage(page.source), url: page.url }, schema, reader)
  const before = task.pages.map(page => read(page, task.current))
  const found = fields.filter(field => {
    const pages = before.filter(({ data }) => valueAt(data, field) !== undefined).length
    return pages > 0 && pages * 2 >= (task.current.fields[field]?.seen ?? 1) * before.length
  })
  const labelled = task.pages.map((page, at) =>
    labelsOf(page, before[at] as Taught, task.current, found),
  )
  const taught = mostTelling(labelled.map((label, at) => ({ ...label, at })))
  if (taught.length < fewestExamples) return undefined
  const isTaught = new Set(taught.map(({ at }) => at))
  const lesson = teachReader({
    schema: task.schema,
    examples: taught.map(({ at, data }) => ({
      ...{ ...(task.pages[at] as ChangedPage), data, isByModel: true },
    })),
    others: task.pages.filter((_, at) => !isTaught.has(at)).slice(0, maxOthers),
  })
  // What nobody knows on the new pages is still looked for where it was.
  const lists = { ...task.current.lists, ...lesson.reader.lists }
  // What it learned from has rows: that says nothing of how many pages have some.
  for (const [pointer, { seen = 0 }] of Object.entries(task.current.lists))
    lists[pointer] = { ...(lists[pointer] as TaughtList), seen }
  lesson.reader = {
    ...{ ...lesson.reader, lists },
    fields: { ...task.current.fields, ...lesson.reader.fields },
  }
  const after = task.pages.map(page => read(page, lesson.reader))
  const gate = gateOf(task.pages, before, after, all)
  const isKeptAlike = task.kept.every(example =>
    saysTheSame(example, [read(example, task.current), read(example, lesson.reader)], all),
  )
  const { pages, flagsBefore, flagsAfter, differ } = gate
  return {
    ...{ lesson, gate },
    lost: all.filter(
      field =>
        after.filter(({ flagged }) => flagged[field]?.includes('missing')).length * 2 > pages,
    ),
    passes: pages >= fewestPages && differ.length === 0 && flagsAfter <= flagsBefore && isKeptAlike,
    helps: flagsAfter <= Math.max(flagsBefore / 2, 0.1 * pages * all.length),
  }
}

const maxExamples = 5
const maxOthers = 8
const fewestExamples = 2
const fewestPages = 5

type Label = { data: unknown; count: number; absent: readonly string[] }

/**
 * The pages of which most is known, and among them one that lacks what others have: by pages that
 * all have a field alone, nobody learns to say that there is none.
 */
const mostTelling = <T extends Label>(pages: readonly T[]): T[] => {
  const left = pages.filter(({ count }) => count > 0)
  const chosen: T[] = []
  const lacking = new Set<string>()
  const worth = ({ count, absent }: T) => count + absent.filter(one => !lacking.has(one)).length * 2
  while (chosen.length < maxExamples && left.length > 0) {
    const best = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(best), 1)
    chosen.push(best)
    for (const field of best.absent) lacking.add(field)
  }
  return chosen
}

/** What may be taken for true on a changed page. */
const labelsOf = (
  page: ChangedPage,
  { data: read, evidence, flagged }: Taught,
  { fields, lists }: TaughtReader,
  /** Fields that are still found on other pages: then not finding them says that they are absent. */
  found: readonly string[],
): Label => {
  if (page.said !== undefined)
    return { data: page.said, count: Object.keys(fields).length + 1, absent: [] }
  let data: unknown = {}
  let count = 0
  const absent: string[] = []
  const add = (pointer: string, value: unknown) => {
    data = withValue(data, pointer, value)
    count++
  }
  const fits = Object.keys(fields).filter(pointer => {
    const value = valueAt(page.known, pointer)
    return value !== undefined && value !== null && isOnPage(page.source, value)
  })
  for (const pointer of Object.keys(fields)) {
    const flags = flagged[pointer] ?? []
    const value = valueAt(read, pointer)
    const isAgreed = value !== undefined && flags.every(flag => flag === 'weak')
    const isSure = isAgreed && (flags.length === 0 || (evidence[pointer]?.by?.length ?? 0) > 1)
    if (isSure) add(pointer, value)
    // A price may have changed since; names, numbers and codes rarely do.
    else if (fits.length >= fewestKnown && fits.includes(pointer))
      add(pointer, valueAt(page.known, pointer))
    else if (isAgreed) add(pointer, value)
    else if (value === undefined && flags.length === 0 && found.includes(pointer)) {
      data = withValue(data, pointer, null)
      absent.push(pointer)
    }
  }
  for (const pointer of Object.keys(lists)) {
    const rows = [
      valueAt(read, pointer),
      fits.length >= fewestKnown && valueAt(page.known, pointer),
    ]
    const given = rows.find(one => Array.isArray(one) && one.length > 1)
    if (given) add(pointer, given)
  }
  return { data, count, absent }
}

const fewestKnown = 3

/** Whether its words are there at all; learning looks for the very place. */
const isOnPage = (source: string, value: unknown): boolean => {
  if (typeof value !== 'number')
    return typeof value === 'object' || source.includes(String(value).slice(0, 40))
  // 1037.5 is “1,037.50” on one page and “1 037,5” on another.
  return source.replace(/[\s.,'’](?=\d)/g, '').includes(String(value).replace('.', ''))
}

const gateOf = (
  pages: readonly SourcePage[],
  before: readonly Taught[],
  after: readonly Taught[],
  fields: readonly string[],
): Gate => {
  const gate: Gate = { pages: pages.length, flagsBefore: 0, flagsAfter: 0, differ: [] }
  for (const [at, { url }] of pages.entries()) {
    const [old, now] = [before[at] as Taught, after[at] as Taught]
    gate.flagsBefore += flagsOf(old, fields)
    gate.flagsAfter += flagsOf(now, fields)
    for (const field of fields) {
      if (old.isOther || old.flagged[field]) continue
      const values = { before: valueAt(old.data, field), after: valueAt(now.data, field) }
      if (values.before !== undefined && !isSameValue(values.before, values.after))
        gate.differ.push({ url, field, ...values })
    }
  }
  return { ...gate, differ: gate.differ.slice(0, maxDiffer) }
}
const maxDiffer = 50

const flagsOf = ({ flagged, isOther }: Taught, fields: readonly string[]): number =>
  isOther ? fields.length : fields.filter(field => flagged[field]).length

/** An example of the old template is still read by the old rules, while both are live. */
const saysTheSame = (
  { data }: LabelledPage,
  [old, now]: [Taught, Taught],
  fields: readonly string[],
): boolean =>
  fields.every(field => {
    const taught = valueAt(data, field)
    if (taught === undefined || taught === null) return true
    return [old, now].some(({ data: read }) => isSameValue(valueAt(read, field), taught))
  })

import { AppError } from '../../kit/errors.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { readAtoms } from '../../page/taught/atoms.ts'
import { indexPage } from '../../page/taught/index-page.ts'
import {
  type Absent,
  type Example,
  findAbsent,
  type Lesson,
  learnReader,
  meantKinds,
  type TaughtKinds,
} from '../../page/taught/learn.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import { findRows, textsOfRows } from '../../page/taught/rows.ts'
import { compileSchema } from '../extract/schema/compile.ts'
import { readFields } from '../extract/schema/fields.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import { taughtKinds } from '../extract/taught/kinds.ts'
import { readByReader, type Taught } from '../extract/taught/read.ts'
import { checkData, examplesFrom, onlyOf, withinLimits } from './example-data.ts'
import { notRowsIn, readMarks } from './marks.ts'

export type SourcePage = { url: string; source: string }
export type LabelledPage = SourcePage & {
  data: unknown
  marks?: Marks | undefined
  /** A model said so: what cannot be learned of it is left out, and is nobody’s slip. */
  isByModel?: boolean | undefined
}
/**
 * By JSON Pointer, into entries of lists too: a text of the page, a part of it, or all texts of an
 * element. Entries that are numbered from -1 down look like rows and are none.
 */
export type Marks = Readonly<Record<string, Mark>>
export type Mark = { text: number; to?: number; start?: number; end?: number }

type Teaching = {
  schema: JsonSchema | boolean
  examples: readonly LabelledPage[]
  /** How many of them the caller has just given: the first ones. All unless given. */
  fresh?: number
  /** Fields that stay with the model. */
  without?: readonly string[]
  /** Of a reader that a model taught, what it knows so far: only a person teaches it more. */
  known?: readonly string[] | undefined
}

/** In a thread: from pages with known values to rules. */
export const teachReader = (
  task: Teaching & { others: readonly SourcePage[] },
): Lesson & { data: unknown[] } => {
  const { kinds, marked, examples } = openExamples(task)
  const outcome = learnReader(kinds, examples, task.others.map(opened))
  if (outcome.is === 'absent') throw absentRefusal(outcome.absent, task.examples)
  return { ...outcome.lesson, data: marked.map(({ data }) => data) }
}

/** In a thread: refuses examples of a file that a reader could not learn from again. */
export const checkFileExamples = (task: Teaching): void => {
  const { kinds, examples } = openExamples(task)
  const pages = examples.map(({ root, url }) => indexPage(root, url))
  const absent = findAbsent(meantKinds(kinds, examples, pages), examples, pages)
  if (absent) throw absentRefusal(absent, task.examples)
}

const openExamples = (task: Teaching) => {
  const root = readFields(compileSchema(task.schema).schema)
  const kinds = withoutFields(taughtKinds(root), task.without ?? [])
  checkData(root, task.examples.slice(0, task.fresh))
  const marked = task.examples.map((example, at) => readMarks(kinds, example, at))
  const said = examplesFrom(kinds, marked, task.fresh)
  const given = withinLimits(
    said.map((one, at) => (marked[at]?.isByModel && task.known ? onlyOf(one, task.known) : one)),
    marked.some(({ isByModel }) => isByModel),
  )
  const examples: Example[] = given.map((values, at) => ({
    ...values,
    ...opened(task.examples[at] as SourcePage),
    marks: new Map(
      Object.entries(task.examples[at]?.marks ?? {}).map(([field, { text }]) => [field, text]),
    ),
    notRows: notRowsIn(task.examples[at]?.marks ?? {}),
    isLenient: task.examples[at]?.isByModel === true,
  }))
  return { kinds, marked, examples }
}

const withoutFields = (
  { fields, lists }: TaughtKinds,
  without: readonly string[],
): TaughtKinds => ({
  fields: new Map([...fields].filter(([pointer]) => !without.includes(pointer))),
  lists: new Map([...lists].filter(([pointer]) => !without.includes(pointer))),
})

const opened = ({ url, source }: SourcePage) => ({ url, root: parsePage(source).root })

const absentRefusal = (
  { field, example, value, nearest }: Absent,
  examples: readonly SourcePage[],
): AppError => {
  const said = JSON.stringify(value).slice(0, 200)
  const near = nearest ? ` The nearest text there is “${nearest}”.` : ''
  return new AppError(
    'example_value_absent',
    `Example ${example + 1} says that ${field} is ${said}, which is not on ${examples[example]?.url}.${near}`,
  )
}

type Try = { schema: JsonSchema | boolean; taught: TaughtReader; page: SourcePage }

/** In a thread: what a reader says of a page. */
export const tryReader = ({ schema, taught, page }: Try): Taught =>
  readByReader(
    { document: parsePage(page.source), url: page.url },
    compileSchema(schema).schema,
    taught,
  )

/** The same for somebody who looks at the page: which of its texts are rows, by list. */
export const previewReader = (
  task: Try,
): Taught & { rows: Record<string, [first: number, last: number][]> } => {
  const { root } = parsePage(task.page.source)
  const found = readAtoms(root, new Set())
  const rows = Object.entries(task.taught.lists).map(
    ([pointer, list]) => [pointer, textsOfRows({ found }, findRows(root, list))] as const,
  )
  return { ...tryReader(task), rows: Object.fromEntries(rows) }
}

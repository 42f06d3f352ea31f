import { AppError } from '../../kit/errors.ts'
import type { HtmlElement } from '../../page/html/html.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import type { FieldAnswer } from '../../page/taught/answer.ts'
import { readAtoms } from '../../page/taught/atoms.ts'
import { type Conversion, shownBy } from '../../page/taught/conversions.ts'
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
import { readTaught } from '../../page/taught/read.ts'
import type { FieldKind, TaughtReader } from '../../page/taught/reader.ts'
import { findRows, textsOfRows } from '../../page/taught/rows.ts'
import { compileSchema } from '../extract/schema/compile.ts'
import { readFields } from '../extract/schema/fields.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import { taughtKinds } from '../extract/taught/kinds.ts'
import { readByReader, type Taught } from '../extract/taught/read.ts'
import { checkData, examplesFrom, onlyOf, withinLimits } from './example-data.ts'
import { type Meant, notRowsIn, readMarks } from './marks.ts'

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
  const others = task.others.map(opened)
  const asked = kindsOf(task)
  const first = learnFrom(task, asked, others)
  if (first.unsure.size === 0 || others.length === 0) return first.lesson
  // The site may write 25/12/2011 elsewhere: then it says what was meant by 3/4/2011.
  const meant = shownOn(others, asked.kinds, first)
  return [...meant.values()].some(done => done.length > 0)
    ? learnFrom(task, asked, others, meant).lesson
    : first.lesson
}

const kindsOf = ({ schema, without = [] }: Teaching) => {
  const root = readFields(compileSchema(schema).schema)
  return { root, kinds: withoutFields(taughtKinds(root), without) }
}
type Asked = ReturnType<typeof kindsOf>

const learnFrom = (task: Teaching, asked: Asked, others: readonly Opened[], meant?: Meant) => {
  const { marked, unsure, examples } = openExamples(task, asked, meant)
  const outcome = learnReader(asked.kinds, examples, others)
  if (outcome.is === 'absent') throw absentRefusal(outcome.absent, task.examples)
  return { unsure, lesson: { ...outcome.lesson, data: marked.map(({ data }) => data) } }
}

const shownOn = (
  pages: readonly Opened[],
  kinds: TaughtKinds,
  { unsure, lesson }: ReturnType<typeof learnFrom>,
): Meant => {
  const meant = new Map([...unsure].map(kind => [kind, [] as Conversion[]]))
  for (const { root, url } of pages) {
    const { fields, lists } = readTaught(root, url, lesson.reader, kinds)
    const add = (kind: FieldKind | undefined, { quote }: FieldAnswer) =>
      kind && meant.get(kind)?.push(...shownBy(kind, quote, url))
    for (const [pointer, answer] of fields) add(kinds.fields.get(pointer), answer)
    for (const [pointer, rows] of lists)
      for (const row of rows)
        for (const [column, answer] of row) add(kinds.lists.get(pointer)?.get(column), answer)
  }
  return meant
}

/** In a thread: refuses examples of a file that a reader could not learn from again. */
export const checkFileExamples = (task: Teaching): void => {
  const asked = kindsOf(task)
  const { examples } = openExamples(task, asked)
  const pages = examples.map(({ root, url }) => indexPage(root, url))
  const absent = findAbsent(meantKinds(asked.kinds, examples, pages), examples, pages)
  if (absent) throw absentRefusal(absent, task.examples)
}

const openExamples = (task: Teaching, { root, kinds }: Asked, meant?: Meant) => {
  checkData(root, task.examples.slice(0, task.fresh))
  const { fresh = task.examples.length } = task
  const { marked, unsure } = readMarks(kinds, task.examples, fresh, meant)
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
  return { marked, unsure, examples }
}

const withoutFields = (
  { fields, lists }: TaughtKinds,
  without: readonly string[],
): TaughtKinds => ({
  fields: new Map([...fields].filter(([pointer]) => !without.includes(pointer))),
  lists: new Map([...lists].filter(([pointer]) => !without.includes(pointer))),
})

type Opened = { url: string; root: HtmlElement }
const opened = ({ url, source }: SourcePage): Opened => ({ url, root: parsePage(source).root })

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

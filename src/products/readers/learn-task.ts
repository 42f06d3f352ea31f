import { AppError } from '../../kit/errors.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import {
  type Absent,
  type Example,
  type Lesson,
  learnReader,
  type TaughtKinds,
} from '../../page/taught/learn.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import { compileSchema } from '../extract/schema/compile.ts'
import { readFields } from '../extract/schema/fields.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import { taughtKinds } from '../extract/taught/kinds.ts'
import { readByReader, type Taught } from '../extract/taught/read.ts'
import { checkNames, examplesFrom } from './example-data.ts'

export type SourcePage = { url: string; source: string }
export type LabelledPage = SourcePage & { data: unknown }

/** In a thread: from pages with known values to rules. */
export const teachReader = (task: {
  schema: JsonSchema | boolean
  examples: readonly LabelledPage[]
  others: readonly SourcePage[]
  /** The examples are a model’s answers. */
  isByModel?: boolean
  /** Fields that stay with the model. */
  without?: readonly string[]
}): Lesson => {
  const root = readFields(compileSchema(task.schema).schema)
  const kinds = withoutFields(taughtKinds(root), task.without ?? [])
  if (!task.isByModel) checkNames(root, task.examples)
  const given = examplesFrom(kinds, task.examples, task.isByModel)
  const examples: Example[] = given.map((values, at) => ({
    ...values,
    ...opened(task.examples[at] as SourcePage),
  }))
  const outcome = learnReader(kinds, examples, task.others.map(opened), task.isByModel)
  if (outcome.is === 'absent') throw absentRefusal(outcome.absent, task.examples)
  return outcome.lesson
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

/** In a thread: what a reader says of a page. */
export const tryReader = (task: {
  schema: JsonSchema | boolean
  taught: TaughtReader
  page: SourcePage
}): Taught =>
  readByReader(
    { document: parsePage(task.page.source), url: task.page.url },
    compileSchema(task.schema).schema,
    task.taught,
  )

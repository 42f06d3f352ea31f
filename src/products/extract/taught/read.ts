import { namesOfPointer } from '../../../kit/json-pointer.ts'
import { own } from '../../../kit/own.ts'
import type { FieldAnswer, Flag } from '../../../page/taught/answer.ts'
import { readTaught } from '../../../page/taught/read.ts'
import type { TaughtReader } from '../../../page/taught/reader.ts'
import type { Evidence } from '../grounding/evidence.ts'
import { firstFew } from '../grounding/notices.ts'
import type { ExtractOutcome } from '../grounding/outcome.ts'
import { compileSchema } from '../schema/compile.ts'
import { orEmpty } from '../schema/empty.ts'
import { type Field, readFields } from '../schema/fields.ts'
import type { JsonSchema } from '../schema/limits.ts'
import { prune } from '../schema/prune.ts'
import type { Page } from '../source/page.ts'
import { taughtKinds } from './kinds.ts'
import { openFields, withValue } from './parts.ts'

/** What a reader made of a page. */
export type Taught = {
  data: unknown
  evidence: Record<string, Evidence>
  /** Pointers of what it knows and the caller asks for. */
  asked: string[]
  /** Pointers of what it does not know, or did not find although the template always has it. */
  open: string[]
  flagged: Record<string, Flag[]>
  /** The page is of another template, so nothing of this is an answer. */
  isOther: boolean
}

export const readByReader = (
  page: Pick<Page, 'document' | 'url'>,
  schema: JsonSchema | boolean,
  reader: TaughtReader,
): Taught => {
  const root = readFields(schema)
  const kinds = taughtKinds(root)
  const { fields, lists, isOther } = readTaught(page.document.root, page.url, reader, kinds)
  const asked = [...fields.keys(), ...lists.keys()]
  const taught: Taught = { data: {}, evidence: {}, asked, open: [], flagged: {}, isOther }
  const add = (pointer: string, answer: FieldAnswer) => {
    if (answer.flags.length > 0) taught.flagged[pointer] = answer.flags
    if (answer.value === undefined) return
    taught.data = withValue(taught.data, pointer, whole(answer.value))
    taught.evidence[pointer] = evidenceOf(answer)
  }
  for (const [pointer, answer] of fields) add(pointer, answer)
  for (const [pointer, rows] of lists) {
    if (rows.length === 0 && reader.lists[pointer]?.seen === 1) {
      taught.flagged[pointer] = ['missing']
      continue
    }
    taught.data = withValue(taught.data, pointer, [])
    for (const [at, row] of rows.entries())
      for (const [column, answer] of row) add(`${pointer}/${at}${column}`, answer)
  }
  const isKnown = (pointer: string) => fields.has(pointer) || lists.has(pointer)
  taught.open = openFields(
    root,
    pointer => !isKnown(pointer) || (taught.flagged[pointer]?.includes('missing') ?? false),
  )
  return taught
}

/** A page may hold half of a surrogate pair, which many readers of JSON refuse. */
const whole = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value

const evidenceOf = ({ quote, by, confidence, flags }: FieldAnswer): Evidence => ({
  quote: quote.slice(0, maxQuote).toWellFormed(),
  ...{ by, confidence: Math.round(100 * confidence) / 100 },
  ...(flags.length > 0 && { doubtful: true as const }),
})
const maxQuote = 1_000

/** In a thread: a reader's values, those that somebody else gave for the rest, and the schema's word. */
export const finishTaught = (task: {
  schema: JsonSchema | boolean
  taught: Taught
  rest?: Pick<ExtractOutcome, 'data' | 'evidence' | 'warnings'> | undefined
}): ExtractOutcome => {
  const { taught, rest } = task
  const compiled = compileSchema(task.schema)
  const root: Field = readFields(compiled.schema)
  let { data } = taught
  const shown = new Map(Object.entries(taught.evidence))
  const filled: string[] = []
  for (const open of taught.open) {
    const given = Object.entries(rest?.evidence ?? {}).filter(([pointer]) =>
      `${pointer}/`.startsWith(`${open}/`),
    )
    if (given.length === 0) continue
    data = withValue(data, open, valueAt(rest?.data, open))
    for (const [pointer, evidence] of given) shown.set(pointer, evidence)
    filled.push(open)
  }
  const before = [...shown.keys()]
  const pruned = orEmpty(compiled, prune(compiled, root, data, shown))
  const refused = before.filter(pointer => !shown.has(pointer))
  return {
    ...pruned,
    evidence: Object.fromEntries(shown),
    // What neither found, both say.
    warnings: [...new Set([...(rest?.warnings ?? []), ...warningsOf(taught, filled, refused)])],
    needsModel: [],
  }
}

const valueAt = (data: unknown, pointer: string): unknown =>
  namesOfPointer(pointer).reduce(own, data)

const warningsOf = (
  { flagged, open }: Taught,
  filled: readonly string[],
  refused: readonly string[],
): string[] => {
  const withFlag = (...flags: Flag[]) =>
    Object.keys(flagged).filter(pointer => flagged[pointer]?.some(flag => flags.includes(flag)))
  const missing = open.filter(pointer => !filled.includes(pointer))
  return [
    ['The reader is not sure of', withFlag('weak', 'shape')],
    ['Its rules disagree about', withFlag('disagree')],
    ['Answered by the fallback', filled],
    ['Not found', missing],
    ['Refused by the schema and left out', refused],
  ].flatMap(([sentence, pointers]) =>
    pointers && pointers.length > 0 ? [`${sentence}: ${firstFew([...pointers])}.`] : [],
  )
}

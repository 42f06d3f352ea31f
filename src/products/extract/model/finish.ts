import { namesOfPointer } from '../../../kit/json-pointer.ts'
import { groundData } from '../grounding/data.ts'
import type { Doubt } from '../grounding/doubt.ts'
import { type Evidence, sureEnough } from '../grounding/evidence.ts'
import type { PageLines } from '../grounding/lines.ts'
import { firstFew } from '../grounding/notices.ts'
import type { ExtractOutcome } from '../grounding/outcome.ts'
import { type Grounded, indexPage, type PageIndex } from '../grounding/page-index.ts'
import { doubtBeside } from '../grounding/second-opinion.ts'
import { toEvidence } from '../grounding/to-evidence.ts'
import { type CompiledSchema, compileSchema } from '../schema/compile.ts'
import { orEmpty } from '../schema/empty.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { type Field, readFields } from '../schema/fields.ts'
import { prune } from '../schema/prune.ts'
import { asksJudgement, intentOf } from '../words/intent.ts'
import { fillEntries } from './fill-entries.ts'
import { fillIn, type Instead, type ShownValue, valueAt } from './instead.ts'
import { mergeAnswers } from './merge.ts'
import { maxEntries, restore } from './restore.ts'
import { isWrapped } from './strict.ts'
import { unwrap } from './unwrap.ts'

/**
 * In a thread: a model's answers as data. Every value is held against the page; what the page does
 * not show is taken out, and so is what the caller's schema refuses. A value that the schema
 * cannot do without then comes from the embedded extractor, alone.
 */
export const finishAnswers = (task: {
  page: PageLines
  spec: ExtractionSpec
  answers: unknown[]
  /** What the embedded extractor finds on the same page. */
  instead?: Instead | undefined
}): ExtractOutcome => {
  const { schema, prompt } = task.spec
  const compiled = compileSchema(schema ?? { type: 'object' })
  const root = readFields(compiled.schema)
  const ground = indexPage(task.page)
  const merged = mergeAnswers(task.answers.map(answer => unwrap(root, answer)))
  const wrapped = schema !== undefined && isWrapped(root)
  const { data, cited, cut } = restore(root, merged, { wrapped, url: task.page.url })
  // Without a schema the prompt is all that can ask for a judgement.
  const judges = schema === undefined && asksJudgement(prompt ?? '')
  const grounded = groundData(ground, root, data, { cited, judges })
  const shown = weigh({ ground, root, instead: task.instead }, grounded)
  const before = new Set(shown.keys())
  const pruned = settle(compiled, root, grounded.data, shown, task.instead)
  const refused = [...before].filter(pointer => !shown.has(pointer))
  const problems = [...pruned.problems]
  if (schema === undefined && shown.size === 0)
    problems.push({
      path: '',
      field: '',
      keyword: 'grounded',
      message: 'nothing of it is on the page',
    })
  return {
    data: pruned.data,
    evidence: Object.fromEntries([...shown].map(([at, { evidence }]) => [at, evidence])),
    warnings: [...cutNotice(cut), ...warningsOf(shown, grounded.dropped, refused)],
    problems,
    needsModel: [],
    dropped: [...grounded.dropped, ...refused],
  }
}

type Beside = { ground: PageIndex; root: Field; instead: Instead | undefined }

/** Each value that the page shows, with what else the page says against it. */
const weigh = (
  { ground, root, instead }: Beside,
  { data, evidence }: { data: unknown; evidence: Map<string, Grounded> },
): Map<string, ShownValue> => {
  const title = titleOf(root)
  const taken = [...evidence.keys()].flatMap(pointer => valueAt(data, pointer) ?? [])
  return new Map(
    [...evidence].map(([pointer, verdict]) => {
      const value = valueAt(data, pointer)
      const doubt = doubtBeside(ground, verdict, {
        field: fieldAt(root, pointer),
        value,
        other: isOneQuote(verdict, value, instead?.evidence[pointer])
          ? value
          : valueAt(instead?.data, pointer),
        isSure: (instead?.evidence[pointer]?.confidence ?? 1) >= sureEnough,
        taken,
        isTitle: pointer === title?.pointer,
      })
      const sentence = verdict.status === 'quoted' ? verdict.sentence : undefined
      return [pointer, { evidence: toEvidence(ground, verdict, doubt), doubt, sentence }]
    }),
  )
}

/** Both read the same words, and one of them writes a day as `2024-04-23`. */
const isOneQuote = (verdict: Grounded, value: unknown, other: Evidence | undefined): boolean =>
  typeof value === 'string' && verdict.status === 'quoted' && verdict.quote === other?.quote

/** Of single values; what stands in a list is said several times. */
const fieldAt = (root: Field, pointer: string): Field | undefined => {
  let field: Field | undefined = root
  for (const part of namesOfPointer(pointer))
    field = field?.properties.find(({ name }) => name === part)
  return field
}

/** The field that asks what the page is about, which its heading says. */
const titleOf = (root: Field): Field | undefined => {
  const [only, ...others] = root.properties
  const subject = only?.kind === 'object' && others.length === 0 ? only : root
  return subject.properties.find(field => field.kind === 'string' && intentOf(field) === 'title')
}

const settle = (
  compiled: CompiledSchema,
  root: Field,
  data: unknown,
  shown: Map<string, ShownValue>,
  instead: Instead | undefined,
) => {
  if (instead) fillEntries(root, data, shown, instead)
  const pruned = prune(compiled, root, data, shown)
  const filled = instead && fillIn(pruned.data, pruned.problems, shown, instead)
  return orEmpty(compiled, filled === undefined ? pruned : prune(compiled, root, filled, shown))
}

const cutNotice = (cut: readonly string[]): string[] =>
  cut.length > 0 ? [`Only the first ${maxEntries} entries were read: ${firstFew(cut)}.`] : []

const warningsOf = (
  shown: ReadonlyMap<string, ShownValue>,
  dropped: string[],
  refused: string[],
): string[] => {
  const warnings: string[] = []
  const pointers = (test: (one: ShownValue) => boolean | undefined) =>
    [...shown].flatMap(([pointer, one]) => (test(one) ? pointer : []))
  const judged = pointers(({ evidence }) => evidence.judged)
  const instead = pointers(({ isInstead }) => isInstead)
  if (dropped.length > 0)
    warnings.push(
      `The model’s values for ${firstFew(dropped)} are not on the page and were left out.`,
    )
  if (refused.length > 0)
    warnings.push(`The values for ${firstFew(refused)} do not follow the schema and were left out.`)
  if (instead.length > 0)
    warnings.push(`From the built-in extractor, because the model gave none: ${firstFew(instead)}.`)
  if (shown.size === 0 && warnings.length === 0)
    warnings.push('The model found nothing of what is asked for.')
  warnings.push(...doubtsOf(shown), ...sentencesOf(shown))
  if (judged.length > 0) warnings.push(`Judged by the model, not quoted: ${firstFew(judged)}.`)
  return warnings
}

/** What a caller should look at before trusting it. */
const doubtsOf = (shown: ReadonlyMap<string, ShownValue>): string[] =>
  sentences.flatMap(([doubt, sentence]) => {
    const pointers = [...shown].flatMap(([pointer, one]) => (one.doubt === doubt ? pointer : []))
    return pointers.length > 0 ? `${sentence}: ${firstFew(pointers)}.` : []
  })

/** With the sentence, so that a caller sees whose words they are. */
const sentencesOf = (shown: ReadonlyMap<string, ShownValue>): string[] => {
  const said = [...shown].filter(([, { doubt }]) => doubt === 'sentence')
  const few = said.map(([pointer, { sentence = '' }]) => `${pointer} (“${shortened(sentence)}”)`)
  return said.length > 0 ? [`Said only in a sentence: ${firstFew(few)}.`] : []
}

const shortened = (text: string) =>
  text.length > maxSentenceChars ? `${text.slice(0, maxSentenceChars)}…` : text
const maxSentenceChars = 120

const sentences: readonly [Doubt, string][] = [
  ['order', 'Doubtful, from lines that may speak to machines rather than to readers'],
  ['inside', 'Doubtful, because the page has another value where labels and headings name it'],
  ['label', 'Doubtful, because the page names it as another field'],
  ['unseen', 'Only in the page’s markup, not in what a reader sees'],
  ['heading', 'Other than what the page’s heading says'],
]

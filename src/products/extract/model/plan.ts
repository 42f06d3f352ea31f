import { counted } from '../../../kit/counted.ts'
import { firstFew, orderNotice } from '../grounding/notices.ts'
import { isOrder } from '../grounding/orders.ts'
import { findSuspects } from '../grounding/suspects.ts'
import { compileSchema } from '../schema/compile.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { type Field, holdsList, readFields } from '../schema/fields.ts'
import type { JsonSchema } from '../schema/limits.ts'
import type { Page } from '../source/page.ts'
import { type Query, queryOf } from './relevance.ts'
import {
  type Block,
  chunksOf,
  joinBlocks,
  maxLineChars,
  mostRelevant,
  renderBlocks,
  renderFacts,
} from './render.ts'
import { toStrict } from './strict.ts'
import { targetsOf } from './targets.ts'

/** The questions to a model, and what they leave out. */
export type Plan = { parts: SchemaPart[]; warnings: string[] }

/** About 7,000 tokens: nearly every page fits whole, and an answer can repeat all of it. */
const partChars = 30_000
/** Single values are in the few blocks that speak of them. */
const singleChars = 10_000
const overlapChars = 1_500
const factChars = 1_000
const maxParts = 12

/**
 * A page that fits is asked about once. Of a longer one, single values are looked for in the
 * blocks that speak of them; a form with lists is asked for in every block, part by part.
 */
export const planParts = (page: Page, { schema, prompt }: ExtractionSpec): Plan => {
  const root = schema === undefined ? undefined : readFields(compileSchema(schema).schema)
  const query = queryOf(root ? [root] : [], prompt)
  const skip = findSuspects(page.nodes)
  const blocks = renderBlocks(page, { query, targets: targetsOf(page, root, prompt), skip })
  const view: View = { page, query, facts: renderFacts(page, query, factChars) }
  const plan =
    root && !holdsList(root) ? singlePlan(view, root, blocks) : partsPlan(view, root, blocks)
  return { parts: plan.parts, warnings: [...noticesOf(page, skip.size), ...plan.warnings] }
}

type View = { page: Page; query: Query; facts: string }

/** What is missing whatever is asked. */
const noticesOf = (page: Page, orders: number): string[] => {
  const notices: string[] = []
  const longLines = page.nodes.filter(node => node.text.length > maxLineChars).length
  if (page.truncated) notices.push('The page is very large: its end was left out.')
  if (longLines > 0)
    notices.push(`The end of ${counted(longLines, 'very long line')} was left out.`)
  return [...notices, ...orderNotice(orders)]
}

const singlePlan = (view: View, field: Field, blocks: readonly Block[]): Plan => {
  const { text, leftOut } = mostRelevant(blocks, view.query, singleChars)
  const { schema, warnings } = formOf(field)
  if (leftOut > 0)
    warnings.unshift(
      `The page is long: ${counted(leftOut, 'line')} of ${view.page.nodes.length} that seem to say nothing of what is asked for ${were(leftOut)} not read.`,
    )
  return { parts: [partOf(view, schema, text, true)], warnings }
}

const partsPlan = (view: View, field: Field | undefined, blocks: readonly Block[]): Plan => {
  const { schema, warnings } = field ? formOf(field) : noForm
  const chunks = chunksOf(blocks, { maxChars: partChars, overlapChars })
  const shown = chunks.length > 0 ? chunks.slice(0, maxParts) : [[]]
  const lost = chunks
    .slice(maxParts)
    .flat()
    .reduce((sum, { lines }) => sum + lines, 0)
  return {
    parts: shown.map((chunk, at) => partOf(view, schema, joinBlocks(chunk), at === 0)),
    warnings:
      lost > 0
        ? [
            `The page is too long for a model: its last ${counted(lost, 'line')} of ${view.page.nodes.length} ${were(lost)} left out.`,
            ...warnings,
          ]
        : warnings,
  }
}

type Form = { schema: JsonSchema | undefined; warnings: string[] }
const noForm: Form = { schema: undefined, warnings: [] }

const formOf = (field: Field): Form => {
  const { schema, leftOut } = toStrict(field)
  if (leftOut.length === 0) return { schema, warnings: [] }
  return {
    schema,
    warnings: [
      `Too many fields to ask a model for: ${firstFew(leftOut)} ${were(leftOut.length)} left out.`,
    ],
  }
}

const partOf = (
  { page, facts }: View,
  schema: JsonSchema | undefined,
  text: string,
  withFacts: boolean,
): SchemaPart => ({
  schema,
  title: isOrder(page.title) ? '' : page.title,
  url: page.url,
  text,
  facts: withFacts ? facts : '',
})

const were = (number: number) => (number === 1 ? 'was' : 'were')

/** One question to the model: what it is shown, and the form it fills in. */
export type SchemaPart = {
  /** In the strict dialect; none when only a prompt was given. */
  schema: JsonSchema | undefined
  title: string
  url: string
  /** Numbered lines. */
  text: string
  /** What the page says of itself for machines. */
  facts: string
}

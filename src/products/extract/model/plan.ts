import { count, firstFew, orderNotice } from '../grounding/notices.ts'
import { isOrder } from '../grounding/orders.ts'
import { findSuspects } from '../grounding/suspects.ts'
import { compileSchema } from '../schema/compile.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { type Field, leaves, readFields } from '../schema/fields.ts'
import type { JsonSchema } from '../schema/limits.ts'
import type { Page } from '../source/page.ts'
import { intentOf } from '../words/intent.ts'
import { narrow } from './narrow.ts'
import { maxLineChars, type Rendering, renderChunks, renderFacts, renderPage } from './render.ts'
import { toStrict } from './strict.ts'

/** The questions to a model, and what they leave out. */
export type Plan = { parts: SchemaPart[]; warnings: string[] }

/** About 6,000 tokens: nine pages of ten fit whole, and an answer can repeat all of it. */
const partChars = 24_000
const overlapChars = 1_500
const factChars = 12_000
const maxParts = 12

/**
 * A page that fits is asked about once. Of a longer one, single values are looked for in the
 * blocks that speak of them, and lists in every block, part by part.
 */
export const planParts = (page: Page, { schema, prompt }: ExtractionSpec): Plan => {
  const root = schema === undefined ? undefined : readFields(compileSchema(schema).schema)
  const skip = findSuspects(page.nodes)
  const lines = { targets: wantsTargets(root, prompt), skip }
  const view: View = { page, lines, facts: renderFacts(page, factChars) }
  const chunks = renderChunks(page, { ...lines, maxChars: partChars, overlapChars })
  const plans =
    root && chunks.length > 1
      ? [singlePlan(view, narrow(root, 'single')), chunkPlan(view, narrow(root, 'lists'), chunks)]
      : [chunkPlan(view, root ?? 'free', chunks)]
  return {
    parts: plans.flatMap(plan => plan.parts),
    warnings: [...noticesOf(view), ...plans.flatMap(plan => plan.warnings)],
  }
}

type View = {
  page: Page
  lines: { targets: boolean; skip: ReadonlySet<number> }
  facts: Rendering
}

/** What is missing whatever is asked. */
const noticesOf = ({ page, lines, facts }: View): string[] => {
  const notices: string[] = []
  const longLines = page.nodes.filter(node => node.text.length > maxLineChars).length
  if (page.truncated) notices.push('The page is very large: its end was left out.')
  if (longLines > 0) notices.push(`The end of ${count(longLines, 'very long line')} was left out.`)
  if (facts.leftOut > 0)
    notices.push(
      `${count(facts.leftOut, 'value')} of the page’s markup did not fit and ${were(facts.leftOut)} left out.`,
    )
  notices.push(...orderNotice(lines.skip.size))
  return notices
}

const none: Plan = { parts: [], warnings: [] }

const singlePlan = (view: View, field: Field | undefined): Plan => {
  if (!field) return none
  const fields = field.properties.length > 0 ? field.properties : [field]
  const { text, leftOut } = renderPage(view.page, { ...view.lines, maxChars: partChars, fields })
  const { schema, warnings } = formOf(field)
  return {
    parts: [partOf(view, schema, text, true)],
    warnings: [
      `The page is long: ${count(leftOut, 'line')} of ${view.page.nodes.length} that seem to say nothing of the single values ${were(leftOut)} not read for them.`,
      ...warnings,
    ],
  }
}

const chunkPlan = (view: View, field: Field | 'free' | undefined, chunks: string[]): Plan => {
  if (!field) return none
  const { schema, warnings } = field === 'free' ? noForm : formOf(field)
  const shown = chunks.length > 0 ? chunks.slice(0, maxParts) : ['']
  const rest = chunks.slice(maxParts)
  const lost = rest.reduce((sum, text) => sum + (text.match(/(^|\s)\[\d+\] /g)?.length ?? 0), 0)
  return {
    parts: shown.map((text, index) => partOf(view, schema, text, index === 0)),
    warnings:
      lost > 0
        ? [
            `The page is too long for a model: its last ${count(lost, 'line')} of ${view.page.nodes.length} ${were(lost)} left out.`,
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
  facts: withFacts ? facts.text : '',
})

const were = (number: number) => (number === 1 ? 'was' : 'were')

const wantsTargets = (root: Field | undefined, prompt: string | undefined): boolean => {
  if (prompt && /\b(urls?|links?|hrefs?|images?|photos?|pictures?|logos?|icons?)\b/i.test(prompt))
    return true
  if (!root) return false
  for (const leaf of leaves(root)) {
    const intent = intentOf(leaf)
    if (intent === 'url' || intent === 'image' || intent === 'email') return true
  }
  return false
}

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

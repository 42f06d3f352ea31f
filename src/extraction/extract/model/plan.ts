import { type Field, leaves, readFields } from '../fields.ts'
import { findSuspects } from '../ground/suspect.ts'
import { intentOf } from '../intent.ts'
import { openPage, type Page } from '../page.ts'
import { renderChunks, renderFacts, renderPage } from '../render.ts'
import { compileSchema } from '../schema.ts'
import type { JsonSchema } from '../schema-limits.ts'
import { count, some } from '../some.ts'
import type { PageSource, Plan, Wish } from '../work-task.ts'
import { narrow } from './narrow.ts'
import { toStrict } from './strict.ts'

/** One question to the model: what it is shown, and the form it fills in. */
export type Part = {
  scope: 'all' | 'single' | 'lists'
  /** In the strict dialect; none when only a prompt was given. */
  schema: JsonSchema | undefined
  title: string
  url: string
  /** Numbered lines. */
  text: string
  /** What the page says of itself for machines. */
  facts: string
}

/** About 6,000 tokens: nine pages of ten fit whole, and an answer can repeat all of it. */
export const partChars = 24_000
const overlapChars = 1_500
const factChars = 6_000
const maxParts = 12

/**
 * A page that fits is asked about once. Of a longer one, single values are looked for in the
 * blocks that speak of them, and lists in every block, part by part.
 */
export const planParts = (task: { page: PageSource; wish: Wish }): Plan => {
  const page = openPage(task.page)
  const { schema, prompt } = task.wish
  const root = schema === undefined ? undefined : readFields(compileSchema(schema).schema)
  const skip = findSuspects(page.nodes)
  const options = { targets: wantsTargets(root, prompt), skip }
  const facts = renderFacts(page, factChars)
  const common = { title: page.title, url: page.url }
  const warnings = page.truncated ? ['The page is very large: its end was left out.'] : []
  if (skip.size > 0)
    warnings.push(
      `${count(skip.size, 'line')} of the page that ${skip.size === 1 ? 'gives' : 'give'} orders to a language model ${skip.size === 1 ? 'was' : 'were'} not used.`,
    )
  const chunks = renderChunks(page, { ...options, maxChars: partChars, overlapChars })
  const ask = (scope: Part['scope'], field: Field | undefined, texts: string[]): Part[] => {
    const form = field ? toStrict(field) : undefined
    if (form && form.leftOut.length > 0)
      warnings.push(`Too many fields to ask a model for: ${some(form.leftOut)} were left out.`)
    return texts.map((text, index) => ({
      ...common,
      scope,
      schema: form?.schema,
      text,
      facts: index === 0 ? facts.text : '',
    }))
  }
  if (chunks.length > maxParts) warnings.push(tooLong(page, chunks.slice(maxParts)))
  const shown = chunks.slice(0, maxParts)
  if (shown.length <= 1 || !root)
    return { parts: ask('all', root, shown.length > 0 ? shown : ['']), warnings }

  const single = narrow(root, 'single')
  const lists = narrow(root, 'lists')
  const parts: Part[] = []
  if (single) {
    const { text, leftOut } = renderPage(page, {
      ...options,
      maxChars: partChars,
      fields: single.properties.length > 0 ? single.properties : [single],
    })
    warnings.push(
      `The page is long: ${count(leftOut, 'line')} of ${page.nodes.length} that seem to say nothing of the single values were not read for them.`,
    )
    parts.push(...ask('single', single, [text]))
  }
  if (lists) parts.push(...ask('lists', lists, shown))
  return { parts, warnings: lists ? warnings : warnings.filter(one => !one.startsWith(endLost)) }
}

const endLost = 'The page is too long for a model'

const tooLong = (page: Page, rest: string[]) => {
  const lines = rest.reduce((sum, text) => sum + (text.match(/(^|\s)\[\d+\] /g)?.length ?? 0), 0)
  return `${endLost}: its last ${count(lines, 'line')} of ${page.nodes.length} were left out.`
}

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

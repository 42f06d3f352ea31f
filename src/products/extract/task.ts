import type { Evidence } from './answer.ts'
import type { Part } from './model/plan.ts'
import type { SchemaProblem } from './schema/compile.ts'
import type { JsonSchema } from './schema/limits.ts'

/** A page as HTML, and which part of it counts. */
export type PageSource = {
  html: string
  url: string
  onlyMainContent: boolean
  includeTags: readonly string[]
  excludeTags: readonly string[]
}

/** What the caller asks for; at least one of the two is there. */
export type Wish = { schema: JsonSchema | boolean | undefined; prompt: string | undefined }

/** What came of one way of reading; usable when the schema has nothing against it. */
export type Outcome = {
  data: unknown
  /** By JSON Pointer; one for each value. */
  evidence: Record<string, Evidence>
  warnings: string[]
  problems: SchemaProblem[]
  /** Fields that ask for a judgement, which nothing but a model can give. */
  needsModel: string[]
}

export type Plan = { parts: Part[]; warnings: string[] }

/** What a model said to one part, as it came. */
export type PartAnswer = { scope: Part['scope']; value: unknown }

import type { SchemaProblem } from '../schema/compile.ts'
import type { Evidence } from './evidence.ts'

/** What came of one way of reading; usable when the schema has nothing against it. */
export type ExtractOutcome = {
  data: unknown
  /** By JSON Pointer; one for each value. */
  evidence: Record<string, Evidence>
  warnings: string[]
  problems: SchemaProblem[]
  /** Fields that ask for a judgement, which nothing but a model can give. */
  needsModel: string[]
  /** Pointers of values that a model gave and that were left out. */
  dropped?: string[]
}

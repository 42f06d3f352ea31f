import type { PageLines } from './ground/lines.ts'
import type { Outcome } from './ground/outcome.ts'
import type { PartAnswer } from './model/part.ts'
import type { Plan } from './model/plan.ts'
import type { SchemaProblem } from './schema/compile.ts'
import type { JsonSchema } from './schema/limits.ts'
import type { Wish } from './schema/wish.ts'
import type { PagePart } from './source/open-page.ts'

/** A page as HTML, and which part of it counts. */
export type PageSource = PagePart & { html: string }

/** What is done in a thread: everything that runs over a page's text or a caller's schema. */
export type Works = {
  check: (task: { schema: JsonSchema | boolean }) => undefined
  embedded: (task: { page: PageSource; wish: Wish }) => Outcome
  plan: (task: { page: PageSource; wish: Wish }) => { plan: Plan; lines: PageLines }
  /** What the schema has against one answer that another try may mend. */
  review: (task: { wish: Wish; answer: PartAnswer }) => SchemaProblem[]
  finish: (task: { page: PageLines; wish: Wish; answers: PartAnswer[] }) => Outcome
}

export type WorkName = keyof Works
export type WorkTask = { [Name in WorkName]: { work: Name } & Parameters<Works[Name]>[0] }[WorkName]
export type WorkResult = ReturnType<Works[WorkName]>

import type { Extract } from '../extract/extract.ts'
import type { PageCopy } from '../extract/extract-page.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import type { Said } from './compare.ts'
import type { requestFor } from './pages.ts'

type AskDeps = { extract: Extract; hasModel: boolean; requestFor: (url: string) => Reading }
type Reading = ReturnType<typeof requestFor>

/** What somebody else than a reader says of a page that is here; uncharged. */
export type AskElse = (
  asked: { accountId: string; schema: unknown; prompt: string | null; page: PageCopy },
  signal: AbortSignal,
) => Promise<Said | undefined>

/** A model where there is one; else the embedded extractor, of the fields that it is sure of. */
export const createAskElse =
  ({ extract, hasModel, requestFor }: AskDeps): AskElse =>
  async ({ accountId, schema, prompt, page }, signal) => {
    const request = {
      ...{ accountId, reading: requestFor(page.url), evidence: true, onlyMainContent: false },
      ...{ spec: { schema: checkSchema(schema), prompt: prompt ?? undefined }, isTimed: false },
    }
    const { answer, said } = await extract(request, () => undefined, signal, page)
    if (hasModel) return said
    const { data, evidence = {} } = answer
    const unsure = Object.keys(evidence).filter(at => (evidence[at]?.confidence ?? 0) < sure)
    return { data, evidence, dropped: unsure, isPartial: true }
  }

const sure = 0.9

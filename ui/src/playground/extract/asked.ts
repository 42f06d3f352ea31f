import type { BodyOf } from '../../api/ask.ts'
import { exampleUrl } from '../address-field.tsx'
import { asBody, othersOf, readingOf, usualReading } from '../scrape/asked.ts'

/** Everything that is asked for, as it stands in the address of this page. */
export const usual = {
  ...usualReading,
  ...{ of: 'page', url: '', from: '', prompt: '', schema: '', text: '' },
  ...{ name: '', once: '', job: '', reader: '' },
}
export type Asked = typeof usual
export type Change = (change: Partial<Asked>) => void

/** What has no place in an address: too long, or a secret. */
export type Typed = { schema: unknown; headers: string; urls: readonly string[] }

const wishOf = (asked: Asked, { schema, headers }: Typed) => ({
  // A reader that is named brings its own.
  schema: asked.reader && asked.reader !== 'auto' ? undefined : schema,
  reader: asked.reader || undefined,
  prompt: asked.prompt.trim() || undefined,
  ...readingOf(asked, headers),
})

export const bodyOfOne = (asked: Asked, typed: Typed): BodyOf<'POST /v1/extract'> =>
  asBody({
    url: asked.url || exampleUrl,
    ...wishOf(asked, typed),
    evidence: true,
    respectRobots: asked.robots ? true : undefined,
    ...othersOf(asked.more),
  })

/** Of addresses, or of the pages that an earlier job read. */
export const bodyOfMany = (asked: Asked, typed: Typed): BodyOf<'POST /v1/batch/extract'> =>
  asBody({
    ...(asked.of === 'job'
      ? { from: asked.from || 'batch_…' }
      : { urls: typed.urls.length > 0 ? typed.urls : [exampleUrl] }),
    ...wishOf(asked, typed),
    respectRobots: asked.robots ? false : undefined,
    deduplicate: asked.once ? true : undefined,
    name: asked.name || undefined,
    ...othersOf(asked.more),
  })

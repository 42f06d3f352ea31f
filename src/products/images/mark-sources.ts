import type { Domain } from './domain.ts'
import { bothThemes } from './files.ts'
import type { Mark } from './marks/catalogue.ts'
import { findMark, markSvg } from './marks/marks.ts'
import type { SourceRow } from './store.ts'

/** The mark that stands for a domain. */
export const markFor = ({ host, registrable }: Domain): Mark | undefined =>
  host === registrable ? findMark(host) : undefined

export const markSources = (mark: Mark): SourceRow[] =>
  bothThemes.map(theme => ({
    ...{ theme, source: 'mark', url: null, maskColor: null },
    bytes: Buffer.from(markSvg(mark, theme)),
  }))

import type { Domain } from './domain.ts'
import { bothThemes } from './files.ts'
import type { Mark } from './marks/catalogue.ts'
import { findMark, markSvg } from './marks/marks.ts'
import type { SourceRow } from './store.ts'

export const markFor = ({ host, registrable }: Domain): Mark | undefined =>
  host === registrable ? findMark(host) : undefined

export const markSources = (mark: Mark): SourceRow[] =>
  bothThemes.map(theme => ({
    ...{ theme, source: 'mark', url: null, maskColor: null },
    bytes: Buffer.from(markSvg(mark, theme)),
  }))

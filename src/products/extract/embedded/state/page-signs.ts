import { type PageSigns, readPageSigns } from '../../../../page/metadata/signs.ts'
import type { State } from './state.ts'

/** Headline, byline and days of the page: read once. */
export const signsOf = (state: State): PageSigns =>
  (state.signs ??= readPageSigns(state.page.document.root))

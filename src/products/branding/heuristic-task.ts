import type { CssReference } from '../../page/css/references.ts'
import type { CssSource } from '../../page/css/stylesheet.ts'
import type { Verdict } from '../../page/verdict/judge.ts'
import type { PageOrigin } from '../../page/verdict/page.ts'
import type { Part } from './profile.ts'

export type FetchedPage = { bytes: Uint8Array; origin: PageOrigin }

/** What must be fetched to see a page. */
export type Survey = {
  is: 'survey'
  sheets: CssReference[]
  manifestUrl: string | undefined
  /** The picture that is most likely the logo, where it is a file. */
  logoUrl: string | undefined
}

export type SurveyOutcome = Survey | Exclude<Verdict, { is: 'page' }> | { is: 'status' }

export type SketchTask = {
  page: FetchedPage
  include: readonly Part[]
  sources: readonly CssSource[]
  /** Stylesheets that could not be had. */
  missing: number
  manifest: string | undefined
  logo: { url: string; bytes: Uint8Array } | undefined
}

import type { CssReference } from '../../page/css/references.ts'
import type { CssSource } from '../../page/css/stylesheet.ts'
import type { Verdict } from '../../page/verdict/judge.ts'
import type { PageOrigin } from '../../page/verdict/page.ts'
import type { BrandingProfile, Part } from './profile/profile.ts'

export type HeuristicTask =
  /** First: is it a page, and what else must be fetched to see it. */
  | { is: 'survey'; page: FetchedPage }
  /** Then: what it looks like. */
  | {
      is: 'profile'
      page: FetchedPage
      include: readonly Part[]
      sources: readonly CssSource[]
      /** Stylesheets that could not be had. */
      missing: number
      manifest: string | undefined
      logo: { url: string; bytes: Uint8Array } | undefined
    }

export type FetchedPage = { bytes: Uint8Array; origin: PageOrigin }

export type Survey = {
  is: 'survey'
  sheets: CssReference[]
  manifestUrl: string | undefined
  /** The picture that is most likely the logo, where it is a file. */
  logoUrl: string | undefined
}

export type HeuristicResult =
  | Survey
  | { is: 'profile'; profile: BrandingProfile }
  | Exclude<Verdict, { is: 'page' }>
  | { is: 'status' }

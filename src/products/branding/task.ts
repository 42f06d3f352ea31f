import type { Verdict } from '../../page/verdict/judge.ts'
import type { PageOrigin } from '../../page/verdict/page.ts'
import type { Choices } from './decide/choices.ts'
import type { PaintedFonts } from './decide/typography.ts'
import type { Options } from './options.ts'
import type { Snapshot } from './page/snapshot.ts'
import type { BrandingProfile, Part } from './profile/profile.ts'

/** What the browser brought back of a page. */
export type Sighting = {
  bytes: Uint8Array
  origin: PageOrigin
  snapshot: Snapshot
  other: Snapshot | undefined
  painted: PaintedFonts
}

/** What the thread is given: a sighting, the parts that are asked for, and a model's choices. */
export type BrandingTask = Sighting & { include: readonly Part[]; choices?: Choices }

export type BrandingResult =
  | {
      is: 'profile'
      profile: BrandingProfile
      /** For the model; none once it has chosen. */
      options: Options | undefined
    }
  | Exclude<Verdict, { is: 'page' }>
  | { is: 'status' }

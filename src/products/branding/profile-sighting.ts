import type { Verdict } from '../../page/verdict/judge.ts'
import type { Choices } from './decide/choices.ts'
import { decideProfile } from './decide/decide.ts'
import { type BrandFacts, readFetched } from './decide/facts.ts'
import { withSprites } from './decide/sprites.ts'
import { describeOptions, type Options } from './options.ts'
import { doubtProfile } from './profile/doubt.ts'
import type { BrandingProfile, ProfilePart } from './profile/profile.ts'
import type { Sighting } from './sight.ts'

type SightingOutcome =
  | {
      is: 'profile'
      profile: BrandingProfile
      /** What a model may choose among. */
      options: Options
      /** For the profile of its choices. */
      facts: BrandFacts
    }
  | Exclude<Verdict, { is: 'page' }>
  | { is: 'status' }

/** Runs in a thread: what a browser saw becomes a profile. */
export const profileSighting = (task: {
  sighting: Sighting
  include: readonly ProfilePart[]
}): SightingOutcome => {
  const { include } = task
  const sighting = wholeLogos(task.sighting)
  const { snapshot, origin } = sighting
  const { verdict, facts } = readFetched(sighting)
  if (verdict.is === 'wall') return verdict
  if (origin.status >= 400) return { is: 'status' }
  if (verdict.is === 'nothing') return verdict
  if (verdict.is === 'shell' && !hasLook(sighting)) return verdict
  const decided = decideProfile({ ...sighting, facts, url: origin.finalUrl }, include)
  const options = describeOptions(decided, snapshot, facts)
  const profile = doubtProfile(decided.profile, sighting.gaps)
  return { is: 'profile', profile, options, facts }
}

/** Runs in a thread: the same once a model has chosen. */
export const profileChoices = (task: {
  sighting: Omit<Sighting, 'bytes'>
  facts: BrandFacts
  include: readonly ProfilePart[]
  choices: Choices
}): BrandingProfile => {
  const { facts, include, choices } = task
  const sighting = wholeLogos(task.sighting)
  const sight = { ...sighting, facts, url: sighting.origin.finalUrl }
  return doubtProfile(decideProfile(sight, include, choices).profile, sighting.gaps)
}

const wholeLogos = <T extends Pick<Sighting, 'snapshot' | 'sprites'>>(sighting: T): T => {
  const { snapshot, sprites } = sighting
  return { ...sighting, snapshot: { ...snapshot, logos: withSprites(snapshot.logos, sprites) } }
}

/** A browser has been there: few words are enough if there is something to look at. */
const hasLook = ({ snapshot }: Sighting): boolean => {
  const characters = snapshot.texts
    .filter(({ overlay }) => overlay === null)
    .reduce((sum, group) => sum + group.characters, 0)
  const parts = snapshot.elements.filter(({ kind }) => kind === 'button' || kind === 'link').length
  return characters >= 60 && parts + snapshot.logos.length >= 2
}

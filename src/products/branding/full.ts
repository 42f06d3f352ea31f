import type { Model } from '../../base/llm/model.ts'
import { leftMs } from '../../base/reader/page-request.ts'
import { checkSignedIn, type PageSession } from '../../base/reader/page-session.ts'
import { pageRefusal } from '../../base/reader/refusal.ts'
import type { Run } from '../../base/threads/task.ts'
import { inTime } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { askModel, type Judgement } from './model.ts'
import type { Options } from './options.ts'
import type { BrandingProfile, ProfilePart } from './profile/profile.ts'
import type { CheckedRequest, ReadBranding } from './request.ts'
import type { See } from './sight.ts'
import type { brandingTasks } from './tasks.ts'

export type FullDeps = {
  see: See
  run: Run<Pick<typeof brandingTasks, 'profileSighting' | 'profileChoices'>>
  /** Undefined when none is configured: then what was measured stands. */
  model: Pick<Model, 'ask'> | undefined
  session?: PageSession | undefined
}

/** The full analysis: a browser measures, pure functions decide, a model may choose among it. */
export const createFull =
  (deps: FullDeps): ReadBranding =>
  async (request, life) => {
    const { include } = request
    const sighting = await deps.see(request, life)
    const measured = await deps.run('profileSighting', { sighting, include }, life)
    const { origin } = sighting
    const seen = { ...origin, url: new URL(origin.finalUrl) }
    checkSignedIn(deps.session, request.url, seen, measured)
    if (measured.is !== 'profile') throw pageRefusal(measured, seen)
    if (!wantsModel(request, deps.model)) return measured.profile
    const judged = await judge(deps.model, measured.options, life, leftMs(request))
    if ('failure' in judged)
      return warn(measured.profile, `${judged.failure}: ${standing(request)}`)
    const { bytes: _, ...measures } = sighting
    const chosen = { sighting: measures, facts: measured.facts, include, choices: judged.choices }
    const profile = await deps.run('profileChoices', chosen, life)
    if (!include.includes('personality')) return profile
    const { personality } = judged
    return personality
      ? { ...profile, personality }
      : warn(profile, 'The language model did not judge the personality.')
  }

/** What a model chooses in. */
const chosenParts: readonly ProfilePart[] = ['colors', 'images', 'components']

/** Who asks for no judgement misses nothing where no model is configured. */
const wantsModel = ({ include }: CheckedRequest, model: FullDeps['model']): boolean =>
  include.includes('personality') ||
  (model !== undefined && chosenParts.some(part => include.includes(part)))

const standing = ({ include }: CheckedRequest): string =>
  include.includes('personality')
    ? 'what was measured stands, and the personality is not judged.'
    : 'what was measured stands.'

/** For the answer itself, once the model has used up its share of the deadline. */
const reserveMs = 700

/** A model that fails costs nothing but its advice. */
const judge = async (
  model: FullDeps['model'],
  options: Options,
  life: AbortSignal,
  timeLeftMs: number,
): Promise<Judgement | { failure: string }> => {
  if (!model) return { failure: 'No language model is configured' }
  const timeoutMs = Math.max(1, Math.floor(timeLeftMs - reserveMs))
  const late = () => new AppError('model_timeout')
  try {
    return await inTime({ timeoutMs, signal: life, late }, own => askModel(model, options, own))
  } catch (error) {
    if (life.aborted) throw life.reason
    if (!(error instanceof AppError)) throw error
    return { failure: error.message.replace(/\.$/, '') }
  }
}

const warn = (profile: BrandingProfile, sentence: string): BrandingProfile => ({
  ...profile,
  warning: [profile.warning, sentence].filter(text => text !== undefined).join(' '),
})

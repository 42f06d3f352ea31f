import type { Model } from '../../base/llm/model.ts'
import { refusalOf } from '../../base/reader/read-page.ts'
import type { ThreadPool } from '../../base/threads/pool.ts'
import type { Robots } from '../../base/web/robots.ts'
import { AppError } from '../../errors.ts'
import type { BrandingJob, ReadBranding } from './job.ts'
import { askModel, type Judgement } from './model.ts'
import type { Options } from './options.ts'
import type { BrandingProfile, Part } from './profile/profile.ts'
import type { See } from './sight.ts'
import type { BrandingResult, BrandingTask } from './task.ts'

export type FullDeps = {
  robots: Robots
  see: See
  threads: ThreadPool<BrandingTask, BrandingResult>
  /** Undefined when none is configured: then what was measured stands. */
  model: Pick<Model, 'ask'> | undefined
}

/** The full analysis: a browser measures, pure functions decide, a model may choose among it. */
export const createFull =
  (deps: FullDeps): ReadBranding =>
  async (job, life) => {
    const startedMs = performance.now()
    if (job.respectRobots) await deps.robots.check(job.url)
    const task: BrandingTask = { ...(await deps.see(job, life)), include: job.include }
    const decide = async (choices: BrandingTask['choices']) => {
      const given = choices ? { ...task, choices } : task
      const result = await deps.threads.run(given, { signal: life })
      if (result.is === 'profile') return result
      const { status, headers, finalUrl } = task.origin
      throw refusalOf(result, { url: new URL(finalUrl), status, headers })
    }
    const measured = await decide(undefined)
    if (!measured.options || !wantsModel(job, deps.model)) return measured.profile
    const leftMs = job.timeoutMs - (performance.now() - startedMs)
    const judged = await judge(deps.model, measured.options, life, leftMs)
    if ('failure' in judged) return warn(measured.profile, `${judged.failure}: ${standing(job)}`)
    const { profile } = await decide(judged.choices)
    if (!job.include.includes('personality')) return profile
    const { personality } = judged
    return personality
      ? { ...profile, personality }
      : warn(profile, 'The language model did not judge the personality.')
  }

/** What a model chooses in. */
const chosenParts: readonly Part[] = ['colors', 'images', 'components']

/** Who asks for no judgement misses nothing where no model is configured. */
const wantsModel = ({ include }: BrandingJob, model: FullDeps['model']): boolean =>
  include.includes('personality') ||
  (model !== undefined && chosenParts.some(part => include.includes(part)))

const standing = ({ include }: BrandingJob): string =>
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
  leftMs: number,
): Promise<Judgement | { failure: string }> => {
  if (!model) return { failure: 'No language model is configured' }
  const late = AbortSignal.timeout(Math.max(1, Math.floor(leftMs - reserveMs)))
  try {
    return await askModel(model, options, AbortSignal.any([life, late]))
  } catch (error) {
    if (life.aborted) throw life.reason
    if (late.aborted) return { failure: 'The language model did not answer in time' }
    if (!(error instanceof AppError)) throw error
    return { failure: error.message.replace(/\.$/, '') }
  }
}

const warn = (profile: BrandingProfile, sentence: string): BrandingProfile => ({
  ...profile,
  warning: [profile.warning, sentence].filter(text => text !== undefined).join(' '),
})

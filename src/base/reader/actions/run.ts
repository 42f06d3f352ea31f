import { inSeconds, within } from '../../../kit/deadline.ts'
import { AppError } from '../../../kit/errors.ts'
import type { Visit } from '../../web/visit.ts'
import { faultOf, isBug } from './faults.ts'
import { type Action, type ActionType, nameOf } from './request.ts'
import { type Hands, takeStep } from './steps.ts'

/** A PNG, or the URL where it can be had. */
export type Picture = Uint8Array | string

/** What came of the steps, in their order. */
export type Performed = {
  screenshots: Picture[]
  results: { step: number; type: ActionType; value?: unknown }[]
}

/** Of the call's time, kept for saying what went wrong. */
const lastWordMs = 500
/** Where an element is looked for the driver has words of its own, and on a busy machine they are late. */
const graceMs = 3_000

const maxPicturesBytes = 32_000_000

/**
 * The steps of one call. They are taken once: a page that is opened a second time, because its
 * browser ended, must not send a form a second time.
 */
export const createRun = (actions: readonly Action[], stepMs: number) => {
  let begun = 0
  let underWay: Action | undefined

  const take = async (
    tools: Tools & Pick<Hands, 'visit' | 'keep'>,
    action: Action,
  ): Promise<unknown> => {
    const limitMs = Math.max(1, Math.min(waitOf(action) ?? stepMs, tools.leftMs() - lastWordMs))
    const late = () => new AppError('action_failed', lateSentence(limitMs))
    try {
      const step = takeStep({ ...tools, limitMs }, action)
      const patienceMs = 'selector' in action ? limitMs + graceMs : limitMs
      const value = isPause(action) ? await step : await within(patienceMs, step, late)
      await tools.visit.land(stepMs)
      return value
    } catch (error) {
      // Where a step led to a page that cannot be had, that is what there is to say.
      await tools.visit.read(async () => {})
      const fault = faultOf(error, limitMs) ?? error
      const { status = 200 } = tools.visit.shown() ?? {}
      if (status < 400 || !(fault instanceof AppError)) throw fault
      throw new AppError(
        fault.code,
        `${fault.message} The page had answered with status ${status}.`,
      )
    }
  }

  return {
    /** Before the page is asked for. */
    checkUntaken(): void {
      if (begun > 0)
        throw new AppError('page_unreachable', 'the browser stopped, and steps are not repeated.')
    },

    async perform(visit: Visit, tools: Tools): Promise<Performed | undefined> {
      if (actions.length === 0) return undefined
      const performed: Performed = { screenshots: [], results: [] }
      const keep = (image: Buffer) => {
        performed.screenshots.push(image)
        if (sizeOf(performed.screenshots) > maxPicturesBytes)
          throw new AppError('action_failed', 'the pictures are more than 32 MB together.')
      }
      for (const action of actions) {
        begun++
        underWay = action
        await tools.prepare?.(action)
        const value = await take({ ...tools, visit, keep }, action)
        performed.results.push({
          ...{ step: begun, type: action.type },
          ...(value === undefined ? {} : { value }),
        })
      }
      underWay = undefined
      return performed
    },

    /** For whatever ended the visit: it is told with the step that was under way. */
    explain(error: unknown): unknown {
      if (!underWay || isBug(error)) return error
      const fault = error instanceof AppError && error.code !== 'page_timeout' ? error : undefined
      const why = fault?.message ?? 'the time for the whole call was over.'
      return new AppError(
        fault?.code ?? 'action_failed',
        `${nameOf(begun, underWay)} failed: ${why}`,
        // A batch does not take the steps again by itself.
        { transient: false, byRobots: fault?.byRobots ?? false },
      )
    },
  }
}

type Tools = Pick<Hands, 'rest' | 'signal'> & {
  /** What is left of the call's timeout. */
  leftMs: () => number
  /** Awaited before a step, outside the time that the step has. */
  prepare?: (action: Action) => Promise<void>
}

const isPause = (action: Action): boolean => action.type === 'wait' && action.selector === undefined

const waitOf = (action: Action): number | undefined =>
  action.type === 'wait' ? action.milliseconds : undefined

const lateSentence = (limitMs: number): string => `it was not done within ${inSeconds(limitMs)} s.`

const sizeOf = (images: readonly Picture[]): number =>
  images.reduce((sum, image) => sum + image.length, 0)

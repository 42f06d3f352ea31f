import { inSeconds } from '../../../kit/deadline.ts'
import { AppError } from '../../../kit/errors.ts'

/**
 * What the browser's driver says of a step that failed, in words for a caller. Its own are long, and
 * may hold what was to be written: they go nowhere, not even into the log.
 */
export const faultOf = (error: unknown, limitMs: number): AppError | undefined => {
  if (error instanceof AppError && error.code === 'page_timeout')
    return new AppError('action_failed', error.message)
  if (error instanceof AppError || isBug(error) || !(error instanceof Error)) return undefined
  const found = faults.find(([pattern]) => pattern.test(error.message))
  if (found) return new AppError('action_failed', `${found[1]}.`)
  if (error.name === 'TimeoutError')
    return new AppError(
      'action_failed',
      `no visible element matched it within ${inSeconds(limitMs)} s.`,
    )
  return new AppError('action_failed', 'the page did not let it happen.')
}

/** Of ours. */
export const isBug = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError

/** The last of several reasons for trying again says what it was; the most telling stand first. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/waiting for scheduled navigations to finish/, 'the page that it leads to did not come in time'],
  [/intercepts pointer events/, 'another element covers it'],
  [/did not find some options/, 'there is no such option'],
  [/option being selected is not enabled/, 'that option is disabled'],
  [/element is not enabled/, 'the element is disabled'],
  [/element is not stable/, 'the element does not stand still'],
  [/element is not editable/, 'the element cannot be written into'],
  [/outside of the viewport/, 'the element cannot be brought into view'],
  [/not a <select>/i, 'the element is not a <select>'],
  [/not an <input>|cannot be filled|not an? (?:HTML)?input/i, 'text cannot be written into it'],
  [/Malformed value|Cannot type text/, 'the text does not fit the field'],
  [/detached|not attached/, 'the element went away'],
  [
    /context was destroyed|because of a navigation|Cannot find context|navigated or closed/,
    'the page was replaced by another one meanwhile',
  ],
  // The browser's words for a script that it ended.
  [/Runtime\.evaluate\): Internal error/, 'it did not end in time'],
  [/performing click action/, 'the page did not answer to it in time'],
]

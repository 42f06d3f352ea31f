import { invalidRequest } from '../../../kit/errors.ts'
import { pseudoClassesIn } from '../../../page/css/pseudo-classes.ts'
import { isKey } from './keys.ts'
import { type Action, nameOf } from './request.ts'
import { functionBodyOf } from './script.ts'

/** What the operator leaves to callers. */
export type Allowed = { pageScripts: boolean }

/** Pictures travel in the answer. */
const maxScreenshots = 10

/** Whatever cannot work is said before it costs anything. */
export const checkActions = (
  { actions, timeoutMs }: { actions: readonly Action[]; timeoutMs: number },
  allowed: Allowed,
): void => {
  for (const [index, action] of actions.entries()) {
    const fault = faultOf(action, allowed)
    if (fault) throw invalidRequest(`${nameOf(index + 1, action)}: ${fault}`)
  }
  if (actions.filter(({ type }) => type === 'screenshot').length > maxScreenshots)
    throw invalidRequest(`"actions" may take ${maxScreenshots} screenshots.`)
  if (pausesMs(actions) >= timeoutMs)
    throw invalidRequest('The waits of "actions" must be shorter than "timeout".')
}

/** A wait for an element ends when it is there: only the others are sure to take their time. */
const pausesMs = (actions: readonly Action[]): number =>
  actions.reduce(
    (sum, action) =>
      action.type === 'wait' && action.selector === undefined
        ? sum + (action.milliseconds ?? 0)
        : sum,
    0,
  )

const faultOf = (action: Action, allowed: Allowed): string | undefined => {
  if ('selector' in action && action.selector !== undefined && !isSelector(action.selector))
    return 'its CSS selector cannot be used.'
  if (action.type === 'wait' && action.selector === undefined && action.milliseconds === undefined)
    return 'it needs "milliseconds", a "selector" or both.'
  if (action.type === 'press' && !isKey(action.key))
    return '"key" must be one character or the name of a key, such as Enter, ArrowDown or Control+a.'
  if (action.type === 'script' && !allowed.pageScripts)
    return 'scripts are turned off on this server; its operator can turn them on with ALLOW_PAGE_SCRIPTS=true.'
  if (action.type === 'script' && functionBodyOf(action.script) === undefined)
    return '"script" is not valid JavaScript.'
  return undefined
}

const isSelector = (text: string): boolean => {
  try {
    return pseudoClassesIn(text)?.every(name => pseudoClasses.has(name)) ?? false
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Those of CSS; the browser's driver would take more of its own making. */
const pseudoClasses = new Set(
  `root empty first-child last-child only-child nth-child nth-last-child first-of-type last-of-type
  only-of-type nth-of-type nth-last-of-type is where not has scope link any-link visited target hover
  active focus focus-within focus-visible checked indeterminate default disabled enabled required
  optional read-only read-write placeholder-shown autofill valid invalid user-valid user-invalid
  in-range out-of-range open modal popover-open fullscreen defined lang dir`.split(/\s+/),
)

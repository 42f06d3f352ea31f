import type { Action } from './request.ts'

/**
 * A step as a sentence names it. Never with what it writes, chooses or presses: that may be a
 * password.
 */
export const nameOf = (step: number, action: Action): string => {
  const selector = 'selector' in action ? action.selector : undefined
  const on = selector === undefined ? '' : ` ${JSON.stringify(selector.slice(0, 200))}`
  return `Step ${step} (${action.type}${on})`
}

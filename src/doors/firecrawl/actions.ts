import { isObject } from '../../kit/is-object.ts'
import { type FirecrawlOptions, present, textOf } from './call.ts'

/** Steps on a page in our words, and what of them is not done. */
export const readActions = (actions: unknown): { steps: object[]; refused: string[] } => {
  const steps: object[] = []
  const refused: string[] = []
  for (const action of Array.isArray(actions) ? actions : []) {
    const step = isObject(action) ? stepOf(action) : undefined
    if (step) steps.push(step)
    else refused.push(`The action "${textOf(Object(action).type).slice(0, 50)}" is not done.`)
  }
  return { steps, refused: [...new Set(refused)] }
}

const same = new Set(['wait', 'click', 'write', 'press', 'scroll', 'screenshot'])

const stepOf = (action: FirecrawlOptions): object | undefined => {
  const { type, milliseconds, selector, all, text, key, direction, fullPage, script } = action
  if (type === 'executeJavascript') return { type: 'script', script }
  if (!same.has(textOf(type))) return undefined
  return present({ type, milliseconds, selector, all, text, key, direction, fullPage })
}

type Taken = { screenshots: string[]; results: { type: string; value?: unknown }[] }

/** What became of the steps, as these clients know it. */
export const toActions = ({ screenshots, results }: Taken): object => ({
  screenshots: screenshots.map(picture => `data:image/png;base64,${picture}`),
  javascriptReturns: results
    .filter(({ type }) => type === 'script')
    .map(({ value }) => ({ type: value === null ? 'null' : typeof value, value })),
})

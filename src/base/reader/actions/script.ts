import { attempt } from '../../../kit/attempt.ts'
import { AppError } from '../../../kit/errors.ts'
import type { Visit } from '../../web/visit.ts'

/** Of what a script returns, as JSON. */
const maxResultBytes = 64 * 1024

/** A script as the body of an async function, or undefined where it is no JavaScript. */
export const functionBodyOf = (script: string): string | undefined => {
  const expression = `return (${withoutEnd(script)}\n)`
  return [expression, script].find(isFunctionBody)
}

const withoutEnd = (script: string): string => {
  let text = script.trimEnd()
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd()
  return text
}

/** The constructor reads the text and runs nothing of it. */
const isFunctionBody = (text: string): boolean =>
  attempt(() => new AsyncFunction(text)) !== undefined

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  body: string,
) => unknown

/** In a world of its own: the page can neither see the script nor change what it uses. */
export const runScript = async (
  visit: Visit,
  script: string,
  limitMs: number,
): Promise<unknown> => {
  const body = functionBodyOf(script) ?? script
  const input = { body, maxLength: maxResultBytes }
  const outcome = await visit.inspect(({ run }) => run(evaluateToJson, input, {}, limitMs))
  if ('threw' in outcome)
    throw new AppError('action_failed', `it threw "${outcome.threw.replace(/\s+/g, ' ')}".`)
  if ('length' in outcome || Buffer.byteLength(outcome.json ?? '') > maxResultBytes)
    throw new AppError('action_failed', 'what it returned is more than 64 kB as JSON.')
  return outcome.json === undefined ? undefined : JSON.parse(outcome.json)
}

type Input = { body: string; maxLength: number }
type Outcome = { json?: string | undefined } | { length: number } | { threw: string }

/**
 * Runs in the page. Self-contained: nothing of this module exists there. What the script may replace
 * is taken in hand before it runs; measured there, so that a huge result never travels.
 */
const evaluateToJson = async ({ body, maxLength }: Input): Promise<Outcome> => {
  const { stringify } = JSON
  const { apply } = Reflect
  const [text, cut] = [String, String.prototype.slice]
  try {
    const build = Object.getPrototypeOf(async () => {}).constructor
    const json: string | undefined = stringify(await build(body)())
    return json === undefined || json.length <= maxLength ? { json } : { length: json.length }
  } catch (error) {
    return { threw: apply(cut, text(error), [0, 200]) }
  }
}

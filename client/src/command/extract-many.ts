import { createWriteStream, openSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { readUrls } from './batch.ts'
import { collect } from './collect.ts'
import { type Context, connect } from './context.ts'
import type { Given } from './options.ts'
import { Usage } from './usage.ts'

/** The data of many pages, or of those that a batch or a crawl read: a line of JSON for each. */
export const extractMany = async (
  context: Context,
  given: Given,
  schema: { schema?: object },
): Promise<number> => {
  const { words, body } = given
  const file = given.text('urls')
  const ways = [words.length > 0, file !== undefined, body.from !== undefined].filter(Boolean)
  if (ways.length > 1) throw new Usage('Addresses, --urls or --from: one of them.')
  const urls = file === undefined ? words : await readUrls([file], context)
  const job = connect(context, given).batchExtract({
    ...{ ...body, ...schema, signal: context.signal },
    ...(urls.length > 0 ? { urls } : {}),
  })
  const out = given.text('out')
  if (out === undefined) return collect(context, given, { kind: 'extract', job })
  // Opened before the job begins: one whose results have no place would be paid for in vain.
  const stdout = createWriteStream(out, { fd: openSync(out, 'w') })
  const ending = new AbortController()
  const { signal } = ending
  context.signal.addEventListener('abort', () => ending.abort(context.signal.reason))
  stdout.once('error', error => ending.abort(error))
  try {
    return await collect({ ...context, stdout, signal }, given, { kind: 'extract', job })
  } finally {
    stdout.end()
    await finished(stdout).catch(() => undefined)
  }
}

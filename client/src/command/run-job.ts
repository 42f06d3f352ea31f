import { type AnyJob, collect } from './collect.ts'
import { type Context, say } from './context.ts'
import { type Kind, openFolder } from './folder.ts'
import type { Given } from './options.ts'
import { exitCodeOf, Usage } from './usage.ts'

type Plan = {
  kind: Kind
  server: string
  /** Undefined with `--resume`: the folder knows. */
  request: object | undefined
  begin(keyed: { idempotencyKey?: string }): AnyJob
  open(id: string): AnyJob
}

/** Begins a job, or goes on with the one its folder knows. */
export const runJob = async (
  context: Context,
  given: Given,
  { kind, server, request, begin, open }: Plan,
): Promise<number> => {
  const out = given.text('out')
  if (out === undefined) return collect(context, given, { kind, job: begin({}) })
  const folder = openFolder(out, {
    ...{ kind, server, whole: given.has('json') },
    ...(request ? { request } : {}),
  })
  const { id, idempotencyKey, ended } = folder.kept
  if (ended) {
    const { read, failed } = folder.tally
    const counts = `${out} is complete: ${read} read, ${failed} failed.`
    await say(context, given, `${counts} For a new look name a new folder.`)
    return exitCodeOf(folder.tally)
  }
  const job = id === undefined ? begin({ idempotencyKey }) : open(id)
  return collect(context, given, { kind, job, folder, out })
}

/** Whether a folder says what to do; then nothing else may. */
export const isResumed = (given: Given): boolean => {
  if (!given.has('resume')) return false
  if (given.text('out') === undefined)
    throw new Usage('--resume needs the folder to go on with: --out DIR.')
  if (given.words.length > 0)
    throw new Usage('--resume knows what to read: leave the addresses out.')
  return true
}

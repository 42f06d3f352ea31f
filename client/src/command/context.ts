import { Siteray } from '../siteray.ts'
import { readLogin, serverOf } from './login-file.ts'
import type { Given, Options } from './options.ts'
import { Usage } from './usage.ts'

/** What the command stands in: only `main.ts` knows that it is a process. */
export type Context = {
  env: Readonly<Record<string, string | undefined>>
  stdin: NodeJS.ReadStream
  stdout: Output
  stderr: NodeJS.WriteStream
  /** Ends with Ctrl-C. */
  signal: AbortSignal
}

/** A terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean | undefined }

export type Command = {
  /** What stands behind its name. */
  usage: string
  about: string
  /** What to type, and what comes of it. */
  examples: readonly (readonly [string, string])[]
  options: Options
  /** Gives the exit code. */
  run(given: Given, context: Context): Promise<number>
}

export type Connection = { url: string; key: string }

/** Where to, and as whom: what is typed wins over the environment, and that over `siteray login`. */
export const connectionOf = ({ env }: Pick<Context, 'env'>, given: Given): Connection => {
  const login = readLogin(env)
  const url = given.text('server') ?? env.SITERAY_URL ?? login?.url
  if (!url)
    throw new Usage('Where is Siteray? Run `siteray login`, or set SITERAY_URL and SITERAY_KEY.')
  // A key is for the server it was given for, and goes to no other.
  const key = env.SITERAY_KEY ?? (serverOf(url) === login?.url ? login?.key : undefined)
  if (!key)
    throw new Usage(`There is no key for ${url}. Run \`siteray login\`, or set SITERAY_KEY.`)
  return { url: serverOf(url), key }
}

export const connect = (context: Pick<Context, 'env'>, given: Given): Siteray =>
  new Siteray(connectionOf(context, given))

/** Waits while whoever reads it is slow; not for one that is gone. */
export const write = (
  stream: NodeJS.WritableStream,
  text: string | Uint8Array,
): Promise<void> | undefined =>
  stream.write(text) || !stream.writable
    ? undefined
    : new Promise(resolve => {
        const go = () => {
          stream.off('drain', go).off('error', go)
          resolve()
        }
        stream.once('drain', go).once('error', go)
      })

export const say = async ({ stderr }: Context, given: Given, line: string): Promise<void> => {
  if (!given.has('quiet')) await write(stderr, `${line}\n`)
}

export const readAll = async (stream: NodeJS.ReadStream): Promise<string> => {
  stream.setEncoding('utf8')
  let text = ''
  for await (const part of stream) text += part
  return text
}

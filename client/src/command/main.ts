#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { SiterayError } from '../error.ts'
import { commands } from './commands.ts'
import { type Context, write } from './context.ts'
import { helpOf, overview } from './help.ts'
import { readOptions } from './options.ts'
import { exitCodes, Stopped, Usage } from './usage.ts'

/** `siteray …`: what was typed, to an exit code. */
const main = async (typed: string[], context: Context): Promise<number> => {
  const [name = 'help', ...rest] = typed
  const print = async (text: string) => {
    await write(context.stdout, `${text}\n`)
    return exitCodes.all
  }
  if (name === '--version' || name === 'version') return print(versionOf())
  const wanted = asksHelp(name) ? rest[0] : name
  if (wanted === undefined) return print(overview())
  const command = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined
  if (!command) throw new Usage(`There is no command "${wanted}".${likeThis(wanted)}`)
  if (isOfHelp(typed)) return print(helpOf(wanted, command))
  return command.run(readOptions(rest, command.options), context)
}

const likeThis = (wanted: string): string => {
  const near = Object.keys(commands).filter(name => name.startsWith(wanted.slice(0, 3)))
  return near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
}

const asksHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word)

/** A word of help is one only where nothing else can be meant: `--search help` looks for it. */
const isOfHelp = (typed: string[]): boolean =>
  typed.slice(0, 2).some(asksHelp) || typed.some(word => word !== 'help' && asksHelp(word))

const versionOf = (): string => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** On standard error, as a sentence or as JSON; gives the exit code. */
const tell = (error: unknown, typed: string[]): number => {
  if (error instanceof Stopped) return error.exitCode
  const { message, ...facts } = factsOf(error)
  const line = typed.includes('--json')
    ? JSON.stringify({ error: message, ...facts })
    : `siteray: ${message}${error instanceof Usage ? wayOut(typed) : namesOf(facts)}`
  process.stderr.write(`${line}\n`)
  return exitCodes.none
}

const wayOut = ([name = '']: string[]): string =>
  Object.hasOwn(commands, name) ? `\nSee: siteray ${name} --help` : '\nSee: siteray --help'

const namesOf = ({ code, requestId }: Omit<Facts, 'message'>): string => {
  const names = [code, requestId].filter(Boolean).join(', ')
  return names === '' ? '' : ` (${names})`
}

type Facts = {
  message: string
  code?: string | undefined
  status?: number
  requestId?: string | undefined
  retryAfter?: number | undefined
}

const factsOf = (error: unknown): Facts => {
  if (error instanceof SiterayError) {
    const { message, code, status, requestId, retryAfter, cause } = error
    const why = code === 'network' ? reasonOf(cause) : undefined
    return { message: why ? `${message} ${why}` : message, code, status, requestId, retryAfter }
  }
  if (error instanceof Usage) return { message: error.message, code: 'usage' }
  const { message, code } = error as NodeJS.ErrnoException
  return { message, code }
}

/** What the system says of a connection that failed. */
const reasonOf = (cause: unknown): string | undefined => {
  const { cause: inner, message } = cause as { cause?: Error; message?: string }
  return inner?.message || message
}

const stop = new AbortController()
// Once: who asks a second time is not asked to wait.
for (const [name, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(name, () => stop.abort(new Stopped(exitCode)))
// `| head` has seen enough: that is no error. What was begun says how to come back to it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  stop.abort(new Stopped(exitCodes.all))
})

const typed = process.argv.slice(2)
const { stdin, stdout, stderr } = process
// Compose files and pipelines pass on what is not set as an empty text.
const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
try {
  process.exitCode = await main(typed, { env, stdin, stdout, stderr, signal: stop.signal })
} catch (error) {
  process.exitCode = tell(error, typed)
}

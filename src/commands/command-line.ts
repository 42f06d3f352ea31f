import { parseArgs } from 'node:util'
import { didYouMean } from '../kit/did-you-mean.ts'
import { UsageError } from './command-error.ts'
import { type Described, start } from './command-help.ts'

type Call = { args: readonly string[]; flags: Readonly<Record<string, unknown>> }

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  kind: { type: 'string' },
  name: { type: 'string' },
  origins: { type: 'string' },
  account: { type: 'string' },
  plan: { type: 'string' },
  roll: { type: 'boolean' },
  'with-key': { type: 'boolean' },
  check: { type: 'boolean' },
  rehearse: { type: 'boolean' },
  replace: { type: 'boolean' },
  yes: { type: 'boolean' },
  icon: { type: 'string' },
  dark: { type: 'string' },
  logo: { type: 'string' },
  symbol: { type: 'string' },
  og: { type: 'string' },
  color: { type: 'string' },
  names: { type: 'string' },
  tickers: { type: 'string' },
} as const

/** The words and options of a line; an option that no command has is refused. */
export const readArguments = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    const [, option] = /^Unknown option '([^']+)'/.exec((error as Error).message) ?? []
    throw option ? unknownOption(option, Object.keys(options)) : error
  }
}

/**
 * A usage line names every argument and option its command takes. Anything else on the line is refused
 * before the command does anything: a word that was ignored could be the one that mattered.
 */
export const checkCall = (name: string, { usage }: Described, { args, flags }: Call): void => {
  const own = optionsOf(usage)
  const refuse = (message: string): never => {
    throw new UsageError(`${message}\nUsage: ${start} ${usage}`)
  }
  const given = Object.entries(flags).filter(([, value]) => value !== undefined)
  const foreign = given.find(([option]) => !own.includes(option))?.[0]
  if (foreign) refuse(`"${name}" has no option --${foreign}.${suggestion(foreign, own)}`)
  const empty = given.find(([, value]) => value === '')?.[0]
  if (empty) refuse(`--${empty} is empty. Give it a value, or leave it out.`)
  if ([...args, ...given.map(([, value]) => value)].includes('…'))
    refuse('"…" stands for a value of yours.')
  const extra = args.slice(argumentsOf(usage))
  if (extra.length === 0) return
  const isBracketed = extra.some(word => /^\[|\]$/.test(word))
  const hint = isBracketed
    ? ' Square brackets mark optional parts: type those without the brackets.'
    : suggestion(extra[0] ?? '', own)
  refuse(`"${name}" does not take ${extra.map(word => `"${word}"`).join(' ')}.${hint}`)
}

const suggestion = (typed: string, options: readonly string[]): string => {
  const meant = didYouMean(typed.replace(/^-+/, ''), options)
  return meant ? ` Did you mean --${meant}?` : ''
}

const optionsOf = (usage: string): string[] =>
  [...usage.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)

const argumentsOf = (usage: string): number =>
  Math.max(
    ...usage
      .split('  |  ')
      .map(form =>
        form.includes('>…') ? Infinity : [...form.matchAll(/<[^>]*>|\[(?!--)[^\]]*\]/g)].length,
      ),
  )

const unknownOption = (option: string, known: readonly string[]): UsageError =>
  new UsageError(
    `There is no option ${option}.${suggestion(option, known)} "${start} help" lists all of them.`,
  )

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Usage } from './usage.ts'

export type Option = {
  /** `list` is split at commas, `many` may be given several times. */
  as: 'flag' | 'text' | 'number' | 'list' | 'many' | 'headers' | 'json'
  /** The field of the request that it becomes, `a.b` for one inside another; without one it is the command's own. */
  field?: string
  /** What a flag makes of its field; true unless said. */
  sends?: boolean
  short?: string
  /** What stands behind it, in the help. */
  value?: string
  help: string
}
export type Options = Readonly<Record<string, Option>>

export type Given = {
  words: string[]
  text(name: string): string | undefined
  number(name: string): number | undefined
  has(name: string): boolean
  /** The fields of the request that were asked for. */
  body: Record<string, unknown>
}

/** What was typed, held against what the command knows. */
export const readOptions = (typed: string[], options: Options): Given => {
  const { values, positionals } = parse(typed, options)
  const textOf = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const body: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(options)) {
    const value = values[name]
    if (option.field !== undefined && value !== undefined)
      setField(body, option.field, readValue(name, option, value))
  }
  const { more, ...fields } = body
  return {
    words: positionals,
    text: textOf,
    number: name => {
      const text = textOf(name)
      return text === undefined ? undefined : numberOf(name, text)
    },
    has: name => values[name] !== undefined,
    body: { ...fields, ...(more as object | undefined) },
  }
}

const setField = (body: Record<string, unknown>, field: string, value: unknown): void => {
  const [outer = '', inner] = field.split('.')
  body[outer] = inner === undefined ? value : { ...Object(body[outer]), [inner]: value }
}

type Typed = string | boolean | (string | boolean)[]

const parse = (args: string[], options: Options) => {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { as, short }]) => [
      name,
      {
        type: as === 'flag' ? ('boolean' as const) : ('string' as const),
        ...(as === 'many' || as === 'headers' ? { multiple: true } : {}),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true })
    return { values: values as Record<string, Typed | undefined>, positionals }
  } catch (error) {
    const { message } = error as Error
    const [, unknown] = /^Unknown option '([^']+)'/.exec(message) ?? []
    if (unknown !== undefined) throw new Usage(`There is no option ${unknown}.`)
    const [, needy] = /^Option '(?:-., )?(--[\w-]+)[^']*' argument missing/.exec(message) ?? []
    throw new Usage(needy ? `${needy} needs a value behind it.` : `${message.split('.')[0]}.`)
  }
}

const readValue = (name: string, { as, sends = true }: Option, value: Typed): unknown => {
  const texts = [value].flat().map(String)
  const text = texts[0] ?? ''
  switch (as) {
    case 'flag':
      return sends
    case 'text':
      return text
    case 'number':
      return numberOf(name, text)
    case 'list':
      return text
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== '')
    case 'many':
      return texts
    case 'headers':
      return Object.fromEntries(texts.map(headerOf))
    case 'json':
      return readJson(name, text)
  }
}

const numberOf = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Usage(`--${name} needs a whole number, not "${text}".`)
  return Number(text)
}

const headerOf = (line: string): [string, string] => {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
  if (name === undefined || value === undefined)
    throw new Usage(`--header needs "Name: value", not "${line}".`)
  return [name, value]
}

/** JSON as it stands, or the name of a file with it. */
export const readJson = (name: string, text: string): unknown => {
  const isJson = /^\s*[[{]/.test(text)
  try {
    return JSON.parse(isJson ? text : readFileSync(text, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    const what = isJson ? 'The text' : `The file ${text}`
    const why = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new Usage(`--${name}: ${what} ${why} (${(error as Error).message}).`)
  }
}

/** What the command is about; exactly one. */
export const onlyWord = ({ words }: Given, missing: string): string => {
  const [word, second] = words
  if (word === undefined) throw new Usage(missing)
  if (second !== undefined)
    throw new Usage(`Only one is taken, and "${second}" is one more: see \`siteray batch\`.`)
  return word
}

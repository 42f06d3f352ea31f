import { withDecodableLogin } from '../kit/url-login.ts'
import { type Setting, settings } from './settings.ts'

export type Env = Readonly<Record<string, string | undefined>>

const table: Record<SettingName, Setting> = settings
/** Its first host, and the rest of it; a comma before the @ belongs to the password. */
const hostList = /((?:@|\/\/)[^@/?#,]+),[^@/?#]*(?=[/?#]|$)/

/** Values are never repeated in a problem when the setting is a secret, or has a password in it. */
export const createReader = (env: Env, problems: string[]) => {
  const optional = (name: SettingName): string | undefined => env[name]?.trim() || undefined
  const required = (name: SettingName): string => optional(name) ?? table[name].default ?? ''
  const refuse = (name: SettingName, expected: string) => {
    const isSecret = table[name].secret || URL.parse(required(name))?.password
    const shown = isSecret ? '' : ` "${required(name)}"`
    problems.push(`${name}${shown} is not ${expected}.`)
  }
  const reader = {
    optional,
    text(name: SettingName, valid: (value: string) => boolean, expected: string): string {
      const value = required(name)
      if (!valid(value)) refuse(name, expected)
      return value
    },
    integer(name: SettingName, min: number, max: number): number {
      const value = Number(required(name))
      if (/^\d+$/.test(required(name)) && value >= min && value <= max) return value
      refuse(name, `a whole number from ${min} to ${max}`)
      return min
    },
    choice<T extends string>(name: SettingName, choices: readonly T[]): T {
      const value = required(name)
      const choice = choices.find(candidate => candidate === value)
      if (choice === undefined) refuse(name, `one of ${choices.join(', ')}`)
      return choice ?? (choices[0] as T)
    },
    flag: (name: SettingName): boolean => reader.choice(name, ['false', 'true']) === 'true',
    url(name: SettingName, protocols: readonly string[]): string | undefined {
      const given = optional(name)
      if (given === undefined) return undefined
      const value = withDecodableLogin(given)
      // Of libpq's list of hosts the first stands for all: a list is no URL by the rules.
      const single = name.startsWith('DATABASE_') ? value.replace(hostList, '$1') : value
      const url = URL.canParse(single) ? new URL(single) : undefined
      if (!url || !protocols.includes(url.protocol))
        refuse(name, `a URL that starts with ${protocols.map(p => `${p}//`).join(' or ')}`)
      return value
    },
    origin(name: SettingName): string | undefined {
      const value = reader.url(name, ['http:', 'https:'])
      if (value === undefined || !URL.canParse(value)) return undefined
      const url = new URL(value)
      if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
        refuse(name, 'an address without a path, such as https://api.example.com')
      return url.origin
    },
    place(name: SettingName): string | undefined {
      const value = reader.url(name, ['http:', 'https:'])
      const url = value === undefined ? null : URL.parse(value)
      if (url && (url.search || url.hash || url.username || url.password))
        refuse(name, 'an address without a password, a query or a fragment')
      return url?.href
    },
    key(name: SettingName, prefix: string): string | undefined {
      const value = optional(name)
      if (value !== undefined && !new RegExp(`^${prefix}[A-Za-z0-9]{24,200}$`).test(value))
        refuse(name, `${prefix} and 24 or more letters and digits`)
      return value
    },
    long(name: SettingName, minLength: number): string | undefined {
      const value = optional(name)
      if (value !== undefined && value.length < minLength)
        refuse(name, `long enough: it needs ${minLength} characters or more`)
      return value
    },
    list<T>(name: SettingName, parse: (item: string) => T | undefined, expected: string): T[] {
      const items = required(name)
        .split(',')
        .map(item => item.trim())
      return items
        .filter(item => item !== '')
        .flatMap(item => {
          const parsed = parse(item)
          if (parsed !== undefined) return [parsed]
          problems.push(`${name}: "${item}" is not ${expected}.`)
          return []
        })
    },
  }
  return reader
}

export type Reader = ReturnType<typeof createReader>
type SettingName = keyof typeof settings

import type { KeyKind } from './store.ts'

export const prefixes = { secret: 'sr_', publishable: 'pk_' } as const

/** What a key looks like; anything else is refused without asking the database. */
const shapes = {
  secret: /^sr_[A-Za-z0-9]{24,200}$/,
  publishable: /^pk_[A-Za-z0-9]{24,200}$/,
} as const

export const hasKeyShape = (token: string, kind: KeyKind): boolean => shapes[kind].test(token)

/** Every process drops what it knows of a key or an account when one of these is notified. */
export const keysChannel = 'siteray_keys'
export const accountsChannel = 'siteray_accounts'

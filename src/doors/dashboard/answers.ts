/**
 * What the dashboard's pages are told. The UI shares types with the server (these, and those of the
 * API's own answers) and nothing else.
 */
export type SessionAnswer = {
  email: string
  personId: string
  role: 'owner' | 'member'
  account: { id: string; name: string; plan: string }
  accounts: { id: string; name: string }[]
  /** What everybody should know on every page. */
  warnings: AllowanceWarning[]
  version: string
}

/** A month's allowance that is nearly or wholly used up. */
export type AllowanceWarning = {
  of: 'images' | 'credits'
  level: 75 | 90 | 'over'
  used: number
  allowance: number
  /** The key that used most of it. */
  heaviest: string
}

export type LinkAnswer = { kind: 'setup' | 'invitation'; account: string; role: 'owner' | 'member' }

/** Those printed at the first start, or made just now: the only time they are shown here. */
export type FirstKeys = { secretKey: string; publishableKey: string }
export type JoinAnswer = { keys: FirstKeys | null }

export type Part = {
  part: string
  state: 'good' | 'missing' | 'broken'
  detail: string
}
export type OverviewAnswer = { parts: Part[]; apiUrl: string; imageUrl: string; keys: number }

export type KeyAnswer = {
  id: string
  kind: 'secret' | 'publishable'
  name: string
  shown: string
  origins: string[]
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  lastUsedEndpoint: string | null
}
export type CreatedKeyAnswer = KeyAnswer & { key: string }

export type Refusal = { host: string; requests: number; lastAt: string }

export type OriginsAnswer = {
  entries: ({ ok: true; entry: string } | { ok: false; problem: string })[]
  /** Null when no page was asked about. */
  page: { allowed: boolean; why: string } | null
}

export type UsageAnswer = {
  plan: string
  period: { start: string; end: string }
  credits: { used: number; remaining: number | null; allowance: number | null }
  imageRequests: { used: number; allowance: number | null; over: boolean }
  entries: {
    kind: 'image' | 'call' | 'credit'
    day: string
    key: string
    endpoint: string
    outcome: string
    amount: number
  }[]
  keys: { id: string; name: string; shown: string; deleted: boolean }[]
}

/** The mail about an allowance that is used up; null where the plan has no limit. */
export type AllowanceMailAnswer = {
  mail: { to: string; subject: string; text: string } | null
  /** This month's, if it was written already. */
  written: { status: 'waiting' | 'kept' | 'sent' | 'failed'; at: string } | null
}

export type MembersAnswer = {
  members: { id: string; email: string; role: 'owner' | 'member'; joinedAt: string }[]
  invitations: { id: string; role: 'owner' | 'member'; expiresAt: string }[]
}

export type PlaygroundAnswer = { token: string; apiUrl: string; imageUrl: string }

export type ExportAnswer = { text: string }

/** What is wrong with a JSON Schema, in one sentence. */
export type SchemaCheckAnswer = { problem: string | null }

export type BatchSummary = {
  id: string
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  total: number
  completed: number
  failed: number
  createdAt: string
  endedAt: string | null
  expiresAt: string
  key: string
  /** Where its events go, if anywhere. */
  webhook: string | null
  /** How many URLs failed for which reason. */
  failures: { code: string; count: number }[]
}

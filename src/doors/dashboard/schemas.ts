import type { Static } from 'typebox'
import { orNull, Type } from '../../kit/schema.ts'
import { pinnable } from '../../products/images/report.ts'
import { imageKinds } from '../../products/images/request.ts'

/** What the dashboard's pages are told. The UI shares these types with the server, and no code. */

const text = Type.String()
const number = Type.Number()
const Role = Type.Enum(['owner', 'member'])

/** Where there is nothing to tell but that it is done. */
export const Done = Type.Object({})

/** After the password: whether the code of the second step is still to come. */
const entry = { needsCode: Type.Boolean() }
export const EntryAnswer = Type.Object(entry)

/** Whether this server can send a link to a new password. */
export const ForgotAnswer = Type.Object({ sendsMail: Type.Boolean() })
export const ResetLinkAnswer = Type.Object({ email: text })

/** The secret as an address for an authenticator app, and the recovery codes: shown this once. */
export const TwoStepAnswer = Type.Object({ uri: text, recoveryCodes: Type.Array(text) })
export type TwoStepAnswer = Static<typeof TwoStepAnswer>
export const RecoveryCodesAnswer = Type.Object({ recoveryCodes: Type.Array(text) })

/** A month's allowance that is nearly or wholly used up. */
const AllowanceWarning = Type.Object({
  of: Type.Enum(['images', 'credits']),
  level: Type.Union([Type.Literal(75), Type.Literal(90), Type.Literal('over')]),
  used: number,
  allowance: number,
  /** The key that used most of it. */
  heaviest: text,
})
export type AllowanceWarning = Static<typeof AllowanceWarning>

export const SessionAnswer = Type.Object({
  email: text,
  personId: text,
  role: Role,
  /** Whether they may decide for all accounts of this server. */
  isOperator: Type.Boolean(),
  /** Whether signing in takes two steps. */
  twoStep: Type.Boolean(),
  account: Type.Object({ id: text, name: text, plan: text }),
  accounts: Type.Array(Type.Object({ id: text, name: text })),
  /** What everybody should know on every page. */
  warnings: Type.Array(AllowanceWarning),
  version: text,
})
export type SessionAnswer = Static<typeof SessionAnswer>

export const LinkAnswer = Type.Object({
  kind: Type.Enum(['setup', 'invitation']),
  account: text,
  role: Role,
})
export type LinkAnswer = Static<typeof LinkAnswer>

/** Those printed at the first start, or made just now: the only time they are shown here. */
const FirstKeys = Type.Object({ secretKey: text, publishableKey: text })
export type FirstKeys = Static<typeof FirstKeys>
export const JoinAnswer = Type.Object({ keys: orNull(FirstKeys), ...entry })
export type JoinAnswer = Static<typeof JoinAnswer>

const Part = Type.Object({
  part: text,
  state: Type.Enum(['good', 'missing', 'broken']),
  detail: text,
})
export type Part = Static<typeof Part>
export const OverviewAnswer = Type.Object({
  parts: Type.Array(Part),
  apiUrl: text,
  imageUrl: text,
  /** Where clients of Firecrawl have a root of their own. */
  firecrawlUrl: orNull(text),
  keys: number,
  /** A publishable key of the account, for lines to copy; null where none can be shown. */
  publishableKey: orNull(text),
})

export const KeyAnswer = Type.Object({
  id: text,
  kind: Type.Enum(['secret', 'publishable']),
  name: text,
  shown: text,
  /** The whole of a publishable key; null where it cannot be shown. */
  key: orNull(text),
  origins: Type.Array(text),
  createdAt: text,
  expiresAt: orNull(text),
  lastUsedAt: orNull(text),
  lastUsedEndpoint: orNull(text),
  /** Whether whoever asks may roll it, delete it and change its origins. */
  mayChange: Type.Boolean(),
})
export type KeyAnswer = Static<typeof KeyAnswer>
/** Where the next part of a list begins; null at its end. */
const next = orNull(text)
export const KeysAnswer = Type.Object({
  keys: Type.Array(KeyAnswer),
  /** Over the whole selection. */
  total: number,
  next,
  mayCreate: Type.Boolean(),
})
export type KeysAnswer = Static<typeof KeysAnswer>
const share = Type.Object({ used: number, allowance: orNull(number) })
export const OneKeyAnswer = Type.Object({
  ...KeyAnswer.properties,
  /** A person's address, or what else makes keys: operator, start. */
  madeBy: orNull(text),
  limits: Type.Object({
    /** Null where there is none. */
    callsPerMinute: orNull(number),
    plan: text,
    /** Of the whole account, this month. */
    credits: share,
    imageRequests: share,
  }),
})
export type OneKeyAnswer = Static<typeof OneKeyAnswer>
export const CreatedKeyAnswer = Type.Object({ ...KeyAnswer.properties, key: text })
export type CreatedKeyAnswer = Static<typeof CreatedKeyAnswer>

const Refusal = Type.Object({ host: text, requests: number, lastAt: text })
export const RefusalsAnswer = Type.Object({ refusals: Type.Array(Refusal) })

export const OriginsAnswer = Type.Object({
  entries: Type.Array(
    Type.Union([
      Type.Object({ ok: Type.Literal(true), entry: text }),
      Type.Object({ ok: Type.Literal(false), problem: text }),
    ]),
  ),
  /** Null when no page was asked about. */
  page: orNull(Type.Object({ allowed: Type.Boolean(), why: text })),
})
export type OriginsAnswer = Static<typeof OriginsAnswer>

export const UsageAnswer = Type.Object({
  plan: text,
  /** The end is not included. */
  period: Type.Object({ start: text, end: text }),
  /** What an entry's `day` is: the day, or the first of its month. */
  unit: Type.Enum(['day', 'month']),
  /** Where the period is a month: what the plan allows in it. */
  month: orNull(
    Type.Object({
      credits: Type.Object({ used: number, remaining: orNull(number), allowance: orNull(number) }),
      imageRequests: Type.Object({ used: number, allowance: orNull(number), over: Type.Boolean() }),
    }),
  ),
  entries: Type.Array(
    Type.Object({
      kind: Type.Enum(['image', 'call', 'credit']),
      day: text,
      key: text,
      endpoint: text,
      outcome: text,
      amount: number,
    }),
  ),
  /** Those of the entries. Their place among all keys never changes, and so their color. */
  keys: Type.Array(
    Type.Object({
      ...{ id: text, name: text, shown: text, place: number },
      ...{ deleted: Type.Boolean(), isThere: Type.Boolean() },
    }),
  ),
})
export type UsageAnswer = Static<typeof UsageAnswer>

const LoggedCall = Type.Object({
  id: number,
  at: text,
  key: text,
  keyName: orNull(text),
  /** Not deleted, expired or the dashboard's own: there is a page about it. */
  keyIsThere: Type.Boolean(),
  requestId: text,
  endpoint: text,
  /** The host that was asked for. */
  target: orNull(text),
  status: number,
  code: orNull(text),
  /** The sentence of the catalogue for this code. */
  message: orNull(text),
  durationMs: number,
  credits: number,
})
export type LoggedCall = Static<typeof LoggedCall>
export const RequestsAnswer = Type.Object({
  requests: Type.Array(LoggedCall),
  next,
  /** For how long calls are kept; 0: there is no log. */
  days: number,
  /** The name of the key that was asked for. */
  keyName: orNull(text),
})
export type RequestsAnswer = Static<typeof RequestsAnswer>
/** What there is to choose from. */
export const RequestChoicesAnswer = Type.Object({
  endpoints: Type.Array(text),
  codes: Type.Array(text),
})

/** The mail about an allowance that is used up; null where the plan has no limit. */
export const AllowanceMailAnswer = Type.Object({
  mail: orNull(Type.Object({ to: text, subject: text, text })),
  /** This month's, if it was written already. */
  written: orNull(
    Type.Object({ status: Type.Enum(['waiting', 'kept', 'sent', 'failed']), at: text }),
  ),
})

const MemberKeys = Type.Enum(['all', 'own', 'none'])
export type MemberKeys = Static<typeof MemberKeys>
export const MembersAnswer = Type.Object({
  members: Type.Array(
    Type.Object({ id: text, email: text, role: Role, joinedAt: text, twoStep: Type.Boolean() }),
  ),
  /** What members may do with keys. */
  memberKeys: MemberKeys,
  invitations: Type.Array(Type.Object({ id: text, role: Role, expiresAt: text })),
})
export type MembersAnswer = Static<typeof MembersAnswer>

/** What a member made and so has seen: keys, and how many open invitations. */
export const MadeAnswer = Type.Object({ keys: Type.Array(KeyAnswer), invitations: number })

/** The keys of whoever was removed that still work, and how many things ended with them. */
export const RemovedAnswer = Type.Object({
  keys: Type.Array(KeyAnswer),
  ended: Type.Object({ keys: number, invitations: number, sessions: number, resetLinks: number }),
})
export type RemovedAnswer = Static<typeof RemovedAnswer>

const AuditEntry = Type.Object({
  id: number,
  at: text,
  /** A person's e-mail address, or what else acts: operator, start, mail. */
  who: text,
  what: text,
  subject: text,
  /** What the subject is called, where it has a name. */
  name: orNull(text),
})
export type AuditEntry = Static<typeof AuditEntry>
export const AuditAnswer = Type.Object({
  entries: Type.Array(AuditEntry),
  total: number,
  actors: Type.Array(Type.Object({ id: text, name: text })),
  actions: Type.Array(text),
})

export const InvitationAnswer = Type.Object({ url: text })

export const PlaygroundAnswer = Type.Object({
  token: text,
  apiUrl: text,
  imageUrl: text,
  publishableKey: orNull(text),
  hasModel: Type.Boolean(),
  hasSearch: Type.Boolean(),
})
export type PlaygroundAnswer = Static<typeof PlaygroundAnswer>

const Pin = Type.Object({
  host: text,
  what: Type.Enum([...pinnable]),
  /** Where an image came from; null for an upload. */
  url: orNull(text),
  /** A color or a name. */
  words: orNull(text),
  by: text,
  at: text,
})
export type Pin = Static<typeof Pin>
const Complaint = Type.Object({
  id: text,
  host: text,
  kind: Type.Enum([...imageKinds]),
  note: text,
  account: text,
  at: text,
})
export type Complaint = Static<typeof Complaint>
export const CorrectionsAnswer = Type.Object({
  pins: Type.Array(Pin),
  complaints: Type.Array(Complaint),
})

/** URLs that cannot be used, as they were sent; the first hundred of them. */
export const UrlsCheckAnswer = Type.Object({
  problems: Type.Array(Type.Object({ url: text, problem: text })),
  /** Of all that cannot be used. */
  total: number,
})

export const ExportAnswer = Type.Object({ text })

/** What is wrong with a JSON Schema, in one sentence. */
export const SchemaCheckAnswer = Type.Object({ problem: orNull(text) })

/** Where a crawl from a URL stays, in each scope; null where there is no such URL. */
export const ScopeAnswer = orNull(Type.Object({ host: text, folder: text, domain: text }))

/** What is wrong with a timetable, or when it runs next. */
export const TimetableAnswer = Type.Object({ problem: orNull(text), next: Type.Array(text) })

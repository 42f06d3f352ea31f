import type { Static } from 'typebox'
import { optional, Type } from '../../kit/schema.ts'
import { named } from '../http/answers.ts'
import { type Action, actionKinds, selector, step } from '../reader/actions/request.ts'
import { pageUrl } from '../reader/options.ts'

export const secretName = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,64}$',
  description: 'Letters, digits, `_`, `.` and `-`; 64 at most.',
})

const write = step('write', 'SignInWrite', 'Writes into a field.', {
  text: optional.String({ maxLength: 5_000 }),
  secret: Type.Optional({
    ...secretName,
    description: 'The name of a secret, in place of `text`: its value, or its one-time code.',
  }),
  selector: Type.Optional(selector),
})

/** A step of a sign-in: as of `actions`, and a field may get a secret. */
export type SignInStep =
  | Exclude<Action, { type: 'write' | 'screenshot' | 'script' | 'scroll' }>
  | Static<typeof write>

const stepTypes = ['wait', 'click', 'press', 'select']
const kinds = [...actionKinds.filter(kind => stepTypes.includes(kind.properties.type.const)), write]

const Check = Type.Object(
  {
    selector: Type.Optional({ ...selector, description: 'An element that is visible then.' }),
    urlIncludes: optional.String({ minLength: 1, maxLength: 500 }),
    textIncludes: optional.String({ minLength: 1, maxLength: 500 }),
  },
  {
    title: 'SignInCheck',
    additionalProperties: false,
    description:
      'How to know that the sign-in worked; all given conditions must be true. By default, the page must no longer have a password field.',
  },
)

const Login = Type.Object(
  {
    url: pageUrl,
    actions: Type.Array(
      Type.Unsafe<SignInStep>({
        title: 'SignInStep',
        type: 'object',
        required: ['type'],
        discriminator: { propertyName: 'type' },
        oneOf: kinds,
      }),
      {
        maxItems: 50,
        description: 'None: somebody signs in by hand, in the dashboard.',
      },
    ),
    check: Type.Optional(Check),
  },
  {
    title: 'SignIn',
    additionalProperties: false,
    description: 'How to sign in, in a browser. Siteray does it again when the session is over.',
  },
)
export type Login = Static<typeof Login>

const short = (maxLength: number) => Type.String({ maxLength })
const State = Type.Object(
  {
    cookies: optional.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 4_096 }),
        value: short(4_096),
        domain: Type.String({ minLength: 1, maxLength: 255 }),
        path: optional.String({ pattern: '^/', maxLength: 1_024 }),
        expires: optional.Number(),
        httpOnly: optional.Boolean(),
        secure: optional.Boolean(),
        sameSite: optional.Enum(['Strict', 'Lax', 'None']),
      }),
      { maxItems: 500 },
    ),
    origins: optional.Array(
      Type.Object({
        origin: Type.String({ pattern: '^https?://', maxLength: 300 }),
        localStorage: Type.Array(Type.Object({ name: short(10_000), value: short(200_000) }), {
          maxItems: 500,
        }),
      }),
      { maxItems: 50 },
    ),
  },
  {
    title: 'SessionState',
    description: 'Cookies and local storage as Playwright’s `storageState` writes them.',
  },
)

const hosts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: 20,
  description:
    'Where the session is used: host names, or `*.` and a domain for all hosts below it. It goes nowhere else.',
})
const fields = {
  name: optional.String({ minLength: 1, maxLength: 100 }),
  hosts: Type.Optional(hosts),
  login: Type.Optional(Login),
  state: Type.Optional(State),
  cookieFile: optional.String({
    ...{ minLength: 1, maxLength: 256 * 1_024 },
    description: 'The text of a `cookies.txt` (Netscape format), instead of `state`.',
  }),
  headers: optional.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 8_192 }), {
    maxProperties: 20,
    description:
      'Sent with every request to `hosts`: `Authorization`, or the `Signature`, `Signature-Input` and `Signature-Agent` of a key that the site gave you.',
  }),
  ttlHours: optional.Integer({
    ...{ minimum: 1, maximum: 720 },
    description:
      'How long after a sign-in it is used; then Siteray signs in again. 24 by default, 720 without steps.',
  }),
  saveChanges: optional.Boolean({
    description: 'Keep cookies that sites change meanwhile; true by default.',
  }),
}

export const SessionRequest = Type.Object(
  { ...fields, hosts },
  {
    title: 'SessionRequest',
    additionalProperties: false,
    examples: [
      {
        name: 'Shop',
        hosts: ['shop.example.com'],
        login: {
          url: 'https://shop.example.com/login',
          actions: [
            { type: 'write', selector: '#email', text: 'me@example.com' },
            { type: 'write', selector: '#password', text: 'better the name of a `secret`' },
            { type: 'click', selector: 'button[type=submit]' },
          ],
        },
      },
    ],
  },
)
export type SessionRequest = Static<typeof SessionRequest>

export const SessionChange = Type.Object(fields, {
  title: 'SessionChange',
  additionalProperties: false,
  examples: [{ name: 'Shop, new password', ttlHours: 48 }],
})
export type SessionChange = Static<typeof SessionChange>

const when = (description: string) => optional.String({ format: 'date-time', description })
export const Session = named('Session', {
  id: Type.String(),
  name: Type.String(),
  hosts: Type.Array(Type.String()),
  status: Type.Enum(['new', 'ready', 'expired', 'failed'], {
    description:
      '`new`: nobody signed in yet, the first page does. `expired`: the site ended it. `failed`: the last sign-in did not work, see `failure`.',
  }),
  hasLogin: Type.Boolean({ description: 'It has steps to sign in again' }),
  ttlHours: Type.Integer(),
  saveChanges: Type.Boolean(),
  signIns: Type.Integer({ description: 'How often it was signed in or given a new state' }),
  signedInAt: when('The last time'),
  usedAt: when('When a page was last read with it; to the minute'),
  failure: optional.String({ description: 'Why the last sign-in did not work' }),
  createdAt: Type.String({ format: 'date-time' }),
})
export type Session = Static<typeof Session>

export const SessionList = named('SessionList', { data: Type.Array(Session) })

export const SecretRequest = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 4_000 }),
    totp: optional.Boolean({
      default: false,
      description:
        'The value is the key of one-time codes (base32 or `otpauth://`): a step writes the code of the moment.',
    }),
  },
  {
    title: 'SecretRequest',
    additionalProperties: false,
    examples: [{ value: 'correct horse battery staple' }],
  },
)
export const Secret = named('Secret', {
  name: Type.String(),
  totp: Type.Boolean(),
  updatedAt: Type.String({ format: 'date-time' }),
})
export const SecretList = named('SecretList', { data: Type.Array(Secret) })

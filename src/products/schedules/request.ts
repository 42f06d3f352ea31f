import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { webhookOption } from '../../base/webhooks/request.ts'
import { closed, optional, orNull, Type } from '../../kit/schema.ts'
import { minMinutes } from './timetable.ts'

const kindNames = ['crawl', 'batch', 'map', 'branding'] as const
export type ScheduleKindName = (typeof kindNames)[number]

const eventTypes = ['schedule.completed', 'schedule.changed', 'schedule.failed'] as const
export type EventType = (typeof eventTypes)[number]

const Webhook = webhookOption(
  'ScheduleWebhook',
  { types: eventTypes, description: 'Default: `schedule.changed` and `schedule.failed`.' },
  {},
)

const cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description: `Minute, hour, day, month, weekday; at most every ${minMinutes} minutes.`,
  examples: ['30 6 * * 1'],
})
const timeZone = Type.String({
  minLength: 1,
  maxLength: 100,
  default: 'UTC',
  description: 'In which the cron expression is read.',
  examples: ['Europe/Berlin'],
})
const name = Type.String({ minLength: 1, maxLength: 100 })

export const ScheduleRequest = closed(
  {
    name: Type.Optional(name),
    kind: Type.Enum([...kindNames], { description: 'The operation that is repeated.' }),
    request: Type.Object(
      {},
      { additionalProperties: true, description: 'The body of that operation.' },
    ),
    cron,
    timeZone: Type.Optional(timeZone),
    compareTo: optional.Enum(['previous'], {
      description:
        'Reports for each run what is new, changed or gone since the one before. A batch or crawl needs `markdown` among its `formats`.',
    }),
    mail: optional.Boolean({
      description:
        'Mail the account’s owner when something changes or a run fails; default: true with `compareTo`.',
    }),
    webhook: Type.Optional(Webhook),
  },
  {
    title: 'ScheduleRequest',
    examples: [
      {
        kind: 'map',
        request: { url: 'https://example.com/' },
        cron: '30 6 * * 1',
        timeZone: 'Europe/Berlin',
        compareTo: 'previous',
      },
    ],
  },
)
export type ScheduleRequest = Static<typeof ScheduleRequest>

export const ScheduleChange = Type.Object(
  {
    name: Type.Optional(name),
    cron: Type.Optional(cron),
    timeZone: optional.String({ minLength: 1, maxLength: 100 }),
    paused: optional.Boolean(),
  },
  {
    title: 'ScheduleChange',
    examples: [{ paused: true }],
    additionalProperties: false,
    minProperties: 1,
  },
)
export type ScheduleChange = Static<typeof ScheduleChange>

const time = (description: string) => orNull(Type.String({ description }))

const Changes = named('ChangeCounts', {
  new: Type.Integer(),
  changed: Type.Integer(),
  gone: Type.Integer(),
  failed: Type.Integer({ description: 'Pages that were read before and cannot be read now' }),
  same: Type.Integer(),
})

export const ScheduleRun = named('ScheduleRun', {
  id: Type.String(),
  dueAt: Type.String({ description: 'When it was to run; ISO 8601, UTC' }),
  state: Type.Enum(['waiting', 'running', 'completed', 'failed', 'skipped']),
  startedAt: time('When it began'),
  endedAt: time('When it ended'),
  jobId: orNull(Type.String(), 'The batch or crawl that it started'),
  creditsUsed: Type.Number(),
  error: orNull(Type.String()),
  changes: orNull(Changes, 'Against the run before it; null where nothing was compared'),
})
export type ScheduleRun = Static<typeof ScheduleRun>

export const Schedule = named('Schedule', {
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...kindNames]),
  request: Type.Object(
    {},
    { description: 'Without headers, webhooks and actions: those are kept sealed' },
  ),
  cron: Type.String(),
  timeZone: Type.String(),
  compareTo: orNull(Type.Literal('previous')),
  mail: Type.Boolean(),
  webhook: orNull(Type.Object({ url: Type.String(), events: Type.Array(Type.String()) })),
  paused: Type.Boolean(),
  pausedBecause: orNull(Type.String()),
  nextAt: time('The next run; null while it is paused'),
  createdAt: Type.String(),
  lastRun: orNull(ScheduleRun),
  lastChange: orNull(ScheduleRun, 'The last run that found a change'),
})
export type Schedule = Static<typeof Schedule>

export const Change = named('RunChange', {
  change: Type.Enum(['new', 'changed', 'gone', 'failed']),
  subject: Type.String({ description: 'The page’s URL, or the name of a design token' }),
  detail: orNull(
    Type.String(),
    'A unified diff of the page’s Markdown, the value before and after, or why the page cannot be read',
  ),
})
export type Change = Static<typeof Change>

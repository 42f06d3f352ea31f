import type { Static } from 'typebox'
import { closed, orNull, Type } from '../../kit/schema.ts'
import { named } from '../http/answers.ts'

const time = () => Type.String({ description: 'ISO 8601, UTC' })

export const DeliveriesAnswer = named('Deliveries', {
  total: Type.Number({ description: 'Events of the batch so far' }),
  data: Type.Array(
    named('Delivery', {
      id: Type.String({ description: 'The `webhook-id` it is sent with' }),
      type: Type.String(),
      url: Type.String({ description: 'Where it goes' }),
      state: Type.Enum(['waiting', 'delivered', 'failed']),
      createdAt: time(),
      endedAt: orNull(time()),
      nextAttemptAt: orNull(time()),
      attempts: Type.Array(
        Type.Object({
          at: time(),
          status: orNull(Type.Integer(), 'The receiver’s answer'),
          error: orNull(Type.String(), 'Why it did not arrive'),
          durationMs: Type.Integer(),
        }),
      ),
    }),
    { description: 'The newest first' },
  ),
})
export type DeliveriesAnswer = Static<typeof DeliveriesAnswer>

/** What came of an attempt to deliver. */
export const AttemptAnswer = named('DeliveryAttempt', {
  id: Type.String({ description: 'The `webhook-id` it was sent with' }),
  ok: Type.Boolean({ description: 'Whether the receiver took it: a 2xx within 15 seconds' }),
  status: orNull(Type.Integer(), 'The receiver’s answer'),
  error: orNull(Type.String(), 'Why it did not arrive'),
  durationMs: Type.Integer(),
})
export type AttemptAnswer = Static<typeof AttemptAnswer>

export const TestEvent = closed(
  { url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Gets the event, by POST.' }) },
  {
    title: 'TestEvent',
    examples: [{ url: 'https://hooks.example.org/siteray' }],
  },
)

export const SecretAnswer = named('WebhookSecret', {
  secret: Type.String({ description: '`whsec_` and base64' }),
})
export type SecretAnswer = Static<typeof SecretAnswer>

import type { TProperties } from 'typebox'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { optional, Type } from '../../kit/schema.ts'

/** How a caller names a webhook; what it hears of differs, and there may be more to say. */
export const webhookOption = <Event extends string, More extends TProperties>(
  title: string,
  { types, description }: { types: readonly Event[]; description: string },
  more: More,
) =>
  Type.Object(
    {
      url: Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Gets the events, by POST.',
      }),
      headers: optional.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
        maxProperties: 20,
        description: 'Sent with every event; kept encrypted.',
      }),
      ...more,
      events: optional.Array(Type.Enum([...types]), {
        minItems: 1,
        uniqueItems: true,
        description,
      }),
    },
    { title, additionalProperties: false, description: 'Signed as Standard Webhooks say.' },
  )

/** Its URL as it is sent to; what is wrong with it is told as the webhook's fault. */
export const readWebhookUrl = (
  parseTarget: (text: string) => URL,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const ours = Object.keys(headers).find(name => signed.test(name))
  if (ours !== undefined)
    throw invalidRequest(
      `The webhook’s header "${ours}" cannot be set: it is part of our signature.`,
    )
  const { username, password } = URL.parse(url) ?? {}
  if (username || password)
    throw invalidRequest(
      'The webhook’s URL has a user name or a password, which is not sent: use the header "Authorization".',
    )
  try {
    return parseTarget(url).href
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, `The webhook’s URL cannot be used: ${error.message}`)
  }
}

const signed = /^webhook-(?:id|timestamp|signature)$/i

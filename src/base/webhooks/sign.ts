import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/**
 * The three headers of Standard Webhooks. Several secrets give several signatures: a receiver that
 * knows the old or the new one accepts the message.
 */
export const signatureHeaders = (
  message: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> => {
  const timestamp = Math.floor(message.at.getTime() / 1_000).toString()
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const signed = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`)
    return `v1,${signed.digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** The whole secret is the key, as that service's receivers use theirs. */
export const firecrawlSignature = (body: string, secret: string): Record<string, string> => ({
  'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

import { SiterayError } from './error.ts'

export type WebhookEvent = { type: string; timestamp: string; data: Record<string, unknown> }
type HeadersLike = Headers | Record<string, string | string[] | undefined>

const toleranceSeconds = 300

/**
 * Checks an event against the account's secret (`whsec_…`) and parses it. `body` is what came, to
 * the byte: parsing it before would lose what was signed.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeadersLike,
  secret: string,
  nowMs: number = Date.now(),
): Promise<WebhookEvent> => {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const apart = Math.abs(nowMs / 1_000 - Number(timestamp))
  // Not "larger than": a time that is no number is refused too.
  if (!(apart <= toleranceSeconds)) throw refused('it is too old, or a clock is wrong')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const { subtle } = await webCrypto()
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures.split(' ')) {
    const [version, base64 = ''] = signature.split(',')
    if (version !== 'v1') continue
    if (await subtle.verify('HMAC', key, bytesOf(base64), signed)) return JSON.parse(text)
  }
  throw refused('no signature fits')
}

const refused = (why: string) =>
  new SiterayError(`The webhook cannot be trusted: ${why}.`, { code: 'invalid_signature' })

const headerOf = (headers: HeadersLike, name: string): string => {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string') throw refused(`the header ${name} is missing`)
  return value
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    throw refused('the secret or a signature is not base64')
  }
}

/** Node 18 has it only in a module; the name is hidden from bundlers, which would look for it. */
const webCrypto = async (): Promise<Crypto> => {
  if (globalThis.crypto) return globalThis.crypto
  const name = 'node:crypto'
  return ((await import(name)) as { webcrypto: Crypto }).webcrypto
}

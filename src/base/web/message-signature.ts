import { createHash, type KeyObject, randomBytes, sign, verify } from 'node:crypto'

/** An Ed25519 key; its id is the thumbprint of the public part (RFC 7638, RFC 8037). */
export type SigningKey = { id: string; privateKey: KeyObject }

/** The public part, as in a JSON Web Key. */
export type PublicKey = { id: string; x: string }

type SignedHeaders = { signature: string; 'signature-input': string }
export type RequestSignature = SignedHeaders & { 'signature-agent': string }

/** How long a site may believe a signature. Clocks differ, networks are slow, and that is all. */
const validSeconds = 60
const nonceBytes = 64

/** The members in the order of their names and without spaces, as the RFC asks. */
export const thumbprintOf = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')

/**
 * Who asks, for one authority and one minute (Web Bot Auth on RFC 9421): a signature that a site
 * keeps is of no use at another one, nor later.
 */
export const signRequest = (
  key: SigningKey,
  agent: string,
  url: URL,
  nowMs: number,
): RequestSignature => {
  const signatureAgent = `"${agent}"`
  const covered = [
    ['"@authority"', authorityOf(url)],
    ['"signature-agent"', signatureAgent],
  ] as const
  const { input, signature } = signComponents(key, covered, 'web-bot-auth', nowMs)
  return {
    'signature-agent': signatureAgent,
    'signature-input': `sig1=${input}`,
    signature: `sig1=${signature}`,
  }
}

/** Of the directory of keys: each key proves that whoever serves it holds it. */
export const signDirectory = (
  keys: readonly SigningKey[],
  agent: string,
  nowMs: number,
): SignedHeaders => {
  const covered = [['"@authority";req', authorityOf(new URL(agent))]] as const
  const signed = keys.map((key, index) => ({
    label: `key${index}`,
    ...signComponents(key, covered, 'http-message-signatures-directory', nowMs),
  }))
  return {
    'signature-input': signed.map(({ label, input }) => `${label}=${input}`).join(', '),
    signature: signed.map(({ label, signature }) => `${label}=${signature}`).join(', '),
  }
}

/** Whether a request that arrived at `url` was signed by this key, and just now. */
export const isSignedBy = (
  { id, x }: PublicKey,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  url: URL,
  nowMs: number,
): boolean => {
  const [, input = ''] = /^sig1=(.*)$/.exec(String(headers['signature-input'])) ?? []
  const [, bytes = ''] = /^sig1=:([A-Za-z0-9+/=]+):$/.exec(String(headers.signature)) ?? []
  const [, created = '', expires = '', keyId] =
    /;created=(\d+);expires=(\d+);keyid="([^"]*)"/.exec(input) ?? []
  const isNow = Number(created) * 1_000 <= nowMs && nowMs <= Number(expires) * 1_000
  if (keyId !== id || !isNow || !input.startsWith('("@authority" "signature-agent");')) return false
  const base = [
    `"@authority": ${authorityOf(url)}`,
    `"signature-agent": ${headers['signature-agent']}`,
    `"@signature-params": ${input}`,
  ].join('\n')
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' } as const
  return verify(null, Buffer.from(base), key, Buffer.from(bytes, 'base64'))
}

const signComponents = (
  { id, privateKey }: SigningKey,
  covered: readonly (readonly [name: string, value: string])[],
  tag: string,
  nowMs: number,
): { input: string; signature: string } => {
  const created = Math.floor(nowMs / 1_000)
  const nonce = randomBytes(nonceBytes).toString('base64')
  const parameters = `;created=${created};expires=${created + validSeconds};keyid="${id}";alg="ed25519";nonce="${nonce}";tag="${tag}"`
  const input = `(${covered.map(([name]) => name).join(' ')})${parameters}`
  const lines = covered.map(([name, value]) => `${name}: ${value}`)
  const base = [...lines, `"@signature-params": ${input}`].join('\n')
  const signature = sign(null, Buffer.from(base), privateKey)
  return { input, signature: `:${signature.toString('base64')}:` }
}

/** RFC 9421 §2.2.3: lower case, without the scheme's own port; URL has done both. */
const authorityOf = ({ host }: URL): string => host

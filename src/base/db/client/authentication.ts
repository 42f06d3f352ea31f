import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { clientError } from './errors.ts'
import * as messages from './messages.ts'

/** What the server may ask for, by the number in its message. */
const done = 0
const clearText = 3
const md5 = 5
const scramStart = 10
const scramContinue = 11
const scramEnd = 12

/** One login, from the server's first question to its last. */
export class Login {
  private readonly user: string
  private readonly password: string
  private readonly nonce = randomBytes(18).toString('base64')
  private signature: string | undefined

  constructor({ user, password }: { user: string; password: string }) {
    this.user = user
    this.password = password
  }

  /** What is sent, if the server waits for something. */
  answer(message: Buffer): Buffer | undefined {
    const kind = message.readUInt32BE(5)
    const body = message.subarray(9)
    if (kind === done) return undefined
    if (kind === clearText) return messages.password(this.password)
    if (kind === md5) return messages.password(this.hashed(body))
    if (kind === scramStart) return messages.saslStart('SCRAM-SHA-256', `n,,n=*,r=${this.nonce}`)
    if (kind === scramContinue) return messages.saslContinue(this.proof(body.toString()))
    if (kind !== scramEnd)
      throw clientError('AUTH_TYPE_NOT_IMPLEMENTED', `The server asks for authentication ${kind}`)
    if (body.toString().slice(2) !== this.signature)
      throw clientError('SASL_SIGNATURE_MISMATCH', 'The server does not know the password')
    return undefined
  }

  private hashed(salt: Buffer): string {
    const inner = createHash('md5').update(`${this.password}${this.user}`).digest('hex')
    return `md5${createHash('md5').update(inner).update(salt).digest('hex')}`
  }

  /** SCRAM-SHA-256 (RFC 5802 and 7677): both sides prove that they know the password. */
  private proof(challenge: string): string {
    const {
      r,
      s = '',
      i,
    } = Object.fromEntries(challenge.split(',').map(part => [part.charAt(0), part.slice(2)]))
    const salted = pbkdf2Sync(this.password, Buffer.from(s, 'base64'), Number(i), 32, 'sha256')
    const clientKey = hmac(salted, 'Client Key')
    const spoken = `n=*,r=${this.nonce},${challenge},c=biws,r=${r}`
    this.signature = hmac(hmac(salted, 'Server Key'), spoken).toString('base64')
    const mask = hmac(createHash('sha256').update(clientKey).digest(), spoken)
    const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (mask[at] ?? 0)))
    return `c=biws,r=${r},p=${proof.toString('base64')}`
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/**
 * The browser cannot be told of a company's own authority: it has no setting for one. So the proxy
 * checks such a host itself, in full, and speaks to the browser with a certificate of its own, whose
 * key lives as long as this process and is the only one that the browser takes without a check.
 */
export type OwnCa = {
  /** Of the key, as `--ignore-certificate-errors-spki-list` wants it. */
  keyHash: string
  /** The browser's end of a connection whose other end was checked. */
  speakTo: (client: Socket) => TLSSocket
}

export const createOwnCa = (): OwnCa => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const secureContext = createSecureContext({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: toPem(certificateOf(spki, privateKey)),
  })
  return {
    keyHash: createHash('sha256').update(spki).digest('base64'),
    speakTo: client =>
      new TLSSocket(client, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] }),
  }
}

/** The least that is a certificate (RFC 5280, 4.1): who signed it and for whom is never looked at. */
const certificateOf = (spki: Buffer, key: KeyObject): Buffer => {
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('Siteray')))))
  const until = sequence(...['000101000000Z', '491231235959Z'].map(day => der(0x17, ascii(day))))
  const serial = der(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(15)]))
  const signed = sequence(serial, ecdsaWithSha256, name, until, name, spki)
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, key)])
  return sequence(signed, ecdsaWithSha256, der(0x03, signature))
}

const ascii = (text: string): Buffer => Buffer.from(text, 'ascii')

const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const size = length < 128 ? [length] : long
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))

const commonName = der(0x06, Buffer.from('550403', 'hex'))
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))

const toPem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`

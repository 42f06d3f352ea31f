import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/**
 * Certificates for the simulated web, made in memory: a test machine has Node and nothing else.
 * Just enough DER for an authority and its leaves, signed with ECDSA P-256.
 */
export type Authority = {
  certificate: string
  issue: (host: string, validity?: Validity) => { key: string; cert: string }
}

export type Validity = { from: Date; until: Date }

/** Real servers keep the root to themselves; of one that nobody knows it tells so. */
export const createAuthority = (name: string, { sendsRoot = false } = {}): Authority => {
  const keys = newKeys()
  // One key for all leaves: only the names differ, and a key costs more than a signature.
  const leafKeys = newKeys()
  const leafKey = leafKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = toPem(
    certify({ subject: name, issuer: name, keys, signer: keys, extensions: authorityExtensions }),
  )
  return {
    certificate,
    issue: (host, validity) => ({
      key: leafKey,
      cert: `${toPem(
        certify({
          subject: host,
          issuer: name,
          keys: leafKeys,
          signer: keys,
          extensions: leafExtensions(host),
          ...(validity && { validity }),
        }),
      )}${sendsRoot ? certificate : ''}`,
    }),
  }
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject }

const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const dayMs = 86_400_000
const aroundNow = (): Validity => ({
  from: new Date(Date.now() - dayMs),
  until: new Date(Date.now() + 30 * dayMs),
})

const certify = (parts: {
  subject: string
  issuer: string
  keys: Keys
  signer: Keys
  extensions: (keyId: Buffer, signerId: Buffer) => Buffer[]
  validity?: Validity
}): Buffer => {
  const validity = parts.validity ?? aroundNow()
  const signed = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    distinguishedName(parts.issuer),
    sequence(time(validity.from), time(validity.until)),
    distinguishedName(parts.subject),
    parts.keys.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...parts.extensions(keyId(parts.keys), keyId(parts.signer)))),
  )
  const signature = sign('sha256', signed, parts.signer.privateKey)
  return sequence(signed, ecdsaWithSha256, bitString(signature))
}

const authorityExtensions = (own: Buffer): Buffer[] => [
  extension('2.5.29.19', sequence(boolean(true)), true),
  extension('2.5.29.15', der(0x03, Buffer.from([1, 0b0000_0110])), true),
  extension('2.5.29.14', der(0x04, own)),
]

const leafExtensions =
  (host: string) =>
  (own: Buffer, signer: Buffer): Buffer[] => [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension(
      '2.5.29.17',
      sequence(isIPv4(host) ? der(0x87, v4Bytes(host)) : der(0x82, Buffer.from(host))),
    ),
    extension('2.5.29.14', der(0x04, own)),
    extension('2.5.29.35', sequence(der(0x80, signer))),
  ]

const v4Bytes = (address: string): Buffer => Buffer.from(address.split('.').map(Number))

const keyId = (keys: Keys): Buffer =>
  createHash('sha1')
    .update(keys.publicKey.export({ type: 'spki', format: 'der' }))
    .digest()

const der = (tag: number, content: Buffer): Buffer => {
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer): Buffer => der(0x02, bytes)
const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]))
const bitString = (bytes: Buffer): Buffer => der(0x03, Buffer.concat([Buffer.from([0]), bytes]))
const tagged = (number: number, content: Buffer): Buffer => der(0xa0 | number, content)

const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap(part => {
    const groups = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const extension = (id: string, content: Buffer, critical = false): Buffer =>
  sequence(objectId(id), ...(critical ? [boolean(true)] : []), der(0x04, content))

const distinguishedName = (commonName: string): Buffer =>
  sequence(
    der(0x31, sequence(objectId('2.5.4.3'), der(0x0c, Buffer.from(commonName.slice(0, 64))))),
  )

/** UTCTime, which certificates must use for dates before 2050. */
const time = (date: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      date
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  )

const toPem = (bytes: Buffer): string =>
  [
    '-----BEGIN CERTIFICATE-----',
    ...(bytes.toString('base64').match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----\n',
  ].join('\n')

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))

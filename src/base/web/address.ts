import { isIP } from 'node:net'

/**
 * Which IP addresses are public. Decided on parsed bytes, never on text: ranges written as strings
 * or regular expressions are how every well-known library of this kind was bypassed.
 */
export const isPublicAddress = (text: string): boolean => {
  const address = parseAddress(text)
  if (!address) return false
  if (address.length === 4) return !specialV4.some(range => contains(range, address))
  return (
    contains(globalUnicast, address) &&
    !specialV6.some(range => contains(range, address)) &&
    !isIsatap(address)
  )
}

/** 4 or 16 bytes; an IPv4 address mapped into IPv6 is the IPv4 address it stands for. */
export const parseAddress = (text: string): Uint8Array | undefined => {
  const family = isIP(text)
  if (family === 4) return parseV4(text)
  if (family === 0 || text.includes('%')) return undefined
  const bytes = parseV6(text)
  return contains(v4Mapped, bytes) ? bytes.subarray(12) : bytes
}

type Range = { bytes: Uint8Array; bits: number }

/** `10.1.0.0/16`, `fd00::/8`, or one address. A range inside ::ffff:0:0/96 is its IPv4 range. */
export const parseRange = (text: string): Range => {
  const [address = '', bitsText] = text.split('/')
  const bytes = parseAddress(address)
  if (!bytes) throw new Error(`"${text}" is no address range.`)
  const written = bitsText === undefined ? bytes.length * 8 : Number(bitsText)
  const unwrapped = bytes.length === 4 && address.includes(':') && bitsText !== undefined
  return { bytes, bits: unwrapped ? Math.max(0, written - 96) : written }
}

export const contains = (range: Range, address: Uint8Array): boolean => {
  if (range.bytes.length !== address.length) return false
  const whole = range.bits >> 3
  for (let index = 0; index < whole; index++)
    if (range.bytes[index] !== address[index]) return false
  const rest = range.bits & 7
  if (rest === 0) return true
  const mask = (0xff << (8 - rest)) & 0xff
  return ((range.bytes[whole] ?? 0) & mask) === ((address[whole] ?? 0) & mask)
}

/** Two spellings of one address are equal. */
export const sameAddress = (one: string, other: string): boolean => {
  const [a, b] = [parseAddress(one), parseAddress(other)]
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0
}

/** Allowed although not public. Through NAT64 the IPv4 address behind counts too. */
export const createAllowList = (ranges: readonly string[]) => {
  const parsed = ranges.map(parseRange)
  const listed = (address: Uint8Array) => parsed.some(range => contains(range, address))
  return (text: string): boolean => {
    const address = parseAddress(text)
    if (!address || !listed(address)) return false
    if (!contains(nat64, address)) return true
    const behind = address.subarray(12)
    return listed(behind) || isPublicAddress(behind.join('.'))
  }
}

const parseV4 = (text: string): Uint8Array => Uint8Array.from(text.split('.'), Number)

const parseV6 = (text: string): Uint8Array => {
  const [head = '', tail] = text.split('::')
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const gap = Array<number>(8 - before.length - after.length).fill(0)
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  for (const [index, group] of [...before, ...gap, ...after].entries())
    view.setUint16(index * 2, group)
  return bytes
}

/** The groups of one side of `::`; a dotted IPv4 tail makes two. */
const groups = (text: string): number[] => {
  if (text === '') return []
  return text.split(':').flatMap(group => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = parseV4(group)
    return [(a << 8) | b, (c << 8) | d]
  })
}

/** ISATAP carries an IPv4 address behind the interface id `0:5efe`, under any prefix. */
const isIsatap = (address: Uint8Array): boolean =>
  ((address[8] ?? 0) & 0xfd) === 0 &&
  address[9] === 0 &&
  address[10] === 0x5e &&
  address[11] === 0xfe

// parseAddress unwraps what lies in here, so this one range is built by hand.
const v4Mapped: Range = {
  bytes: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0]),
  bits: 96,
}
const nat64 = parseRange('64:ff9b::/96')

/** IANA's special-purpose registry, and the cloud's own addresses that look public. */
const specialV4 = [
  '0.0.0.0/8', // this network; 0.0.0.0 reaches loopback on Linux
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT, and Alibaba's metadata
  '127.0.0.0/8',
  '168.63.129.16', // Azure's host agent
  '169.254.0.0/16', // link-local and most clouds' metadata
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocols, and Oracle's metadata
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(parseRange)

/** Nothing outside this block is assigned for the Internet: loopback, ULA, NAT64 all fall away. */
const globalUnicast = parseRange('2000::/3')
const specialV6 = [
  '2001::/23', // Teredo, benchmarking, ORCHID and other protocol blocks
  '2001:db8::/32',
  '2002::/16', // 6to4 tunnels to any IPv4 address
  '3ffe::/16', // the 6bone, given back
  '3fff::/20',
].map(parseRange)

import { createSocket } from 'node:dgram'

/** What a name answers: addresses of either family, or no answer at all. */
export type DnsAnswers = (name: string, nth: number) => readonly string[] | 'silence'

export type DnsServer = { address: string; queries: readonly string[]; close: () => Promise<void> }

/** A real DNS server on loopback whose answers a test decides, one by one: rebinding needs that. */
export const createDnsServer = async (answers: DnsAnswers): Promise<DnsServer> => {
  const socket = createSocket('udp4')
  const queries: string[] = []
  const counts = new Map<string, number>()
  socket.on('message', (query, sender) => {
    const { name, type, end } = readQuestion(query)
    queries.push(name)
    const key = `${name} ${type}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const addresses = answers(name, nth)
    if (addresses !== 'silence') socket.send(reply(query, end, type, addresses), sender.port)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    close: () => new Promise(resolve => socket.close(() => resolve())),
  }
}

const typeA = 1
const typeAaaa = 28

const readQuestion = (query: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const reply = (query: Buffer, end: number, type: number, addresses: readonly string[]): Buffer => {
  const records = addresses.flatMap(address => {
    const bytes = address.includes(':') ? v6(address) : Buffer.from(address.split('.').map(Number))
    const matches = type === (bytes.length === 4 ? typeA : typeAaaa)
    if (!matches) return []
    // A pointer to the name in the question, the type, class IN, no caching.
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
    return [Buffer.concat([head, bytes])]
  })
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(records.length, 6)
  header.fill(0, 8)
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** The URL parser turns any spelling into plain groups with at most one gap. */
const v6 = (address: string): Buffer => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const hex = (side: string) =>
    side
      .split(':')
      .filter(group => group !== '')
      .map(group => group.padStart(4, '0'))
      .join('')
  const [before, after] = [hex(head), hex(tail ?? '')]
  return Buffer.from(before + after.padStart(32 - before.length, '0'), 'hex')
}

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type S3Server = {
  /** For S3_URL. */
  url: string
  origin: string
  objects: Map<string, Buffer>
  /** `down`: 503. `hung`: no answer. `cut`: half of the bytes. */
  fault: 'down' | 'hung' | 'cut' | undefined
  /** Method and path of each request. */
  asked: string[]
  close(): void
}

const accessKey = 'AKTEST'
const secret = 'a/secret+with=signs'
export const bucket = 'siteray'

/** A bucket in memory that takes nothing without a right signature and a right digest of the body. */
export const startS3 = async (): Promise<S3Server> => {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    state.asked.push(`${request.method} ${url.pathname}`)
    const body = await buffer(request)
    const answer = (status: number, text: string | Buffer = '') =>
      response.writeHead(status).end(text)
    if (state.fault === 'hung') return
    if (state.fault === 'down') return answer(503, '<Code>SlowDown</Code>')
    const problem = problemWith(request, url, body)
    if (problem) return answer(403, `<Code>${problem}</Code>`)
    const [, named, ...rest] = url.pathname.split('/')
    if (named !== bucket) return answer(404, '<Code>NoSuchBucket</Code>')
    const key = rest.join('/')
    if (request.method === 'PUT') {
      objects.set(key, body)
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (key === '') return answer(200, listing(objects, url))
    const found = objects.get(key)
    if (!found) return answer(404, '<Code>NoSuchKey</Code>')
    if (state.fault !== 'cut') return answer(200, found)
    response.writeHead(200, { 'content-length': found.length })
    response.write(found.subarray(0, found.length / 2), () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const state: S3Server = {
    url: `http://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/some/folder?region=eu-test-1`,
    ...{ origin, objects, asked: [], fault: undefined },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return state
}

const listing = (objects: Map<string, Buffer>, url: URL): string => {
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('start-after') ?? ''
  const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
  const parts = keys
    .slice(0, 2)
    .map(
      key =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
    )
  return `<ListBucketResult>${parts.join('')}</ListBucketResult>`
}

/** Signature Version 4, written down from its description and not from the client's code. */
const problemWith = (request: IncomingMessage, url: URL, body: Buffer): string | undefined => {
  const query = url.searchParams
  const isLink = query.has('X-Amz-Signature')
  const said = isLink ? undefined : (request.headers.authorization ?? '')
  const [, credential = '', names = '', signature = ''] = said
    ? (/Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(said) ?? [])
    : ['', ...['Credential', 'SignedHeaders', 'Signature'].map(n => query.get(`X-Amz-${n}`) ?? '')]
  const date = isLink ? (query.get('X-Amz-Date') ?? '') : `${request.headers['x-amz-date']}`
  const digest = isLink ? 'UNSIGNED-PAYLOAD' : `${request.headers['x-amz-content-sha256']}`
  if (!isLink && digest !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  if (isLink && Date.now() > timeOf(date) + Number(query.get('X-Amz-Expires')) * 1_000)
    return 'AccessDenied'
  query.delete('X-Amz-Signature')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    ...[request.method, url.pathname, pairs.join('&')],
    ...names.split(';').map(name => `${name}:${request.headers[name]}`),
    ...['', names, digest],
  ].join('\n')
  const [key, day, region, service, end] = credential.split('/')
  const hmac = (from: string | Buffer, text: string) =>
    createHmac('sha256', from).update(text).digest()
  const signing = [region, service, end].reduce(
    (from, part) => hmac(from, `${part}`),
    hmac(`AWS4${secret}`, `${day}`),
  )
  const text = ['AWS4-HMAC-SHA256', date, [day, region, service, end].join('/'), sha256(canonical)]
  const right = hmac(signing, text.join('\n')).toString('hex')
  return key === accessKey && region === 'eu-test-1' && right === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'))

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex')

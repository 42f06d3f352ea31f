import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Place } from '../../config/s3-location.ts'

export type S3 = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined: there is none. */
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  /** A URL that anybody may use for so long; undefined where callers do not reach the store. */
  link(key: string, seconds: number, contentType: string): Promise<string | undefined>
  /** Keys after another one, in order, with when they were written. */
  list(after: string): Promise<{ key: string; at: Date }[]>
}

/** Until a store answers: one that hangs is as good as none. */
const usualMs = 5_000
const late = new Error('the store of S3_URL does not answer in time')
/** What is large takes longer: a megabyte may take a second. */
const timeFor = (bytes: number): number => bytes / 1_000
/** The second is for a connection that had been closed, or a moment's trouble. */
const tries = 2

/**
 * The five requests that we need of S3, the bucket in the path, every body with its digest. `fetch` is
 * the one for servers that the operator names, which may have private addresses; wherever such a
 * server may want to send us, we do not follow.
 */
export const openS3 = (place: S3Place, fetch: Fetch, timeoutMs = usualMs): S3 => {
  const { origin, bucket, prefix } = place
  const addressOf = (key: string, at = origin) => `${at}/${bucket}/${prefix}${key}`
  // The key of a day is derived once.
  const cache = new Map<string, ArrayBuffer>()
  const sign = (url: string, options: object) =>
    new AwsV4Signer({ ...place, url, service: 's3', cache, ...options }).sign()

  const ask = async (method: string, url: string, body?: Uint8Array): Promise<Answered> => {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    for (let tried = 1; ; tried++) {
      try {
        const signed = await sign(url, { method, headers: { 'x-amz-content-sha256': digest } })
        const answer = await within(timeoutMs + timeFor(body?.length ?? 0), signal =>
          fetch(signed.url, {
            ...{ method, redirect: 'manual', signal },
            headers: Object.fromEntries(signed.headers),
            ...(body && { body: body as Uint8Array<ArrayBuffer> }),
          }),
        )
        if (answer.status < 500) return answer
        throw new S3Error(method, answer.status, answer.bytes)
      } catch (error) {
        if (tried === tries || error === late) throw error
      }
    }
  }

  /** First until it answers, then for what it sends. */
  const within = async (firstMs: number, send: (signal: AbortSignal) => Promise<Response>) => {
    const life = new AbortController()
    const end = () => life.abort(late)
    let timer = setTimeout(end, firstMs)
    try {
      const answer = await send(life.signal)
      clearTimeout(timer)
      timer = setTimeout(end, timeoutMs + timeFor(Number(answer.headers.get('content-length'))))
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, bytes) {
      const { status, bytes: said } = await ask('PUT', addressOf(key), bytes)
      if (status !== 200) throw new S3Error('PUT', status, said)
    },
    async get(key) {
      const { status, bytes } = await ask('GET', addressOf(key))
      if (status === 200) return bytes
      // A bucket that is not there is a fault of the set-up, and not an object that is gone.
      if (status === 404 && !bytes.includes('NoSuchBucket')) return undefined
      throw new S3Error('GET', status, bytes)
    },
    async remove(key) {
      const { status, bytes } = await ask('DELETE', addressOf(key))
      if (status !== 204 && status !== 200 && status !== 404)
        throw new S3Error('DELETE', status, bytes)
    },
    async link(key, seconds, contentType) {
      if (place.publicOrigin === undefined) return undefined
      const url = new URL(addressOf(key, place.publicOrigin))
      url.searchParams.set('X-Amz-Expires', String(seconds))
      url.searchParams.set('response-content-type', contentType)
      const signed = await sign(url.href, { method: 'GET', signQuery: true })
      return signed.url.href
    },
    async list(after) {
      const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': prefix + after })
      const { status, bytes } = await ask('GET', `${origin}/${bucket}?${query}`)
      if (status !== 200) throw new S3Error('GET', status, bytes)
      return readList(bytes.toString(), prefix)
    },
  }
}

export type Fetch = typeof globalThis.fetch
type Answered = { status: number; bytes: Buffer }

class S3Error extends Error {
  override readonly name = 'S3Error'

  constructor(method: string, status: number, said: Buffer) {
    const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(said.toString()) ?? []
    super(`the store of S3_URL answered ${method} with ${status}${code && ` (${code})`}`)
  }
}

/** Our own keys need no unescaping: letters, digits and `_`. */
const readList = (xml: string, prefix: string): { key: string; at: Date }[] =>
  xml.split('<Contents>').flatMap(part => {
    const [key, at] = [inside(part, 'Key'), inside(part, 'LastModified')]
    return key?.startsWith(prefix) && at
      ? [{ key: key.slice(prefix.length), at: new Date(at) }]
      : []
  })

const inside = (xml: string, tag: string): string | undefined =>
  xml.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0]

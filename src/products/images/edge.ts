import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sha256 } from '../../kit/ids.ts'
import type { Rendition } from './renditions.ts'

/**
 * What a cache in front of us (nginx, a worker of a CDN) asks before it serves an image that it
 * holds: docs/deploy.md, “A cache in front of images”. It may be open to everybody: whoever asks
 * has to show a key, and is counted as for the image itself.
 */
export const edgePath = '/-/authorize'

/** The request line that the cache was asked; `Origin` and `Referer` come as they are. */
export const originalUriHeader = 'x-original-uri'
/** Proves to whichever process is asked for the bytes that this request was counted already. */
export const ticketHeader = 'x-siteray-ticket'

/** What a cache calls an image: all addresses and keys that lead to the same bytes share it. */
export const edgeName = (renditionKey: string): string => sha256(renditionKey).toString('base64url')

export type Tickets = {
  issue(keyId: string, renditionKey: string, nowMs: number): string
  isGood(ticket: string, keyId: string, renditionKey: string, nowMs: number): boolean
}

/** A cache that waits for another request of the same image may come this late. */
const ticketSeconds = 15

/** `secret`: the same in all processes, since another one may be asked for the bytes. */
export const createTickets = (secret: string): Tickets => {
  const write = (untilSeconds: number, keyId: string, renditionKey: string) => {
    const what = `${untilSeconds} ${keyId} ${renditionKey}`
    return `${untilSeconds}.${createHmac('sha256', secret).update(what).digest('base64url')}`
  }
  return {
    issue: (keyId, renditionKey, nowMs) =>
      write(Math.ceil(nowMs / 1_000) + ticketSeconds, keyId, renditionKey),
    isGood(ticket, keyId, renditionKey, nowMs) {
      const untilSeconds = Number.parseInt(ticket, 10)
      if (!(untilSeconds * 1_000 >= nowMs)) return false
      // Digests are of one length, whatever bytes a header holds.
      return timingSafeEqual(sha256(ticket), sha256(write(untilSeconds, keyId, renditionKey)))
    },
  }
}

/** `varies`: another page may get another answer, and browsers are to be told so. */
export const sendPass = (
  response: ServerResponse,
  pass: { ticket: string; name: string; varies: boolean },
): void => {
  const headers = ['Cache-Control', 'no-store', 'X-Siteray-Ticket', pass.ticket]
  headers.push('X-Siteray-Image', pass.name)
  if (pass.varies) headers.push('X-Siteray-Vary', 'Origin')
  response.writeHead(204, headers).end()
}

/** Of a refusal nginx passes on the status alone; the sentence it can read from a header. */
export const sendRefusal = (response: ServerResponse, sentence: string): void => {
  response.writeHead(401, ['Cache-Control', 'no-store', 'X-Siteray-Refusal', sentence]).end()
}

/** A correction of an image reaches every cache in front within this time. */
const edgeMaxSeconds = 3_600

/**
 * The image for a cache in front. `Cache-Control` is what browsers get to see, and forbids caches to
 * keep it; `X-Accel-Expires` is for the one that asked us before.
 */
export const sendToEdge = (response: ServerResponse, rendition: Rendition, nowMs: number): void => {
  const leftSeconds = Math.floor((rendition.expiresAtMs - nowMs) / 1_000)
  const seconds = String(Math.max(0, Math.min(edgeMaxSeconds, leftSeconds)))
  response
    .writeHead(rendition.status, ['X-Accel-Expires', seconds, ...rendition.headers])
    .end(rendition.bytes)
}

import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'

/** `answer`: what the DNS says of the URL's name. */
export type Vector = { url: string; expect: string; class: string; answer?: string }

export const urlVectors = (path: string): Vector[] =>
  readLines<Vector>(join(path, 'url-vectors.jsonl'))

/** Every address as a URL, and again as the answer of a name. */
export const addressVectors = (path: string): Vector[] =>
  readLines<{ ip: string; expect: string; class: string }>(join(path, 'ip-vectors.jsonl')).flatMap(
    ({ ip, expect, class: kind }, index) => [
      { url: `http://${isIPv6(ip) ? `[${ip}]` : ip}/`, expect, class: kind },
      { url: `http://name-${index}.example/`, answer: ip, expect, class: kind },
    ],
  )

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

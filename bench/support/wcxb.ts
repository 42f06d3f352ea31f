import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { getDomain } from 'tldts'
import type { PageType } from '../../src/page/content/page.ts'

/** One page of the WCXB data set (Murrough-Foley 2026, CC-BY-4.0) with what a reader should keep. */
export type TruthPage = {
  id: string
  url: string
  type: PageType
  title: string | null
  author: string | null
  /** A day, ISO 8601. */
  publish_date: string | null
  main_content: string
  with: string[]
  without: string[]
}

export const readTruth = (folder: string): TruthPage[] => {
  const file = join(folder, 'truth.jsonl.gz')
  if (!existsSync(file)) throw new Error(`No WCXB data in ${folder}: expected truth.jsonl.gz.`)
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as TruthPage)
}

export const readHtml = (folder: string, id: string): string =>
  gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8')

export const domainOf = (url: string): string => getDomain(url) ?? new URL(url).hostname

/** A fixed bucket for each domain, so that no domain is both learned from and measured on. */
export const bucketOf = (domain: string, buckets: number): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < domain.length; i++) hash = Math.imul(hash ^ domain.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return ((hash ^ (hash >>> 13)) >>> 0) % buckets
}

/** Words as the data set counts them. */
export const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

export type Score = { precision: number; recall: number; f1: number }

/** Word F1 over bags: order does not count, repetition does. */
export const scoreWords = (found: string[], wanted: string[]): Score => {
  if (found.length === 0 || wanted.length === 0) {
    const same = found.length === wanted.length ? 1 : 0
    return { precision: same, recall: same, f1: same }
  }
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared++
  }
  const precision = shared / found.length
  const recall = shared / wanted.length
  return {
    precision,
    recall,
    f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  }
}

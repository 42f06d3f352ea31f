import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Way } from '../../base/ways/definition.ts'
import { isObject } from '../../kit/is-object.ts'
import type { OwnCall } from '../call-own-api.ts'

export const versions = ['v1', 'v2'] as const
export type Version = (typeof versions)[number]

/** What a client sent, of which nothing is certain. */
export type FirecrawlOptions = Readonly<Record<string, unknown>>

/** A request at the door: what was wished for, and how to ask our own routes for it. */
export type FirecrawlCall = {
  version: Version
  /** What a client would write before the path of this version. */
  base: string
  input: FirecrawlOptions
  query: FirecrawlOptions
  id: string
  /** For routes that look at more. */
  request: FastifyRequest
  reply: FastifyReply
  ask<T>(question: OwnCall): Promise<T>
  /** That the caller may choose. */
  ways(): readonly FirecrawlWay[]
  /** What all that was asked has cost. */
  credits(): number
}

export type FirecrawlWay = Pick<Way, 'name' | 'countries' | 'kind'>

export type Handler = (call: FirecrawlCall) => Promise<object>

/** What is no object says nothing. */
export const optionsFrom = (value: unknown): FirecrawlOptions => (isObject(value) ? value : {})

/** As it would be written: `String` would call what an object has for a `toString`. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** As a whole number within bounds; undefined where it is no number at all. */
export const wholeOf = (value: unknown, min: number, max: number): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return Math.min(max, Math.max(min, Math.round(number)))
}

/** Without what is not there, as `exactOptionalPropertyTypes` and our own routes want it. */
export const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )

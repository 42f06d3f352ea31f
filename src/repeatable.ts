import type { Sql } from './base/db/sql.ts'
import { createLife } from './deadline.ts'
import { type CreateDeps, checkBatch, createBatch } from './products/batch/create.ts'
import { BatchRequest } from './products/batch/request.ts'
import { readStatus } from './products/batch/status.ts'
import { withoutEvidence } from './products/branding/profile/value.ts'
import {
  BrandingRequest,
  checkRequest,
  isHeuristic,
  type ReadBranding,
} from './products/branding/request.ts'
import type { AnswerKind, JobKind, Kinds } from './products/schedules/kinds.ts'

type Deps = CreateDeps & {
  sql: Sql
  readFull: ReadBranding
  readHeuristic: ReadBranding
}

/** The products' operations as a schedule repeats them. */
export const repeatable = (deps: Deps): Kinds => ({
  batch: batchKind(deps),
  branding: brandingKind(deps),
})

/** Of one page of results. */
const resultsAtOnce = 100

const batchKind = (deps: Deps): JobKind => ({
  way: 'job',
  request: BatchRequest,
  check: request => void checkBatch(deps, request as BatchRequest),
  async start(caller, request, idempotencyKey) {
    const answer = await createBatch(deps, caller, request as BatchRequest, idempotencyKey)
    return (JSON.parse(answer) as { id: string }).id
  },
  async look(accountId, id) {
    const state = await readStatus(deps, { id, accountId, offset: 0, limit: 1 }).catch(ifGone)
    if (!state) return undefined
    const { status, creditsUsed } = state
    return { state: status === 'scraping' ? 'running' : status, creditsUsed, isWhole: true }
  },
  async results(accountId, id, offset) {
    const { data } = await readStatus(deps, { id, accountId, offset, limit: resultsAtOnce })
    return data.map(({ url, markdown, error }) => ({
      url,
      text: error === undefined ? (markdown ?? '') : undefined,
    }))
  },
  keyOf: url => url,
})

const ifGone = (error: unknown): undefined => {
  if (Object(error).code !== 'not_found') throw error
}

const brandingKind = (deps: Deps): AnswerKind => {
  const checked = (request: object) => checkRequest(deps.parseTarget, request as BrandingRequest)
  return {
    way: 'answer',
    request: BrandingRequest,
    check: request => void checked(request),
    operation: request => (isHeuristic(checked(request)) ? 'brandingHeuristic' : 'brandingFull'),
    async perform(request, signal) {
      const asked = checked(request)
      const read = isHeuristic(asked) ? deps.readHeuristic : deps.readFull
      const whenLate = () => new Error('The page did not answer in time.')
      const life = createLife({ signal, timeoutMs: asked.timeoutMs, whenLate })
      try {
        return withoutEvidence(await read(asked, life.signal))
      } finally {
        life.end()
      }
    },
    facts: answer => factsOf(answer),
  }
}

/** How sure a value is changes from day to day; what it is should not. */
const notFacts = new Set(['confidence', 'evidence', 'warning', 'warnings', 'url'])

const factsOf = (value: unknown, path = '', facts = new Map<string, string>()) => {
  if (typeof value !== 'object' || value === null) {
    if (value !== undefined && value !== null) facts.set(path, String(value))
    return facts
  }
  if ('value' in value) return factsOf(value.value, path, facts)
  for (const [name, part] of Object.entries(value))
    if (!notFacts.has(name)) factsOf(part, path ? `${path}.${name}` : name, facts)
  return facts
}

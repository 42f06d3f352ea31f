import type { Role } from './config.ts'

/** What a process does, and how many connections to the database it opens at most. */
export type Share = {
  servesApi: boolean
  servesImages: boolean
  /** All that it can, only what needs a browser, or nothing: then it only adds jobs. */
  jobs: 'all' | 'rendered' | 'none'
  /** docs/scaling.md has their sums, with the two for notifications. */
  connections: Connections
}

type Connections = {
  /** For requests, whose callers wait. */
  requests: number
  /** For what nobody waits for. */
  work: number
  /** To take jobs and end them. */
  queue: number
}

const serves = { servesApi: false, servesImages: false, jobs: 'none' } as const

/** A process that only adds jobs needs few connections for them, and a worker none for requests. */
export const capabilities: Record<Role, Share> = {
  all: {
    ...{ servesApi: true, servesImages: true, jobs: 'all' },
    connections: { requests: 16, work: 12, queue: 5 },
  },
  api: {
    ...{ ...serves, servesApi: true },
    connections: { requests: 16, work: 4, queue: 1 },
  },
  image: {
    ...{ ...serves, servesImages: true },
    // Pipelined: at any distance they carry far more than one process asks for.
    connections: { requests: 4, work: 0, queue: 0 },
  },
  worker: {
    ...{ ...serves, jobs: 'all' },
    connections: { requests: 3, work: 12, queue: 5 },
  },
  browser: {
    ...{ ...serves, jobs: 'rendered' },
    connections: { requests: 3, work: 6, queue: 3 },
  },
}

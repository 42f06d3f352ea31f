import { availableParallelism, totalmem } from 'node:os'

/**
 * What this process may use of the machine. Where a container or a service is given a part of it
 * (control groups), Node counts processors by that itself; of memory it tells the limit when asked,
 * as 0 or as more than there is where nothing is limited.
 */
export const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem())

/** A core at work takes memory: where there are many of them and little of it, fewer are used. */
export const coresWithin = (bytes: number): number =>
  Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / 2 ** 28)))

export const cores = coresWithin(memoryBytes)

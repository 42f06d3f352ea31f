import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** Where a program runs: on this machine, or on one that is played by a network namespace. */
export type Place = {
  /** Where the others reach it. */
  address: string
  spawn(file: string, args: readonly string[], options: SpawnOptions): ChildProcess
}

export const here: Place = { address: '127.0.0.1', spawn }

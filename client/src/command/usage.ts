/** What was typed cannot be done; the sentence says what to type instead. */
export class Usage extends Error {}

/** Ctrl-C, or a polite request to end. */
export class Stopped extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('Stopped.')
    this.exitCode = exitCode
  }
}

/** As docs/clients.md promises them; who is stopped by a signal ends with 128 and its number. */
export const exitCodes = { all: 0, some: 1, none: 2 } as const

export const exitCodeOf = ({ read, failed }: { read: number; failed: number }): number => {
  if (failed === 0 && read > 0) return exitCodes.all
  return read > 0 ? exitCodes.some : exitCodes.none
}

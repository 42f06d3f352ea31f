import { createHash } from 'node:crypto'

/** The lines of a text, without what they are set in by. */
export const linesOf = (text: string): string[] => text.trim().split(/\s*\n\s*/)

/** What is read of each text, for a snapshot that people can read; long texts go by their length. */
export const tableOf = <T>(
  texts: readonly string[],
  read: (text: string) => T,
  longest = 130,
): Record<string, T> =>
  Object.fromEntries(
    texts.map(text => [
      text.length > longest ? `${text.slice(0, 40)}… of ${text.length}` : text,
      read(text),
    ]),
  )

/** A short name of a value that is too large to be shown: it is another one for another value. */
export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 8)

/** Where all of them would take too long. */
export const everySecond = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % 2 === 0)

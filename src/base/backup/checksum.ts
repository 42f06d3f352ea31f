import { crc32 } from 'node:zlib'

/** How many rows a table has, and a sum over them that does not depend on their order. */
export type TableChecksum = { rows: number; sum: number }

const newline = 10
const modulus = 2 ** 48

/** Counts rows as COPY writes them in text: one line each, however the bytes are cut into chunks. */
export const createChecksum = () => {
  let rows = 0
  let sum = 0
  let partial = 0
  return {
    add(chunk: Buffer): void {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(newline, start) + 1
        partial = crc32(chunk.subarray(start, end || chunk.length), partial)
        if (end === 0) return
        rows++
        sum = (sum + partial) % modulus
        partial = 0
        start = end
      }
    },
    total: (): TableChecksum => ({ rows, sum }),
  }
}

export const isSameChecksum = (a: TableChecksum, b: TableChecksum): boolean =>
  a.rows === b.rows && a.sum === b.sum

export const sumOf = (a: TableChecksum, b: TableChecksum): TableChecksum => ({
  rows: a.rows + b.rows,
  sum: (a.sum + b.sum) % modulus,
})

/**
 * Lines of text in the order of their bytes, searched where they lie: as maps, the same tables take
 * 250 ms and 60 MB to build at every start.
 */
export type SortedLines = {
  /** What stands behind the tab of the line with this key. */
  get(key: string): string | undefined
  /** The whole lines that start with this, in order. */
  startingWith(prefix: string): string[]
}

export const sortedLines = (text: Buffer): SortedLines => {
  const lineAt = (start: number) => {
    const end = text.indexOf(newline, start)
    const tab = text.indexOf(tabulator, start)
    return { tab, end: end < 0 ? text.length : end }
  }
  /** The start of the first line whose key is not before this one. */
  const seek = (key: Buffer): number => {
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = middle === 0 ? 0 : text.lastIndexOf(newline, middle - 1) + 1
      const { tab, end } = lineAt(start)
      if (text.compare(key, 0, key.length, start, tab) < 0) low = end + 1
      else high = start
    }
    return low
  }
  return {
    get(key) {
      const start = seek(Buffer.from(key))
      if (start >= text.length) return undefined
      const { tab, end } = lineAt(start)
      return text.toString('utf8', start, tab) === key
        ? text.toString('utf8', tab + 1, end)
        : undefined
    },
    startingWith(prefix) {
      const start = seek(Buffer.from(prefix))
      // No key has a byte above those of UTF-8.
      const end = seek(Buffer.concat([Buffer.from(prefix), Buffer.of(0xff)]))
      return end > start ? text.toString('utf8', start, end).trimEnd().split('\n') : []
    },
  }
}

const newline = 0x0a
const tabulator = 0x09

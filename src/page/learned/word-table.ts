/** Hashes of three bytes, as distances of seven bits a byte, and a byte of odds for each. */
export type WordTableFile = { hashes: string; odds: string }

/** What was learned about words: a log-odds for each known hash. */
export type WordTable = { get: (hash: number) => number | undefined }

class HashTable implements WordTable {
  /**
   * Open addressing over a typed array: several times faster than a Map of large numbers. Each slot
   * is a hash and its odds, side by side so that one look into memory finds both.
   */
  private readonly keys: Int32Array
  /** The same memory. Zero stands for an empty slot: odds that small are not stored. */
  private readonly values: Float32Array
  private readonly mask: number

  constructor(count: number) {
    let size = 16
    while (size < count * 2) size *= 2
    this.keys = new Int32Array(2 * size)
    this.values = new Float32Array(this.keys.buffer)
    this.mask = 2 * size - 1
  }

  set(hash: number, odds: number): void {
    let slot = (2 * hash) & this.mask
    while (this.values[slot + 1] !== 0) slot = (slot + 2) & this.mask
    this.keys[slot] = hash
    this.values[slot + 1] = odds
  }

  get(whole: number): number | undefined {
    const { keys, values, mask } = this
    const hash = whole & 0xffffff
    for (let slot = (2 * hash) & mask; values[slot + 1] !== 0; slot = (slot + 2) & mask)
      if (keys[slot] === hash) return values[slot + 1]
    return undefined
  }
}

/** `scale` is how many steps of the stored bytes are one. */
export const readWordTable = (file: WordTableFile, scale: number): WordTable => {
  const steps = Buffer.from(file.hashes, 'base64')
  const odds = Int8Array.from(Buffer.from(file.odds, 'base64'))
  const table = new HashTable(odds.length)
  let hash = 0
  let at = 0
  for (const value of odds) {
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = steps[at++] ?? 0
      hash += (byte & 127) << shift
      more = byte > 127
    }
    table.set(hash, value / scale)
  }
  return table
}

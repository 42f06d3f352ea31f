/** Hashes of three bytes, as distances of seven bits a byte, and a byte of odds for each. */
export type WordTableFile = { hashes: string; odds: string }

/** What was learned about words: a log-odds for each known hash. */
export type WordTable = { get: (hash: number) => number | undefined }

class HashTable implements WordTable {
  /**
   * Open addressing over a typed array: several times faster than a Map of large numbers. Each slot
   * is a hash above its byte of odds, so that the whole table stays in the processor's cache.
   */
  private readonly slots: Int32Array
  private readonly mask: number
  /** What each byte stands for. Zero is an empty slot: odds that small are not stored. */
  private readonly odds: Float32Array

  constructor(count: number, scale: number) {
    let size = 16
    while (size < count * 2) size *= 2
    this.slots = new Int32Array(size)
    this.mask = size - 1
    this.odds = Float32Array.from({ length: 256 }, (_, byte) => ((byte << 24) >> 24) / scale)
  }

  set(hash: number, byte: number): void {
    if (byte === 0) return
    let slot = hash & this.mask
    while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask
    this.slots[slot] = (hash << 8) | (byte & 0xff)
  }

  get(whole: number): number | undefined {
    const { slots, mask } = this
    const hash = whole & 0xffffff
    for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const slot = slots[at] as number
      if (slot >>> 8 === hash) return this.odds[slot & 0xff]
    }
    return undefined
  }
}

/** `scale` is how many steps of the stored bytes are one. */
export const readWordTable = (file: WordTableFile, scale: number): WordTable => {
  const steps = Buffer.from(file.hashes, 'base64')
  const odds = Int8Array.from(Buffer.from(file.odds, 'base64'))
  const table = new HashTable(odds.length, scale)
  let hash = 0
  let at = 0
  for (const value of odds) {
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = steps[at++] ?? 0
      hash += (byte & 127) << shift
      more = byte > 127
    }
    table.set(hash, value)
  }
  return table
}

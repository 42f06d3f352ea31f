/** Hashes of three bytes, as distances of seven bits a byte, and a byte of odds for each. */
export type WordTableFile = { hashes: string; odds: string }

/** What was learned about words: a log-odds for each known hash. */
export type WordTable = { get: (hash: number) => number | undefined }

/** `scale` is how many steps of the stored bytes are one. */
export const readWordTable = (file: WordTableFile, scale: number): WordTable => {
  const steps = Buffer.from(file.hashes, 'base64')
  const odds = Int8Array.from(Buffer.from(file.odds, 'base64'))
  let size = 16
  while (size < odds.length * 2) size *= 2
  const mask = size - 1
  // Open addressing over typed arrays: several times faster than a Map of large numbers.
  const keys = new Uint32Array(size)
  // Zero stands for an empty slot: odds that small are not stored.
  const values = new Float32Array(size)
  let hash = 0
  let at = 0
  for (const value of odds) {
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = steps[at++] ?? 0
      hash += (byte & 127) << shift
      more = byte > 127
    }
    let slot = hash & mask
    while (values[slot] !== 0) slot = (slot + 1) & mask
    keys[slot] = hash
    values[slot] = value / scale
  }
  return {
    get: whole => {
      const hash = whole & 0xffffff
      let slot = hash & mask
      while (values[slot] !== 0) {
        if (keys[slot] === hash) return values[slot]
        slot = (slot + 1) & mask
      }
      return undefined
    },
  }
}

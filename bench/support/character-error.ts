/**
 * How many characters must be changed, taken out or put in to get what was printed, of each that
 * was printed. Kinds of quotes, dashes and spaces are one.
 */
export const characterError = (printed: string, read: string): number => {
  const [wanted, got] = [comparable(printed), comparable(read)]
  return distance(wanted, got) / Math.max(1, wanted.length)
}

const comparable = (text: string): string[] => [
  ...text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]|''/g, '"')
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim(),
]

const distance = (a: readonly string[], b: readonly string[]): number => {
  let row = Uint32Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [index, sign] of a.entries()) {
    const next = new Uint32Array(b.length + 1)
    next[0] = index + 1
    for (let at = 0; at < b.length; at++)
      next[at + 1] = Math.min(
        (row[at] as number) + (sign === b[at] ? 0 : 1),
        (row[at + 1] as number) + 1,
        (next[at] as number) + 1,
      )
    row = next
  }
  return row[b.length] as number
}

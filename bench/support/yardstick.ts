/**
 * A fixed piece of work of the kinds that reading pages is made of: strings cut and joined, maps,
 * sorting, expressions, JSON, numbers in typed arrays. It uses no code of the project, so that what
 * a path costs beside it means the same on every machine, busy or not. Never change it: all budgets
 * are counted in it.
 */
export const yardstick = (): number => {
  const counts = new Map<string, number>()
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const copy = JSON.parse(JSON.stringify(sorted)) as [string, number][]
  const marked = text.replaceAll(/\b(\w)(\w*)ng\b/g, '<b>$1</b>$2')
  let hash = 0
  for (let at = 0; at < marked.length; at++)
    hash = Math.imul(hash ^ marked.charCodeAt(at), 16_777_619)
  const numbers = Float64Array.from({ length: 20_000 }, (_, at) => Math.sin(at + hash)).sort()
  return copy.length + (numbers[100] ?? 0)
}

const text = Array.from(
  { length: 12_000 },
  (_, n) => `${['ri', 'ver', 'even', 'book'][n % 4]}${(n * 7_919) % 1_013}${n % 3 ? 'ing' : ''}`,
).join(' ')

/** Milliseconds of processor that some work takes in this process. */
export const cpuMs = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** What one piece takes here and now. */
export const pieceMs = (): number => cpuMs(() => Array.from({ length: 8 }, yardstick)) / 8

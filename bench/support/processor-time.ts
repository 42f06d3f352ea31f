import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a processor by who used them; the same however busy the machine is. */
export type Cpu = Map<string, number>

/** The threads of the server by name, and the PostgreSQL it started. */
export const cpuOf = (pid: number): Cpu => {
  const cpu: Cpu = new Map()
  const add = (name: string, ms: number) => cpu.set(name, (cpu.get(name) ?? 0) + ms)
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const thread = readStat(`/proc/${pid}/task/${id}/stat`)
    if (thread) add(Number(id) === pid ? 'main' : thread.name, thread.ownMs)
  }
  const postgres = processes().filter(({ name }) => name.startsWith('postgres'))
  const ours = postgres.filter(({ parent }) => parent === pid)
  for (const { id, ownMs, endedMs } of ours) {
    add('postgres', ownMs + endedMs)
    for (const child of postgres) if (child.parent === id) add('postgres', child.ownMs)
  }
  return cpu
}

const processes = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(id => readStat(`/proc/${id}/stat`) ?? [])

/** Undefined for what has just ended. */
const readStat = (file: string) => {
  try {
    const text = readFileSync(file, 'utf8')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const ms = (...at: number[]) => at.reduce((sum, n) => sum + (fields[n] ?? 0) * 10, 0)
    return { id: Number.parseInt(text, 10), name, parent, ownMs: ms(11, 12), endedMs: ms(13, 14) }
  } catch {
    return undefined
  }
}

export const perUrl = (after: Cpu, before: Cpu, urls: number): Cpu =>
  new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / urls]))

export const showCpu = (cpu: Cpu): string => {
  const parts = [...cpu].filter(([, ms]) => ms >= 0.005).sort(([, a], [, b]) => b - a)
  const shown = parts.map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  return `${sumOf(cpu).toFixed(2)} ms (${shown.join(', ')})`
}

export const sumOf = (cpu: Cpu): number => [...cpu.values()].reduce((a, b) => a + b, 0)

/** Of the processes that this one started and that have ended. */
export const endedChildrenMs = (): number => readStat('/proc/self/stat')?.endedMs ?? 0

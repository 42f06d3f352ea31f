import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AdmissionQueue, createAdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { type Channel, openTalk, type Talk } from './talk.ts'
import { exitCodes } from './watchdog.ts'

export type OnDemand = {
  /** Performed by a process that has nothing else to do; an error where that process had to end. */
  run(name: string, input: unknown, signal?: AbortSignal): Promise<unknown>
  line: AdmissionQueue
  status(): { running: number; starts: number; killed: Readonly<Record<Ending, number>> }
  close(): Promise<void>
}

/** Why a process ended in the middle of its work. */
export type Ending = 'time' | 'memory' | 'crash'

type Limits = {
  /** At most so many at a time. */
  processes: number
  /** Of one input, far above the processor time that the process allows itself (`watchdog.ts`). */
  wallMs: number
  /** A process that had nothing to do for so long ends. */
  idleMs: number
  /** After so many inputs a process is replaced by a fresh one, whatever its code may have leaked. */
  uses: number
  /** Calls that are let in at a time. */
  calls: number
  /** How long one takes, until the first have shown it. */
  usualMs?: number
  /** What its JavaScript may do besides reading files and loading native code. */
  flags?: readonly string[]
  onEnding(why: Ending): Error
}

type Worker = { child: ChildProcess; talk: Talk; uses: number; timer: NodeJS.Timeout | undefined }

/**
 * Processes for code that is not trusted with what this one holds: native readers of files that
 * anybody may send. Each has an empty environment, cannot write files or start processes, and has no
 * network where the system lets us take it away. They start with the first input and end when there
 * is none for a while.
 */
export const openOnDemand = (file: URL, limits: Limits): OnDemand => {
  const line = createAdmissionQueue({
    places: limits.processes,
    calls: limits.calls,
    usualMs: limits.usualMs ?? 50,
  })
  const all = new Set<Worker>()
  const idle: Worker[] = []
  const killed: Record<Ending, number> = { time: 0, memory: 0, crash: 0 }
  let starts = 0
  let closed = false

  const start = (): Worker => {
    starts++
    const child = fork(file, [], {
      ...{ serialization: 'advanced', env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      ...launch(limits.flags ?? []),
    })
    const worker: Worker = {
      child,
      talk: openTalk(child as Channel, {}),
      uses: 0,
      timer: undefined,
    }
    all.add(worker)
    child.on('error', () => child.kill('SIGKILL'))
    child.on('exit', () => forget(worker))
    // It alone keeps nobody from ending.
    child.unref()
    child.channel?.unref()
    void preferForKilling(child.pid)
    return worker
  }
  const forget = (worker: Worker): void => {
    all.delete(worker)
    clearTimeout(worker.timer)
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  }
  const end = (worker: Worker): void => {
    forget(worker)
    worker.child.kill('SIGKILL')
  }
  const keep = (worker: Worker): void => {
    worker.uses++
    if (closed || worker.uses >= limits.uses) {
      end(worker)
      return
    }
    worker.timer = setTimeout(end, limits.idleMs, worker).unref()
    idle.push(worker)
  }

  const perform = async (name: string, input: unknown): Promise<unknown> => {
    if (closed) throw new AppError('overloaded', 'The server is stopping.')
    const worker = idle.pop() ?? start()
    const { child, talk } = worker
    clearTimeout(worker.timer)
    child.channel?.ref()
    const exited = Promise.withResolvers<never>()
    const onExit = (code: number | null) => {
      const why = endingOf(code)
      killed[why]++
      exited.reject(limits.onEnding(why))
    }
    child.once('exit', onExit)
    // It ends itself when its work costs too much. One that does not is starved, or hangs.
    worker.timer = setTimeout(() => {
      end(worker)
      killed.time++
      exited.reject(tooBusy())
    }, limits.wallMs)
    // The channel of a process that ended closes before its end is reported.
    const answered = talk
      .ask(name, input)
      .catch(error => (child.connected ? Promise.reject(error) : exited.promise))
    try {
      return await Promise.race([answered, exited.promise])
    } finally {
      clearTimeout(worker.timer)
      child.off('exit', onExit)
      child.channel?.unref()
      if (all.has(worker)) keep(worker)
    }
  }

  return {
    run: (name, input, signal) => line.hold(() => perform(name, input), signal),
    line,
    status: () => ({ running: all.size, starts, killed }),
    async close() {
      closed = true
      const workers = [...all]
      const ends = workers.map(({ child }) => {
        child.ref()
        return once(child, 'exit')
      })
      for (const worker of workers) end(worker)
      await Promise.all(ends)
    },
  }
}

const endingOf = (code: number | null): Ending =>
  code === exitCodes.time ? 'time' : code === exitCodes.memory ? 'memory' : 'crash'

const tooBusy = () =>
  new AppError('overloaded', 'The server is too busy to finish this. Try again shortly.')

/** No files written, no processes, no threads: what its JavaScript does not need. */
const flags = [
  ...['--permission', '--allow-fs-read=*', '--allow-addons', '--disable-warning=SecurityWarning'],
  '--max-old-space-size=512',
]

/** In a network of its own, without a way out, where the system lets a user make one. */
const launch = (more: readonly string[]) => {
  isolates ??= spawnSync('unshare', ['-rn', 'true'], { stdio: 'ignore', env: {} }).status === 0
  return isolates
    ? { execPath: 'unshare', execArgv: ['-rn', process.execPath, ...flags, ...more] }
    : { execPath: process.execPath, execArgv: [...flags, ...more] }
}
let isolates: boolean | undefined

/** Should the machine run out of memory, this is what it can spare. Only Linux asks. */
const preferForKilling = (pid: number | undefined): Promise<void> =>
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined)

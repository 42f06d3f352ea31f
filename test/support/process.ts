import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { atEnd } from './at-end.ts'

export type Program = {
  child: ChildProcess
  pid: number
  /** The next line of JSON it prints; an error when it ends without one. */
  next(): Promise<Record<string, unknown>>
  kill(signal: NodeJS.Signals): void
  ended: Promise<void>
}

/** A program of test/support/programs as a process of its own, ended with the test file at the latest. */
export const startProgram = (name: string, args: string[], root = projectDir): Program => {
  const child = spawn(process.execPath, [join(root, 'test/support/programs', name), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: root,
    detached: true,
  })
  atEnd(() => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close').then(() => undefined)
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    kill: signal => void child.kill(signal),
    next: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${name} ended without an answer. ${errors}`)
      return JSON.parse(value)
    },
  }
}

export const projectDir = join(import.meta.dirname, '../..')

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd, atLast } from './at-end.ts'

export type Ran = { code: number | null; stdout: string; stderr: string }
export type Running = {
  child: ChildProcess
  ended: Promise<Ran>
  /** What it has printed so far. */
  printed(): string
}
type Setting = { env?: Record<string, string>; input?: string; keepsInput?: boolean }

const program = join(import.meta.dirname, '../../client/src/command/main.ts')

/** A folder that is somebody's home and workplace; gone with the process. */
export const home = mkdtempSync(join(tmpdir(), 'siteray-command-'))
atLast(() => rmSync(home, { recursive: true, force: true }))

/** `siteray …` as a process of its own, in nobody else's environment. */
export const start = (
  args: string[],
  { env = {}, input = '', keepsInput }: Setting = {},
): Running => {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home,
    env: { PATH, NODE_COMPILE_CACHE, HOME: home, ...env },
  })
  atEnd(() => child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.write(input)
  if (!keepsInput) child.stdin.end()
  const ended = new Promise<Ran>(resolve =>
    child.once('close', code => resolve({ code, stdout, stderr })),
  )
  return { child, ended, printed: () => stdout }
}

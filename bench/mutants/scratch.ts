import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterStretched } from '../../test/support/slowness.ts'
import type { Place } from './places.ts'

/** What became of some test files: all passed, or what failed first. */
export type Outcome = { failed: string | undefined; reached: Set<number> }

export type Scratch = ReturnType<typeof openScratch>

/** A copy of the tree in which code may be changed; what is installed and built is shared. */
export const openScratch = (env: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'])
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    if (isUnneeded.test(file)) continue
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(file, join(folder, file), { force: true })
  }
  for (const shared of ['node_modules', 'ui/dist'])
    symlinkSync(resolve(shared), join(folder, shared))
  for (const made of ['gate', 'reached'])
    mkdirSync(join(folder, '.cache', made), { recursive: true })

  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  return {
    /** Does some work while the file has this change. */
    async withMutant<T>(
      { file, start, end, replacement }: Place,
      work: () => Promise<T>,
    ): Promise<T> {
      const text = read(file)
      write(file, text.slice(0, start) + replacement + text.slice(end))
      try {
        return await work()
      } finally {
        write(file, text)
      }
    },

    /** Does some work while the places, each with its number, tell when they are reached. */
    async withProbes<T>(places: ReadonlyMap<number, Place>, work: () => Promise<T>): Promise<T> {
      const files = new Set(places.values().map(({ file }) => file))
      const before = new Map(files.values().map(file => [file, read(file)]))
      for (const [file, text] of before) {
        const own = [...places].filter(([, place]) => place.file === file)
        write(file, addProbes(text, own))
      }
      try {
        return await work()
      } finally {
        for (const [file, text] of before) write(file, text)
      }
    },

    run: (files: readonly string[]): Promise<Outcome> => runIn(folder, files, env),

    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const isUnneeded = /^(?:test\/dumps|bench\/(?:tasks|train)|deploy)\//

/** A loop that a mutation made endless is ended by the processor time that it takes. */
const processorSeconds = 120
const standstillMs = 180_000

const runIn = async (
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
): Promise<Outcome> => {
  const node = [
    '--import=./scripts/each-process.ts',
    '--test-reporter=./bench/mutants/first-failure.ts',
    'bench/mutants/tests.ts',
  ]
  const command = `ulimit -t ${processorSeconds}; exec nice "$0" "$@"`
  const child = spawn('sh', ['-c', command, process.execPath, ...node, ...files], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      NODE_COMPILE_CACHE: join(folder, '.cache/code'),
      NODE_OPTIONS: `--import=${join(folder, 'bench/mutants/probe.js')}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  let isTooLong = false
  const limit = afterStretched(standstillMs, () => {
    isTooLong = true
    endGroup(child.pid)
  })
  const [code, signal] = await once(child, 'close')
  limit.cancel()
  endGroup(child.pid)
  const name = /^✖ (.*)$/m.exec(said)?.[1]
  const failed =
    isTooLong || signal ? 'it never ended' : code === 0 ? undefined : (name ?? 'it broke')
  return { failed, reached: takeReached(join(folder, '.cache/reached'), child.pid) }
}

/** What a test started and left behind goes with it. */
const endGroup = (pid: number | undefined) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All have ended.
  }
}

const takeReached = (folder: string, pid: number | undefined): Set<number> => {
  const names = readdirSync(folder).filter(name => name.split(/[-.]/).includes(`${pid}`))
  const lines = names.flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
  for (const name of names) rmSync(join(folder, name))
  return new Set(lines.filter(Boolean).map(Number))
}

/** Around each place a call that gives false and says that it was reached. */
export const addProbes = (text: string, places: readonly (readonly [number, Place])[]): string => {
  const inserts = places.flatMap(([number, { around, isStatement }]) => {
    const call = `globalThis.reachPlace?.(${number})`
    const length = around.end - around.start
    return isStatement
      ? [{ at: around.start, text: `if (${call}); else `, order: -length }]
      : [
          { at: around.start, text: `(${call} || (`, order: -length },
          { at: around.end, text: '))', order: length - 1e9 },
        ]
  })
  // At one position what ends there comes first, then the longest that begins there.
  const sorted = inserts.toSorted((a, b) => a.at - b.at || a.order - b.order)
  let done = 0
  let probed = ''
  for (const { at, text: insert } of sorted) {
    probed += text.slice(done, at) + insert
    done = at
  }
  return probed + text.slice(done)
}

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { provisionBrowser } from '../src/base/web/provision.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { afterStretched, describeMachine, stretched } from '../test/support/slowness.ts'
import { groupTests } from './groups.ts'
import { limits } from './limits.ts'
import { pureTests } from './pure-tests.ts'
import report from './reporter.ts'
import { tellRoomLines } from './room-lines.ts'
import { forgetTimes, readTimes, tellTimes } from './times.ts'

/**
 * `npm test`: format and lint, types, generated files, then every test on one PostgreSQL server.
 * `npm test -- web accounts/keyring` runs only the test files whose path holds one of the words.
 * `npm run test:more`: the tests that take longest for what only they protect (`*.more.ts`).
 * `npm run quick`: the same without the tests that need a server, a browser or a process.
 */
const main = async (args: string[]): Promise<void> => {
  const words = args.filter(arg => !arg.startsWith('--'))
  const isQuick = args.includes('--quick')
  const isMore = args.includes('--more')
  if (isQuick || args.length === 0) {
    await checkFiles()
    process.stdout.write(tellRoomLines())
  }
  if (isQuick) return runTests(pureTests())
  await step('dashboard', 'node', ['scripts/build-ui.ts', '--strict'])
  const browser = await provisionBrowser({
    search: { chromiumPath: process.env.CHROMIUM_PATH, searchPath: process.env.PATH },
    say: line => process.stdout.write(`${line}\n`),
  })
  if ('instruction' in browser) throw new Error(`The tests need a browser. ${browser.instruction}`)
  const files = globSync(`test/**/*.${isMore ? 'more' : 'test'}.ts`).sort()
  const chosen =
    words.length === 0 ? files : files.filter(file => words.some(w => file.includes(w)))
  if (chosen.length === 0) throw new Error(`No test file has ${words.join(' or ')} in its path.`)
  const database = await startTestServer()
  try {
    await runTests(chosen, { TEST_DATABASE_URL: database.url })
  } finally {
    await database.close()
  }
}

const checkFiles = async (): Promise<void> => {
  // One checker: several compute the same types again, and the other processor has work.
  const types = step('types', 'tsc', ['--noEmit', '--checkers', '1'])
  const others = async () => {
    await step('format and lint', 'biome', ['check', '--error-on-warnings', '.'])
    await step('types of the dashboard', 'tsc', ['--noEmit', '--checkers', '1', '-p', 'ui'])
    await step('types of the client', 'tsc', ['--noEmit', '-p', 'client'])
    await step('types of the command', 'tsc', ['--noEmit', '-p', 'client/src/command'])
    await step('generated files', 'node', ['scripts/docs.ts', '--check'])
  }
  await Promise.all([types, others()])
}

/**
 * A failure that does not come again when its file runs alone is said loudly and does not count: the
 * machine may have been at its limit. Where more files fail than this, something is broken.
 */
const secondTries = 3

const runTests = async (files: string[], env: Record<string, string> = {}): Promise<void> => {
  const startedMs = performance.now()
  Object.assign(process.env, env)
  forgetTimes()
  let failed = await runOnce(files)
  process.stdout.write(tellTimes(readTimes()))
  if (failed.length > 0 && failed.length <= secondTries) {
    process.stdout.write(`\nAgain, each alone: ${failed.join(', ')}\n`)
    const first = failed
    failed = []
    for (const file of first) failed.push(...(await runOnce([file])))
    for (const file of first.filter(file => !failed.includes(file)))
      process.stdout.write(`▲ ${file} passed at the second try only: find out why\n`)
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  if (failed.length > 0) throw new Error(`tests: failed after ${seconds} s (${describeMachine()})`)
  process.stdout.write(`tests: fine, ${seconds} s\n`)
}

/** Those that failed. */
const runOnce = async (files: string[]): Promise<string[]> => {
  const groups = inOrder(files)
  const failed = new Set<string>()
  const tooLong = new AbortController()
  const limit = afterStretched(limits.allMs, () => {
    process.stdout.write(`✖ not done in time (${describeMachine()}): what still runs is ended\n`)
    tooLong.abort()
  })
  const events = run({
    files: groups.map(({ entry }) => entry),
    concurrency: processes(),
    signal: tooLong.signal,
    execArgv: [
      '--import',
      './scripts/each-process.ts',
      `--test-timeout=${Math.round(stretched(limits.testMs))}`,
    ],
  })
  let failures = 0
  events.on('test:fail', ({ file = '', name }) => {
    failures++
    const told = [file, name].map(path => relative('.', path))
    // A process that ended badly stands for all of its files.
    const group = groups.find(({ entry }) => told.includes(entry))
    for (const one of group?.files ?? files.filter(file => told.includes(file))) failed.add(one)
  })
  await pipeline(events, report, process.stdout, { end: false })
  limit.cancel()
  const times = readTimes()
  for (const file of files.filter(file => !times.has(file))) {
    failed.add(file)
    process.stdout.write(`✖ ${file}: its process ended before its tests did\n`)
  }
  return failures > 0 && failed.size === 0 ? files : [...failed]
}

/**
 * More than there are processors, as files wait for something a third of the time: two more where
 * there is memory for them. A process with its threads and a browser takes up to 1.5 GB.
 */
const processes = (): number => {
  const spare = process.availableMemory() / 1_500_000_000 - availableParallelism()
  return availableParallelism() + (spare >= 4 ? 2 : 1)
}

/**
 * The longest groups first, by what their files took if all were run last time and else by their
 * size, and those that only compute last: so no processor rests while one long group is left.
 */
const inOrder = (files: string[]): { entry: string; files: string[] }[] => {
  const times = readTimes()
  const isKnown = files.every(file => times.has(file))
  const secondsOf = (group: { files: string[] }) =>
    isKnown ? group.files.reduce((sum, file) => sum + (times.get(file) ?? 0), 0) : 0
  const pure = new Set(pureTests())
  const [short, long] = [files.filter(f => pure.has(f)), files.filter(f => !pure.has(f))]
  return [long, short].flatMap(part =>
    groupTests(part).toSorted((a, b) => secondsOf(b) - secondsOf(a)),
  )
}

const step = async (
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> => {
  const startedMs = performance.now()
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  if (code !== 0) throw new Error(`${name}: failed after ${seconds} s`)
  process.stdout.write(`${name}: fine, ${seconds} s\n`)
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

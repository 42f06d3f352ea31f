import type { TestEvent } from 'node:test/reporters'

type Failure = { name: string; file: string; line: number; error: string }

/** A line for each test file as it ends, the failures whole, and the counts last. */
async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let counts = { passed: 0, failed: 0 }
  const failures: Failure[] = []
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const running: string[] = []
  const lineOf = (file: string, ms: number): string => {
    const { passed, failed } = counts
    counts = { passed: 0, failed: 0 }
    const seconds = (ms / 1_000).toFixed(1).padStart(6)
    const mark = failed > 0 ? `✖ ${failed} failed` : '✔'
    return `${seconds} s  ${String(passed).padStart(4)} ${mark}  ${shortened(file)}\n`
  }

  for await (const event of events) {
    if (event.type === 'test:start') running[event.data.nesting] = event.data.name
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { file = '', name, nesting, details, line = 0 } = event.data
      if (details.type === 'suite') {
        const failure = event.type === 'test:fail' ? event.data.details.error : undefined
        // What its own hooks did; that its tests failed is told by them.
        if (failure && Object(failure).failureType !== 'subtestsFailed') {
          counts.failed++
          totals.failed++
          failures.push({ name, file: shortened(file), line, error: explain(failure) })
        }
        // One of several files in a process.
        if (nesting === 0 && isTestFile(name)) yield lineOf(name, details.duration_ms)
        continue
      }
      if (event.type === 'test:fail') {
        counts.failed++
        totals.failed++
        failures.push({
          name: [...running.slice(0, nesting), name].join(' › '),
          file: shortened(file),
          line,
          error: explain(event.data.details.error),
        })
      } else if (event.data.skip !== undefined) totals.skipped++
      else {
        counts.passed++
        totals.passed++
      }
    }
    // Of a process that ended itself.
    if (event.type === 'test:stderr' && event.data.message.startsWith('gate: '))
      yield `✖ ${event.data.message}`
    if (event.type === 'test:summary' && event.data.file && isTestFile(event.data.file))
      yield lineOf(event.data.file, event.data.duration_ms)
  }
  for (const { name, file, line, error } of failures)
    yield `\n✖ ${name}\n  ${file}:${line}\n${error.replaceAll(/^/gm, '  ')}\n`
  yield `\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`
}

const isTestFile = (name: string) => /\.(?:test|more)\.ts$/.test(name)

const shortened = (file: string) => file.replace(`${process.cwd()}/`, '')

const explain = (error: Error | undefined): string => {
  const cause = error?.cause
  if (cause instanceof Error) return cause.stack ?? cause.message
  return cause === undefined ? (error?.stack ?? 'failed') : String(cause)
}

// node:test loads a reporter by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default report

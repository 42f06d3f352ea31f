import type { TestEvent } from 'node:test/reporters'

/** One failure is enough: its test is named, and nothing more is run. */
async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail' || event.data.details.type === 'suite') continue
    process.stdout.write(`✖ ${event.data.name}\n`)
    process.exit(1)
  }
  yield ''
}

// node:test loads a reporter by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default report

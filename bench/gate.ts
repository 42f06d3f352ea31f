import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atMost, defineBench, figure } from './harness/bench.ts'

export const bench = defineBench({
  name: 'gate',
  part: 'The house',
  title: 'The whole gate, `npm test`',
  minutes: 6,
  needs: { browser: true, quiet: true },
  rows: {
    time: { what: 'until it has passed', unit: 'min', limit: atMost(6) },
    passed: { what: 'tests passed' },
    failed: { what: 'tests failed', limit: atMost(0) },
  },
  measure: async ({ say }) => {
    const startedMs = performance.now()
    const child = spawn('npm', ['test'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const [code] = await once(child, 'close')
    if (code !== 0) say(output.slice(-2_000))
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output) ?? []
    if (passed === undefined) throw new Error('No test was run.')
    return {
      time: figure((performance.now() - startedMs) / 60_000),
      passed: figure(Number(passed)),
      failed: figure(Number(failed)),
    }
  },
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atMost, defineBench, figure } from './harness/bench.ts'

export const bench = defineBench({
  name: 'faults',
  part: 'Batch',
  title:
    '`npm run test:faults`, batches of 2,000 URLs: a worker killed ten times, the server killed three times, PostgreSQL stopped twice, a worker stopped past its heartbeat; and crawls of 500 pages: a worker killed ten times, PostgreSQL stopped three times; every URL ends once, credits equal the ledger, work goes on within 45 s',
  minutes: 5,
  rows: {
    passed: { what: 'faults survived' },
    failed: { what: 'faults not survived', limit: atMost(0) },
    time: { what: 'all of them', unit: 's' },
  },
  measure: async ({ say }) => {
    const startedMs = performance.now()
    const child = spawn('npm', ['run', 'test:faults'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const [code] = await once(child, 'close')
    if (code !== 0) say(output.slice(-2_000))
    const count = (word: string) => Number(new RegExp(`ℹ ${word} (\\d+)`).exec(output)?.[1])
    return {
      passed: figure(count('pass')),
      failed: figure(count('fail')),
      time: figure((performance.now() - startedMs) / 1_000),
    }
  },
})

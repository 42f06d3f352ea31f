import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type Bench, defineBench, figure, parts } from '../../bench/harness/bench.ts'
import { benchNames, loadBench } from '../../bench/harness/load.ts'
import { missing } from '../../bench/harness/needs.ts'
import { writeReport } from '../../bench/harness/report.ts'
import { formatResults, readResults, reportFile, resultsFile } from '../../bench/harness/results.ts'
import { figuresTable, latencyTable } from '../../scripts/figures.ts'

let benches: Bench[]
let byName: Map<string, Bench>
before(async () => {
  benches = await Promise.all(benchNames().map(loadBench))
  byName = new Map(benches.map(bench => [bench.name, bench]))
})

describe('the benches', () => {
  for (const name of benchNames())
    it(`${name} says what it measures, how long it takes and what it needs`, () => {
      const bench = byName.get(name)
      assert.ok(bench)
      assert.ok(parts.includes(bench.part))
      assert.match(bench.title, /\S.*[^.\s]$/)
      assert.ok(bench.minutes > 0)
      const rows = Object.entries(bench.rows)
      assert.ok(rows.length > 0)
      for (const [id, { what, note = 'x' }] of rows) {
        assert.match(id, /^[a-z]+[A-Za-z0-9]*$/)
        assert.ok(what !== '' && note !== '' && !`${what}${note}`.includes('\n'), id)
      }
      for (const path of bench.needs?.data ?? []) assert.match(path, /^[a-z][\w-]*(\/[\w.-]+)*$/)
    })

  it('no two rows of a bench are called the same', () => {
    for (const { name, rows } of benches) {
      const named = Object.values(rows as Bench['rows']).map(({ what }) => what)
      assert.equal(new Set(named).size, named.length, name)
    }
  })

  it('results.json holds nothing that no bench declares, and is as the harness writes it', () => {
    const results = readResults()
    for (const [name, { figures }] of Object.entries(results)) {
      const declared = Object.keys(byName.get(name)?.rows ?? {})
      assert.deepEqual(
        Object.keys(figures).filter(id => !declared.includes(id)),
        [],
        name,
      )
      for (const { value } of Object.values(figures)) assert.ok(Number.isFinite(value), name)
    }
    assert.equal(readFileSync(resultsFile, 'utf8'), formatResults(results))
  })

  it('the README says what was measured last, and nothing of what was not', () => {
    const readme = readFileSync('README.md', 'utf8')
    assert.ok(readme.includes(`<!-- figures -->\n${figuresTable()}\n<!-- /figures -->`))
    assert.ok(readme.includes(`<!-- latency -->\n${latencyTable()}\n<!-- /latency -->`))
    const { latency: _, ...others } = readResults()
    assert.equal(latencyTable(others), '')
  })

  it('the table of latencies has every figure with its unit', () => {
    const ids = Object.keys(byName.get('latency')?.rows ?? {})
    const figures = Object.fromEntries(ids.map((id, at) => [id, figure(4.25 * 3 ** at)]))
    const run = { command: '', commit: '', date: '', load: 0, figures }
    const machine = { cores: 2, memoryGb: 4, node: '24' }
    const table = latencyTable({ latency: { ...run, machine } })
    assert.match(table, /\| a page of 1\.7 kB \| 4\.3 ms \| 13 ms \|/)
    assert.match(table, /\| the first page of 64 kB after a start \| 344 ms \| {2}\|/)
    assert.match(table, /in a running browser \| 1\.0 s \| 3\.1 s \|/)
    assert.throws(() => latencyTable({ latency: { ...run, machine, figures: {} } }), /"small"/)
  })

  it('RESULTS.md is what results.json and the benches make of it', () => {
    assert.equal(readFileSync(reportFile, 'utf8'), writeReport(benches, readResults()))
  })

  it('nothing in RESULTS.md is told of by a script that is not here', () => {
    assert.doesNotMatch(readFileSync(reportFile, 'utf8'), /one-off/)
  })
})

describe('the harness', () => {
  const small = defineBench({
    name: 'small',
    part: 'Scrape',
    title: 'Two figures',
    minutes: 1,
    rows: {
      ratio: { what: 'ratio', limit: { atMost: 1.3 }, note: 'Said once.' },
      share: { what: 'a | b', unit: '%', limit: { atLeast: 90 } },
      none: { what: 'unmeasured' },
    },
    measure: async () => ({ ratio: figure(1), share: figure(1), none: figure(1) }),
  })
  const run = {
    command: 'npm run bench -- small',
    commit: 'abc1234',
    date: '2026-01-02',
    machine: { cores: 2, memoryGb: 24, node: '24.0.0' },
    load: 0.5,
  }

  it('says of each figure whether it is within its limit, and of each bench where it was run', () => {
    const figures = { ratio: figure(1.304), share: figure(97.5, '39 of 40') }
    const report = writeReport([small], { small: { ...run, figures } })
    assert.match(report, /^\| ratio <sup>1<\/sup> \| 1\.3 \| ≤ 1\.3 \| \*\*no\*\* \|$/m)
    assert.match(report, /^\| a \\\| b \| 39 of 40 \| ≥ 90 % \| yes \|$/m)
    assert.match(report, /^\| unmeasured \| – \| {2}\| {2}\|$/m)
    assert.match(report, /^1\. Said once\.$/m)
    assert.match(
      report,
      /`npm run bench -- small` · commit abc1234 · 2026-01-02 · 2 cores, 24 GB, Node 24\.0\.0 · load 0\.5/,
    )
  })

  it('says which data a bench lacks', () => {
    const needs = { data: ['nowhere/truth.jsonl'] }
    assert.match(missing(needs, undefined) ?? '', /nowhere\/truth\.jsonl.*--data or BENCH_DATA/)
    assert.match(missing(needs, import.meta.dirname) ?? '', /nowhere\/truth\.jsonl, which .* not/)
    assert.equal(missing({ data: ['bench.test.ts'] }, import.meta.dirname), undefined)
  })

  it('skips a bench without its data, and leaves the results as they are', async () => {
    const before = readFileSync(resultsFile, 'utf8')
    const { stdout } = await npmBench('addresses')
    assert.match(stdout, /^addresses: skipped, needs addresses\/ip-vectors\.jsonl/m)
    assert.equal(readFileSync(resultsFile, 'utf8'), before)
  })

  it('refuses a name that is no bench', async () => {
    await assert.rejects(npmBench('addreses'), /There is no bench addreses/)
  })
})

const npmBench = (...args: string[]) => {
  const { BENCH_DATA: _, ...env } = process.env
  return promisify(execFile)(process.execPath, ['bench/harness/main.ts', ...args], { env })
}

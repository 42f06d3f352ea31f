import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { metrics } from '../../src/kit/metrics.ts'

const table = 'src/kit/metrics.ts'
const read = (file: string) => readFileSync(file, 'utf8')
const names = Object.keys(metrics)
/** prom-client's own, of the process and of Node. */
const isGiven = (name: string) => /^siteray_(process|nodejs)_/.test(name)

describe('the table of metrics', () => {
  const creators = globSync('src/**/*.ts')
    .filter(file => file !== table)
    .map(file => ({ file, text: read(file) }))

  it('is where every metric is created from', () => {
    const own = creators.filter(({ text }) =>
      [...text.matchAll(/new (?:Counter|Gauge|Histogram|Summary)(?:<\w+>)?\(\{\s*(\S+)/g)].some(
        ([, first = '']) => !/^\.\.\.(?:metric\(|config,)/.test(first),
      ),
    )
    assert.deepEqual(
      own.map(({ file }) => file),
      [],
    )
  })

  it('has no metric that nobody creates', () => {
    const used = new Set(creators.flatMap(({ text }) => text.match(/\bsiteray_\w+/g) ?? []))
    assert.deepEqual(
      names.filter(name => !used.has(name)),
      [],
    )
  })

  it('has every metric that the documents and alerts name', () => {
    const known = new Set(names)
    const files = globSync(['docs/*.md', 'deploy/monitoring/*', 'deploy/kubernetes/*.yaml'])
    const wrong = files.flatMap(file =>
      (read(file).match(/\bsiteray_\w+/g) ?? [])
        .map(name => name.replace(/_(bucket|sum|count)$/, ''))
        .filter(name => !known.has(name) && !isGiven(name))
        .map(name => `${file}: ${name}`),
    )
    assert.deepEqual(wrong, [])
  })
})

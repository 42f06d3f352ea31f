// alone: it listens to modules while they are loaded for the first time
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import recheck from 'recheck/package.json' with { type: 'json' }
import {
  type Expression,
  listenToBuilt,
  nameOf,
  objectionTo,
  readExpressions,
  type Verdicts,
  verdictsFile,
} from './expressions.ts'
import { excused, excusedCalls, excusedFiles } from './expressions-excused.ts'

const { written, built } = readExpressions()
const heard = await listenToBuilt([...new Set(built.map(({ file }) => file))])
const all = new Map<string, Expression>()
for (const one of [...written, ...heard]) all.set(nameOf(one), one)
const verdicts: Verdicts = JSON.parse(readFileSync(verdictsFile, 'utf8'))
const linear = new Set(verdicts.linear)
const excuses = new Set(excused.flatMap(({ expressions }) => expressions))

describe('the regular expressions', () => {
  it('take time in proportion to the text, or have a reason not to', async () => {
    const open = [...all].filter(
      ([name, { file }]) => !linear.has(name) && !excuses.has(name) && !(file in excusedFiles),
    )
    // Only what is new is asked about here: recheck thinks for seconds about some.
    const objections: string[] = []
    for (const [name, one] of open) {
      const objection = await objectionTo(one, 10_000)
      if (objection) objections.push(`${one.file}:${one.line} ${name} is ${objection}`)
    }
    assert.deepEqual(objections, [])
    assert.deepEqual(
      open.map(([name]) => name),
      [],
      'linear, but not in the list yet: npm run expressions',
    )
  })

  it('are listed as the installed recheck judged them, and none that is gone', () => {
    assert.equal(verdicts.recheck, recheck.version, 'npm run expressions')
    const known = [...linear, ...excuses]
    assert.deepEqual(
      known.filter(name => !all.has(name)),
      [],
      'gone: npm run expressions, and test/contracts/expressions-excused.ts',
    )
    assert.deepEqual(
      [...excuses].filter(name => linear.has(name)),
      [],
      'need no excuse',
    )
  })

  it('are judged by something that tells the two apart', async () => {
    assert.match((await objectionTo({ source: '^(a|a)*$', flags: '' }, 5_000)) ?? '', /exponential/)
    assert.match((await objectionTo({ source: '\\s+$', flags: '' }, 5_000)) ?? '', /2nd degree/)
    assert.equal(await objectionTo({ source: '^[a-z]+:', flags: '' }, 5_000), undefined)
  })

  it('are all seen, those too that are built', () => {
    const isHeard = (file: string, line: number) =>
      heard.some(one => one.file === file && one.line === line)
    const unseen = built.filter(({ file, line }) => !isHeard(file, line) && !(file in excusedCalls))
    assert.deepEqual(unseen, [])
    assert.ok(written.length > 500 && heard.length > 10)
  })

  for (const { expressions, attack } of excused)
    for (const name of attack === undefined ? [] : expressions)
      it(`${name.slice(0, 60)} is linear, whatever recheck says`, () => {
        const { source, flags } = all.get(name) ?? { source: '', flags: '' }
        const text = `x${(attack ?? '').repeat(400_000 / (attack ?? '').length)}x`
        const before = process.threadCpuUsage()
        text.replace(new RegExp(source, flags), '')
        const { user, system } = process.threadCpuUsage(before)
        // One that is quadratic takes minutes.
        assert.ok(user + system < 3_000_000, `${(user + system) / 1e6} s`)
      })
})

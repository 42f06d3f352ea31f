import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bestBy } from '../../src/kit/best-by.ts'
import { createByteBudget } from '../../src/kit/byte-budget.ts'
import { csvLine } from '../../src/kit/csv.ts'
import { createLife, inSeconds, inTime, within } from '../../src/kit/deadline.ts'
import { idOfUuid, newId, randomToken, sha256, sha256Hex, uuidOfId } from '../../src/kit/ids.ts'
import { memoize, memoizeObjects, memoizeTexts } from '../../src/kit/memoize.ts'
import { Type } from '../../src/kit/schema.ts'

describe('an id', () => {
  it('is of letters and digits that all come about as often', () => {
    assert.equal(randomToken(0), '')
    const token = randomToken(62_000)
    assert.match(token, /^[0-9A-Za-z]{62000}$/)
    const counts = Object.values(Object.groupBy(token, sign => sign)).map(all => all?.length ?? 0)
    assert.equal(counts.length, 62)
    for (const count of counts) assert.ok(count > 800 && count < 1_200, `${count}`)
    for (const length of [1, 8, 32]) assert.equal(randomToken(length).length, length)
  })

  it('is its UUID in base 62, with zeros in front', () => {
    assert.equal(idOfUuid('a', '00000000-0000-0000-0000-000000000000'), `a_${'0'.repeat(22)}`)
    assert.equal(idOfUuid('a', '00000000-0000-0000-0000-00000000003d'), `a_${'0'.repeat(21)}z`)
    assert.equal(idOfUuid('a', '00000000-0000-0000-0000-00000000003e'), `a_${'0'.repeat(20)}10`)
    const uuid = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    assert.equal(uuidOfId(idOfUuid('job', uuid)), uuid)
    assert.equal(uuidOfId(idOfUuid('job', uuid.replace('-4', '-5'))), undefined)
    assert.equal(uuidOfId(idOfUuid('job', uuid.replace('-b', '-c'))), undefined)
    assert.equal(uuidOfId(`Job_${newId('a').slice(2)}`), undefined)
    assert.equal(uuidOfId(`job_${'z'.repeat(22)}`), undefined)
    assert.equal(sha256('a').toString('hex'), sha256Hex('a'))
    assert.match(sha256Hex('a'), /^ca978112/)
  })
})

describe('a line of CSV', () => {
  it('has quotes where it must, and runs in no spreadsheet', () => {
    assert.equal(csvLine(['a', 'b c', '']), 'a,b c,\r\n')
    assert.equal(csvLine(['a,b', 'c"d', 'e\nf', 'g\rh']), '"a,b","c""d","e\nf","g\rh"\r\n')
    assert.equal(csvLine(['=1', '+1', '-1', '@a', 'a=1']), "'=1,'+1,'-1,'@a,a=1\r\n")
    assert.equal(csvLine(['\t=1', '=a,b']), '\'\t=1,"\'=a,b"\r\n')
  })
})

describe('the best', () => {
  it('is the first of those with the highest score over a bound', () => {
    const of = (over?: number) => bestBy(['aa', 'b', 'cc', 'd'], one => one.length, over)
    assert.equal(of(), 'aa')
    assert.equal(of(1), 'aa')
    assert.equal(of(2), undefined)
    assert.equal(
      bestBy([], () => 1),
      undefined,
    )
    assert.equal(
      bestBy(['a'], () => -5),
      'a',
    )
  })
})

describe('a budget of bytes', () => {
  it('lets one through whatever its size, and more only where there is room', () => {
    const budget = createByteBudget(10)
    const all = budget.take(99)
    assert.throws(() => budget.take(1), { code: 'overloaded', retryAfterSeconds: 5 })
    all()
    all()
    const four = budget.take(4)
    const six = budget.take(6)
    assert.throws(() => budget.take(1), { code: 'overloaded' })
    four()
    assert.throws(() => budget.take(5), { code: 'overloaded' })
    budget.take(4)
    six()
  })
})

describe('work with an end', () => {
  it('ends with its caller, when time is up, or by itself', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const caller = new AbortController()
    const lives = [50, 1_000].map(timeoutMs =>
      createLife({ signal: caller.signal, timeoutMs, whenLate: () => `late after ${timeoutMs}` }),
    )
    t.mock.timers.tick(49)
    assert.deepEqual(
      lives.map(({ signal }) => signal.aborted),
      [false, false],
    )
    t.mock.timers.tick(1)
    assert.equal(lives[0]?.signal.reason, 'late after 50')
    caller.abort('gone')
    assert.equal(lives[1]?.signal.reason, 'gone')
    const after = createLife({ signal: caller.signal, timeoutMs: 5, whenLate: () => 'late' })
    assert.equal(after.signal.reason, 'gone')
    await assert.rejects(after.within(new Promise(() => {})), error => error === 'gone')
    const ended = createLife({ timeoutMs: 5, whenLate: () => 'late' })
    ended.end()
    t.mock.timers.tick(10)
    assert.equal(ended.signal.aborted, false)
    assert.equal(await ended.within(Promise.resolve(7)), 7)
    ended.abort('by hand')
    assert.equal(ended.signal.reason, 'by hand')
  })

  it('that fails because its time is up says so, and is not waited for much longer', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { signal } = new AbortController()
    const limit = { timeoutMs: 100, signal, late: (cause: unknown) => ({ late: cause }) }
    const listening = inTime(
      limit,
      life =>
        new Promise((_, reject) => {
          life.addEventListener('abort', () => reject('busy with its last word'))
        }),
    )
    const deaf = inTime(limit, () => new Promise(() => {}))
    const failed = inTime(limit, () => Promise.reject('a bug'))
    assert.equal(await inTime(limit, async () => 7), 7)
    await assert.rejects(failed, error => error === 'a bug')
    t.mock.timers.tick(100)
    await assert.rejects(listening, { late: 'busy with its last word' })
    let isOver = false
    deaf.catch(() => {
      isOver = true
    })
    t.mock.timers.tick(299)
    await new Promise(setImmediate)
    assert.equal(isOver, false)
    t.mock.timers.tick(1)
    await assert.rejects(deaf, (error: { late: Error }) => error.late.message === 'The time is up.')
  })

  it('may have a bound alone, and is told in seconds', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    assert.equal(await within(5, Promise.resolve(7)), 7)
    const late = within(1_500, new Promise(() => {}))
    t.mock.timers.tick(1_500)
    await assert.rejects(late, /not done within 1500 ms/)
    assert.deepEqual([1_000, 1_500, 1_549, 1_550, 0].map(inSeconds), [1, 1.5, 1.5, 1.6, 0])
  })
})

describe('a schema', () => {
  it('asks for what is not optional, and can be made of another', () => {
    const lamp = Type.Object({
      name: Type.String({ minLength: 1 }),
      watts: Type.Optional(Type.Integer()),
    })
    assert.deepEqual(lamp, {
      ...{ type: 'object', required: ['name'] },
      properties: { name: { type: 'string', minLength: 1 }, watts: { type: 'integer' } },
    })
    assert.deepEqual(Type.Partial(lamp), { type: 'object', properties: lamp.properties })
    assert.deepEqual(Type.Omit(lamp, ['watts'], { title: 'T' }), {
      ...{ type: 'object', required: ['name'], title: 'T' },
      properties: { name: lamp.properties.name },
    })
    assert.deepEqual(Type.Record(Type.String(), Type.Null()), {
      ...{ type: 'object', patternProperties: { '^.*$': { type: 'null' } } },
    })
    assert.deepEqual(Type.Literal(5), { type: 'number', const: 5 })
    assert.deepEqual(Type.Union([Type.Boolean(), Type.Number()], { title: 'U' }), {
      ...{ anyOf: [{ type: 'boolean' }, { type: 'number' }], title: 'U' },
    })
    assert.deepEqual(Type.Array(Type.Unknown(), { maxItems: 2 }), {
      ...{ type: 'array', items: {}, maxItems: 2 },
    })
  })
})

describe('a function that remembers', () => {
  it('works out each key once, also where the answer is nothing', () => {
    const asked: string[] = []
    const find = memoize((key: string) => void asked.push(key))
    const name = memoizeObjects((key: { name: string }) => asked.push(key.name))
    const one = { name: 'one' }
    find('a')
    find('b')
    find('a')
    assert.deepEqual([name(one), name(one), name({ ...one })], [3, 3, 4])
    assert.deepEqual(asked, ['a', 'b', 'one', 'one'])
  })

  it('forgets all texts when there are too many, and keeps no long ones', () => {
    const asked: string[] = []
    const find = memoizeTexts({ most: 2, maxChars: 3 }, text => asked.push(text))
    for (const text of ['a', 'b', 'a', 'long', 'long', 'c', 'a']) find(text)
    assert.deepEqual(asked, ['a', 'b', 'long', 'long', 'c', 'a'])
  })
})

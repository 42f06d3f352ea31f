import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArray, serializeArray } from '../../../src/base/db/client/arrays.ts'
import { clientError, connectionError } from '../../../src/base/db/client/errors.ts'
import { Query } from '../../../src/base/db/client/query.ts'
import { Queue } from '../../../src/base/db/client/queue.ts'
import { createTag } from '../../../src/base/db/client/tag.ts'
import { codecs, textOf } from '../../../src/base/db/client/values.ts'

const asked: Query[] = []
const sql = createTag(query => asked.push(query))
const read = (query: unknown) => textOf(query as Query)

describe('the text of a statement', () => {
  it('has numbers for values, whose types are told where they are sure', () => {
    const at = new Date(0)
    const values = [
      at,
      Buffer.from('x'),
      true,
      false,
      5n as never,
      [at],
      [],
      'text',
      7,
      null,
    ] as const
    const [a, b, c, d, e, f, g, h, i, j] = values
    assert.deepEqual(
      read(sql`select ${a}, ${b}, ${c}, ${d}, ${e}, ${f}, ${g}, ${h}, ${i}, ${j} end`),
      {
        text: 'select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 end',
        parameters: values,
        types: [1184, 17, 16, 16, 20, 1184, 0, 0, 0, 0],
      },
    )
    assert.deepEqual(read(sql`select ${sql.typed('5', 23)}`), {
      ...{ text: 'select $1', parameters: ['5'], types: [23] },
    })
    assert.throws(() => read(sql`select ${undefined as never}`), /UNDEFINED_VALUE/)
  })

  it('has names in quotes, which nothing in them ends', () => {
    assert.equal(
      read(sql`select ${sql('a')} from ${sql('s.t"x')}`).text,
      'select "a" from "s"."t""x"',
    )
  })

  it('has parts that are statements, alone or in a list', () => {
    const where = sql`where a = ${1}`
    assert.deepEqual(read(sql`select ${0} from t ${where} and b = ${2}`), {
      ...{ text: 'select $1 from t where a = $2 and b = $3', parameters: [0, 1, 2] },
      types: [0, 0, 0],
    })
    const parts = [sql`and c = ${3}`, sql`and d = ${4}`]
    assert.equal(read(sql`x${parts as never}y`).text, 'x and c = $1 and d = $2y')
  })

  it('writes a row as columns and values, and behind `set` as pairs', () => {
    const row = { a: 1, 'b.c': 'x', d: sql`now()` } as never
    assert.deepEqual(read(sql`insert into t ${sql(row)} returning a`), {
      text: 'insert into t ("a", "b"."c", "d") values ($1, $2, now()) returning a',
      ...{ parameters: [1, 'x'], types: [0, 0] },
    })
    for (const update of [
      sql`update t set ${sql(row)} where e`,
      sql`update t SET\n${sql(row)} where e`,
    ])
      assert.match(read(update).text, /"a" = \$1, "b"\."c" = \$2, "d" = now\(\) where e$/)
    assert.match(read(sql`insert into offset ${sql(row)}`).text, /values/)
  })

  it('that was written by hand has its values beside it', () => {
    const query = sql.unsafe('select $1, $2', [1, true]) as unknown as Query
    assert.deepEqual(textOf(query), {
      ...{ text: 'select $1, $2', parameters: [1, true], types: [0, 16] },
    })
    assert.deepEqual(query.options, { prepare: false, simple: false })
    assert.deepEqual((sql.unsafe('select 1; select 2') as unknown as Query).options, {
      ...{ prepare: false, simple: true },
    })
    const kept = sql.unsafe('select 1', [], { prepare: true }) as unknown as Query
    assert.deepEqual(kept.options, { prepare: true, simple: true })
  })

  it('has as many values as the protocol can count', () => {
    const of = (count: number) => new Query(['x'], Array(count).fill(1), () => undefined)
    assert.equal(textOf(of(65_533)).types.length, 65_533)
    assert.throws(() => textOf(of(65_534)), /MAX_PARAMETERS_EXCEEDED/)
  })
})

describe('a value', () => {
  const codec = (type: number) => codecs.find(({ from }) => from.includes(type))
  it('is what it was when it comes back', () => {
    const cases: [type: number, value: unknown, text: string][] = [
      [23, 42, '42'],
      [701, 1.5, '1.5'],
      [114, { a: [1, null] }, '{"a":[1,null]}'],
      [3802, 'x', '"x"'],
      [16, true, 't'],
      [16, false, 'f'],
      [1184, new Date(5), '1970-01-01T00:00:00.005Z'],
      [17, Buffer.from([0, 255]), '\\x00ff'],
    ]
    for (const [type, value, text] of cases) {
      assert.equal(codec(type)?.serialize(value), text)
      assert.deepEqual(codec(type)?.parse?.(text), value)
    }
    assert.equal(codec(16)?.serialize('yes'), 'f', 'only true is true')
    assert.equal(codec(1184)?.serialize('2031-05-06'), '2031-05-06T00:00:00.000Z')
  })

  it('in a list is what it was too, whatever signs it has', () => {
    const list = ['', 'NULL', 'a,b', 'say "no"', 'back\\slash\\', '{}', ['x', [';']], ' ']
    for (const type of [1009, 1020])
      assert.deepEqual(
        parseArray(String(serializeArray(list, undefined, type)), undefined, type),
        list,
      )
    const flags = codec(16)
    const text = serializeArray([true, null, [false]], flags?.serialize, 1000)
    assert.equal(text, '{"t",null,{"f"}}')
    // The server writes nothing in capitals.
    const answer = String(text).replace('null', 'NULL')
    assert.deepEqual(parseArray(answer, flags?.parse, 1000), [true, null, [false]])
    assert.equal(serializeArray([1, 2], undefined, 1020), '{"1";"2"}')
    assert.equal(serializeArray('{1,2}', undefined, 1009), '{1,2}')
    assert.throws(() => serializeArray([undefined], undefined, 1009), /UNDEFINED_VALUE/)
  })
})

describe('a question', () => {
  it('is asked when somebody waits for it, and once', async () => {
    asked.length = 0
    const query = sql`select ${1}` as unknown as Query
    await null
    assert.equal(asked.length, 0)
    const both = [query.then(String), query.then(Number)]
    await null
    assert.deepEqual(asked, [query])
    const ends: unknown[][] = []
    query.onEnd((error, answer) => ends.push([error, answer]))
    query.resolve('7')
    query.resolve('8')
    assert.deepEqual(await Promise.all(both), ['7', 7])
    assert.deepEqual(ends, [[undefined, '7']])
  })

  it('that fails says so to all who listen', async () => {
    const query = sql`select ${1}` as unknown as Query
    const ends: unknown[][] = []
    query.onEnd((error, answer) => ends.push([error, answer]))
    const rejected = assert.rejects(async () => query, /no/)
    const error = new Error('no')
    query.reject(error)
    await rejected
    assert.deepEqual(ends, [[error, undefined]])
  })

  it('knows where it stands in our code, and one as text does not', () => {
    const query = sql`select 1` as unknown as Query
    assert.match(query.originLines, /statements\.test\.ts/)
    assert.equal((sql.unsafe('select 1') as unknown as Query).originLines, '')
    assert.equal((sql`x` as unknown as Query).simple().options.prepare, false)
  })
})

describe('those who wait for a connection', () => {
  it('come in the order they came, and may leave from the middle', () => {
    const queue = new Queue<string>()
    const all = () => Array.from({ length: queue.length }, () => queue.shift())
    assert.equal(queue.shift(), undefined)
    assert.equal(queue.length, 0)
    for (const one of ['a', 'b', 'c', 'd']) queue.push(one)
    assert.equal(queue.shift(), 'a')
    queue.remove('a')
    queue.remove('c')
    queue.remove('x')
    assert.equal(queue.length, 2)
    queue.push('e')
    assert.deepEqual(all(), ['b', 'd', 'e'])
    for (const one of ['f', 'g']) queue.push(one)
    queue.remove('f')
    assert.deepEqual(all(), ['g'])
  })

  it('hear which server was not there', () => {
    const at = { host: 'db.example', port: 5432 }
    const fields = (error: Error) => ({ ...error, message: error.message })
    const code = 'CONNECT_TIMEOUT'
    assert.deepEqual(fields(connectionError(code, at)), {
      ...{ message: `write ${code} db.example:5432`, code, errno: code },
      ...{ address: 'db.example', port: 5432 },
    })
    assert.deepEqual(fields(connectionError(code, { ...at, path: '/run/x' })), {
      ...{ message: `write ${code} /run/x`, code, errno: code, address: '/run/x' },
    })
    assert.equal(Object(clientError('A', 'b')).code, 'A')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkExamples, fitsPaths, readMatch } from '../../../src/products/readers/match.ts'
import { createObserve } from '../../../src/products/readers/observe.ts'

/** What is written down of a page, by a database that only remembers. */
const noted = async (observation: object, random = 0.5) => {
  const written: unknown[][] = []
  const jobs: unknown[][] = []
  const observe = createObserve({
    queue: { enqueue: async (...asked: unknown[]) => void jobs.push(asked.slice(1)) } as never,
    random: () => random,
  })
  const write = await observe({
    ...{
      accountId: 'a1',
      url: new URL('https://www.a.example/x'),
      source: '<p>x',
      readers: { choices: [] },
    },
    ...{ skeleton: 'skeleton', schema: { type: 'object' } },
    ...observation,
  } as never)
  if (!write) return undefined
  const sql = (_: TemplateStringsArray, ...values: unknown[]) => {
    written.push(values)
    return Promise.resolve([{ id: '7' }])
  }
  await write(sql as never)
  const text = written.flat().find(value => typeof value === 'string' && value.startsWith('{'))
  const body = JSON.parse(`${text}`) as Record<string, unknown>
  const hasPage = written.flat().some(value => value instanceof Uint8Array)
  return { body, hasPage, jobs }
}

const reader = (some: object = {}) => ({
  ...{ id: 'r1', version: 2, fallback: 'model', ...some },
  taught: { fields: { '/name': {}, '/price': {} }, lists: { '/rows': {} } },
})
const by = (...families: string[]) => ({ by: families })
const read = (taught: object = {}, choice: object = {}, named?: object) => ({
  readers: { named, choices: [reader(choice)] },
  seen: {
    choice: 0,
    taught: {
      ...{ data: { name: 'x' }, flagged: {}, open: [], isOther: false },
      asked: ['/name', '/price', '/rows'],
      evidence: { '/name': by('a', 'b'), '/rows/0/a': by('a'), '/rows/1/a': by('a', 'b', 'c') },
      ...taught,
    },
  },
})

describe('what is noted of a page that a reader read', () => {
  it('is what it found of each field, and how surely', async () => {
    const { body, hasPage, jobs } = (await noted(read())) ?? {}
    assert.deepEqual(body, {
      ...{
        is: 'read',
        readerId: 'r1',
        version: 2,
        url: 'https://www.a.example/x',
        data: { name: 'x' },
      },
      ...{ flags: {}, isOther: false, isChecked: false },
      fields: {
        '/name': { isFlagged: false, isMissing: false, families: 2 },
        '/price': { isFlagged: false, isMissing: false, families: 0 },
        '/rows': { isFlagged: false, isMissing: false, families: 3 },
      },
    })
    assert.equal(hasPage, false)
    assert.equal(jobs?.length, 1)
    assert.deepEqual((jobs?.[0] as unknown[])?.at(-1), {
      key: 'a1 a.example',
      group: 'a1 a.example',
    })
  })

  it('is which fields are doubted; a list is where most of its cells are, or all are gone', async () => {
    const fields = async (flagged: object, evidence?: object) =>
      (await noted(read({ flagged, ...(evidence && { evidence }) })))?.body.fields as Record<
        string,
        object
      >
    const doubted = await fields({
      '/name': ['missing'],
      '/price': ['weak'],
      '/rows/0/a': ['weak'],
    })
    assert.deepEqual(doubted['/name'], { isFlagged: true, isMissing: true, families: 2 })
    assert.deepEqual(doubted['/price'], { isFlagged: true, isMissing: false, families: 0 })
    assert.deepEqual(doubted['/rows'], { isFlagged: false, isMissing: false, families: 3 })
    const both = await fields({ '/rows/0/a': ['weak'], '/rows/1/a': ['weak'] })
    assert.deepEqual(both['/rows'], { isFlagged: true, isMissing: false, families: 3 })
    const gone = await fields({}, { '/rowsX/0': by('a') })
    assert.deepEqual(gone['/rows'], { isFlagged: true, isMissing: false, families: 0 })
    const lost = await fields({ '/rows': ['missing'] }, { '/rowsX/0': by('a') })
    assert.deepEqual(lost['/rows'], { isFlagged: true, isMissing: true, families: 0 })
  })

  it('keeps the page where something is doubted, some that are checked, and a tenth of the others', async () => {
    const keeps = async (random: number, taught: object = {}, choice: object = {}) => {
      const found = await noted(read(taught, choice), random)
      return [found?.hasPage, found?.body.isChecked]
    }
    assert.deepEqual(await keeps(0.09), [true, false])
    assert.deepEqual(await keeps(0.1), [false, false])
    assert.deepEqual(await keeps(0.9, { flagged: { '/name': ['weak'] } }), [true, false])
    assert.deepEqual(await keeps(0.4, {}, { checks: 0.5 }), [true, true])
    assert.deepEqual(await keeps(0.5, {}, { checks: 0.5 }), [false, false])
  })

  it('is that nothing was found on a page of another template, where the reader was named', async () => {
    const found = await noted(read({ isOther: true }, {}, { id: 'r1' }))
    const nothing = { isFlagged: true, isMissing: true, families: 0 }
    assert.deepEqual(found?.body.fields, { '/name': nothing, '/price': nothing, '/rows': nothing })
    assert.equal(found?.body.isOther, true)
    assert.equal(await noted(read({ isOther: true })), undefined)
  })
})

describe('what is noted of a page that a model answered', () => {
  const said = { data: { name: 'x' }, evidence: { '/name': {} }, dropped: [] }
  it('is its answer, where something of it stands on the page', async () => {
    const found = await noted({ said })
    assert.equal(found?.body.is, 'answered')
    assert.equal(found?.hasPage, true)
    assert.deepEqual((found?.jobs[0] as { key: string }[])?.at(-1), {
      key: 'a1 a.example 7',
      group: 'a1 a.example',
    })
    assert.equal(await noted({ said: { ...said, evidence: {} } }), undefined)
    assert.equal(await noted({ said, skeleton: undefined }), undefined)
    assert.equal(await noted({}), undefined)
  })
})

describe('what is noted of a page that a reader read along with a model', () => {
  it('is how the two compare, with the page', async () => {
    const seen = read({}, { isProving: true })
    const said = { data: { name: 'x' }, evidence: { '/name': {} }, dropped: [], problems: [] }
    const found = await noted({ ...seen, said })
    assert.deepEqual([found?.body.is, found?.body.readerId, found?.hasPage], ['proved', 'r1', true])
    assert.equal(await noted(seen), undefined)
  })
})

describe('the pages that a reader is for', () => {
  it('are of its host, by path and query', () => {
    assert.deepEqual(readMatch({ paths: ['/a/*', '/b', '/a/*'] }, 'a.example'), ['/a/*', '/b'])
    assert.deepEqual(readMatch({ host: 'www.a.example', paths: [] }, 'a.example'), [])
    assert.throws(
      () => readMatch({ host: 'b.example', paths: [] }, 'a.example'),
      /"match\.host" is b\.example/,
    )
    const fits = (path: string, ...paths: string[]) =>
      fitsPaths(paths, new URL(path, 'https://a.example'))
    assert.equal(fits('/a/b', '/c', '/a/*'), true)
    assert.equal(fits('/a/b/c', '/a/*'), false)
    assert.equal(fits('/a?b=1', '/a'), false)
    assert.equal(fits('/a', ...[]), false)
    assert.equal(fits(`/${'x'.repeat(1_999)}`, '/**'), true)
    assert.equal(fits(`/${'x'.repeat(2_000)}`, '/**'), false)
    assert.doesNotThrow(() => checkExamples(['/a'], ['https://a.example/b', 'https://a.example/a']))
    assert.throws(
      () => checkExamples(['/a'], ['https://a.example/b']),
      /fits none of the examples: \/a, and not/,
    )
  })
})

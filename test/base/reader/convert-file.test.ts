import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type FileReaders, readTask } from '../../../src/base/reader/convert-file.ts'
import type { PageRequest } from '../../../src/base/reader/page-request.ts'
import type { PageOutcome, PageTask } from '../../../src/base/reader/page-task.ts'
import { AppError } from '../../../src/kit/errors.ts'
import type { RecognizeInput } from '../../../src/page/documents/pdf/recognized.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const task = (given: Partial<PageTask> = {}): PageTask => ({
  ...{ requestedUrl: 'https://a.test/x', finalUrl: 'https://a.test/x', status: 200 },
  ...{ rendered: false, isLast: true, bytes: png, headers: {}, screenshot: undefined },
  ...{ warning: undefined, formats: ['markdown'], trace: false, onlyMainContent: true },
  ...{ includeTags: [], excludeTags: [] },
  ...given,
})

type Turn = { reads: number; text?: boolean; takesMs?: number }

/** Reads a file of ten pages, of which each turn reads so many, on a clock that only turns move. */
const readIn = async (
  t: TestContext,
  turns: readonly Turn[],
  request: Partial<PageRequest> = {},
  given: Partial<PageTask> = {},
  scan?: Extract<PageOutcome<string>, { is: 'scan' }>,
) => {
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  const asked: Pick<RecognizeInput, 'pages' | 'maxPages' | 'lettered'>[] = []
  const paid: number[] = []
  let first = 1
  const recognize: FileReaders['recognize'] = async ({ pages, maxPages, lettered }) => {
    const turn = turns[asked.length]
    assert.ok(turn, 'more turns than it has')
    asked.push({ pages, maxPages, lettered })
    now += turn.takesMs ?? 0
    const items = turn.text === false ? [] : [{ text: 'a' }]
    const read = Array.from({ length: turn.reads }, () => ({ number: first++, items }))
    const left = Array.from({ length: 11 - first }, (_, at) => first + at)
    return { pages: read, pageCount: 10, left } as never
  }
  const reader = {
    recognize,
    convertFile: () => assert.fail('no office file'),
    ocrLanguages: { find: () => [] },
    readBytes: async (read: PageTask): Promise<PageOutcome<string>> => {
      if (scan && !read.recognized) return scan
      const { pages, left } = read.recognized ?? { pages: [], left: [] }
      return { is: 'answer', answer: `${pages.map(page => page.number)} left ${left}` }
    },
  }
  const outcome = await readTask(
    reader,
    {
      ...{ timeoutMs: 30_000, onExtra: (_: string, times: number) => paid.push(times) },
      ...request,
    } as PageRequest,
    task(given),
    new AbortController().signal,
  )
  return { said: outcome.is === 'answer' ? outcome.answer : outcome.is, asked, paid }
}

describe('the text in a picture or scan', () => {
  const turn = (reads: number, takesMs: number): Turn => ({ reads, takesMs })
  const all = '1,2,3,4,5,6,7,8,9,10 left '

  it('is read in turns until no page is left, each of which is paid', async t => {
    const { said, asked, paid } = await readIn(t, [turn(4, 1), turn(4, 1), turn(2, 1)])
    assert.equal(said, all)
    assert.deepEqual(
      asked.map(({ pages, maxPages }) => [pages?.[0], maxPages]),
      [
        [undefined, 50],
        [5, 46],
        [9, 42],
      ],
    )
    assert.deepEqual(paid, [10])
  })

  it('is read as far as the caller wants it', async t => {
    const { said, asked } = await readIn(
      t,
      [turn(4, 1), turn(2, 1)],
      {},
      { documents: { maxPages: 6 } },
    )
    assert.equal(said, '1,2,3,4,5,6 left 7,8,9,10')
    assert.deepEqual(
      asked.map(({ maxPages }) => maxPages),
      [6, 2],
    )
  })

  it('is not paid where there is none', async t => {
    const { paid } = await readIn(t, [{ reads: 10, text: false }])
    assert.deepEqual(paid, [])
  })

  it('is not looked for where the caller does not want that', async t => {
    const { said, asked } = await readIn(t, [], {}, { documents: { ocr: 'never' } })
    assert.equal(said, ' left ')
    assert.equal(asked.length, 0)
  })

  // Three seconds are for writing it; a turn is begun if one like the last would end before them.
  const times: [what: string, turnMs: number, request: Partial<PageRequest>, turns: number][] = [
    ['two turns fit into the time of who waits', 13_000, { arrivedMs: 1_000 }, 2],
    ['the second would end too late', 13_500, { arrivedMs: 1_000 }, 1],
    ['some of the time had passed before', 13_000, { arrivedMs: 0 }, 1],
    ['nobody waits, for two minutes', 59_000, {}, 2],
    ['nobody waits, but it takes longer', 60_000, {}, 1],
    ['nobody waits, whatever the time of a page', 59_000, { timeoutMs: 1 }, 2],
  ]
  for (const [what, takesMs, request, turns] of times)
    it(`is read as long as there is time: ${what}`, async t => {
      const { asked } = await readIn(t, [turn(5, takesMs), turn(5, takesMs)], request)
      assert.equal(asked.length, turns)
    })

  const scan = { is: 'scan', pages: [2, 5], lettered: [5] } as const
  const pdf = { bytes: Buffer.from('%PDF-1.7') }

  it('is read on those pages of a PDF that have no text of their own', async t => {
    const { said, asked } = await readIn(t, [turn(10, 1)], {}, pdf, { ...scan } as never)
    assert.equal(said, all)
    assert.deepEqual(asked, [{ pages: [2, 5], maxPages: 50, lettered: [5] }])
  })

  const faults: [error: Error, isLeft: boolean][] = [
    [new AppError('page_unsupported', 'a'), true],
    [new AppError('page_too_large', 'a'), true],
    [new AppError('overloaded', 'a'), false],
    [new Error('a'), false],
  ]
  for (const [error, isLeft] of faults)
    it(`leaves the other pages of a PDF be where it cannot be read, or fails: ${Object(error).code ?? 'a bug'}`, async () => {
      const reader = {
        recognize: () => Promise.reject(error),
        convertFile: () => assert.fail('no office file'),
        ocrLanguages: { find: () => [] },
        readBytes: async ({ recognized }: PageTask): Promise<PageOutcome<string>> =>
          recognized ? { is: 'answer', answer: `left ${recognized.left}` } : ({ ...scan } as never),
      }
      const request = { timeoutMs: 30_000 } as PageRequest
      const reading = (bytes: Uint8Array) =>
        readTask(reader, request, task({ bytes }), new AbortController().signal)
      if (isLeft) assert.deepEqual(await reading(pdf.bytes), { is: 'answer', answer: 'left 2,5' })
      else await assert.rejects(reading(pdf.bytes), error)
      await assert.rejects(reading(png), error)
    })

  it('of an error is not read', async t => {
    for (const [status, turns] of [
      [399, 1],
      [400, 0],
      [404, 0],
    ] as const) {
      const { asked } = await readIn(t, [turn(10, 1)], {}, { status })
      assert.equal(asked.length, turns, String(status))
      t.mock.restoreAll()
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { readByReader } from '../../../../src/products/extract/taught/read.ts'
import { type Marks, teachReader } from '../../../../src/products/readers/learn-task.ts'

type Taught = { source: string; data?: object; marks?: Marks }

const learn = (types: Record<string, string>, examples: readonly Taught[]) => {
  const properties = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { type }]),
  )
  const schema = { type: 'object', properties }
  const pages = examples.map(({ source, data = {}, marks }, at) => ({
    ...{ url: `https://places.test/${at}`, source, data, marks },
  }))
  const { reader } = teachReader({ schema, examples: pages, others: [] })
  return (source: string) =>
    readByReader({ document: parsePage(source), url: 'https://places.test/x' }, schema, reader)
}

describe('a part of a text', () => {
  const page = (words: string) => `<h1>A box</h1><p class="size">${words}</p>`

  it('is read from the same part of other texts', () => {
    const read = learn({ height: 'number', state: 'string' }, [
      {
        source: page('Height 42 cm, packed flat'),
        marks: {
          '/height': { text: 1, start: 7, end: 9 },
          '/state': { text: 1, start: 14, end: 25 },
        },
      },
    ])
    assert.deepEqual(read(page('Height 1,150 cm, hanging')).data, {
      height: 1_150,
      state: 'hanging',
    })
  })

  it('is nothing where the words around it are not there', () => {
    const marks = { '/height': { text: 1, start: 7, end: 12 } }
    const read = learn({ height: 'string' }, [{ source: page('Height 42 cm'), marks }])
    assert.deepEqual(read(page('Height 7 in')).data, { height: '7 in' })
    assert.deepEqual(read(page('Ask us about 7 sizes')).data, {})
  })
})

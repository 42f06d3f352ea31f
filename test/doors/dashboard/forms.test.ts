import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UsageAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { tagsIn } from '../../../ui/src/jobs/tags.ts'
import { asLines, urlsIn, withoutLines } from '../../../ui/src/parts/url-text.ts'
import { plural } from '../../../ui/src/parts/words.ts'
import { sayDepth, usualDepth } from '../../../ui/src/playground/crawl/scope-words.ts'
import {
  emptyField,
  type FormField,
  fieldTypes,
  formProblem,
  fromSchema,
  toSchema,
} from '../../../ui/src/playground/extract/schema-form.ts'
import { headersOf, wrongHeader } from '../../../ui/src/playground/scrape/lines.ts'
import { partOf } from '../../../ui/src/readers/elements.ts'
import { sayCron } from '../../../ui/src/schedules/cron-words.ts'
import { addUp, nameFilter, toCsv } from '../../../ui/src/usage/usage-sums.ts'

describe('words', () => {
  it('of which there is one have no s', () => {
    assert.equal(plural(1, 'day'), '1 day')
    assert.equal(plural(1_000, 'day'), '1,000 days')
    assert.equal(plural(1, 'entry', 'entries'), '1 entry')
    assert.equal(plural(0, 'entry', 'entries'), '0 entries')
  })

  it('of a timetable that runs at each unit name no number', () => {
    assert.equal(sayCron('*/1 * * * *'), 'Every minute, every day.')
    assert.equal(sayCron('*/15 * * * *'), 'Every 15 minutes, every day.')
    assert.equal(sayCron('1 */1 * * *'), 'Every hour, 1 minute past the hour, every day.')
    assert.equal(sayCron('0 */2 * * 1'), 'Every 2 hours, every Monday.')
  })
})

describe('a schema as a form', () => {
  const field = (name: string, change: Partial<FormField> = {}): FormField => ({
    ...emptyField(),
    name,
    ...change,
  })

  it('comes back as the same schema, whatever the form can say', () => {
    for (const type of fieldTypes.map(({ value }) => value))
      for (const many of [false, true])
        for (const required of [false, true]) {
          const fields = type === 'object' ? [field('inner', { type: 'date', many })] : []
          const choices = type === 'choice' ? ['a', 'b'] : []
          const one = field('x', { type, many, required, fields, choices, description: 'why' })
          assert.deepEqual(fromSchema(toSchema([one, field('y')])), [one, field('y')])
        }
  })

  it('is refused rather than shown with something left out', () => {
    const properties = { price: { type: 'number' } }
    assert.ok(fromSchema({ type: 'object', properties }))
    const more = [
      { type: 'object', properties, additionalProperties: false },
      { type: 'object', properties: { price: { type: 'number', minimum: 0 } } },
      { type: 'object', properties: { price: { type: ['number', 'null'] } } },
      { type: 'object', properties: { price: { $ref: '#/$defs/x' } } },
      { type: 'object', properties: { tags: { type: 'array' } } },
      { type: 'object', properties, required: ['other'] },
      { type: 'array', items: { type: 'string' } },
      { type: 'object', properties: { city: { type: 'string', enum: ['Paris, France'] } } },
      true,
      null,
    ]
    for (const schema of more) assert.equal(fromSchema(schema), undefined, JSON.stringify(schema))
  })

  it('takes choices as people type them, with a space after each comma', () => {
    for (const [typed, expected] of [
      ['red, light blue', ['red', 'light blue']],
      [' red ,red,', ['red']],
      ['red, light ', ['red', 'light']],
    ] as const) {
      const schema = toSchema([field('color', { type: 'choice', choices: typed.split(',') })])
      const properties = { color: { type: 'string', enum: expected } }
      assert.deepEqual(schema, { type: 'object', properties }, typed)
    }
  })

  it('says what is missing while names are typed', () => {
    assert.match(formProblem([field('')]) ?? '', /no name/)
    assert.match(formProblem([field('a'), field('a')]) ?? '', /Two fields are named “a”/)
    const inner = field('o', { type: 'object', fields: [field('b'), field('b')] })
    assert.match(formProblem([inner]) ?? '', /“b”/)
    assert.equal(formProblem([field('a'), field('b')]), undefined)
  })
})

describe('the CSV of usage', () => {
  const usage: UsageAnswer = {
    plan: 'free',
    period: { start: '2026-02-01', end: '2026-03-01' },
    unit: 'day',
    month: null,
    keys: [
      { id: 'k1', name: '=cmd()', shown: 'pk_…1', deleted: false, isThere: true, place: 0 },
      { id: 'k2', name: 'say "hi", you', shown: 'pk_…2', deleted: true, isThere: false, place: 1 },
    ],
    entries: [
      { kind: 'image', day: '2026-02-03', key: 'k1', endpoint: 'icon', outcome: 'ok', amount: 4 },
      { kind: 'image', day: '2026-02-03', key: 'k2', endpoint: 'og', outcome: 'ok', amount: 2 },
      { kind: 'image', day: '2026-02-03', key: 'k2', endpoint: 'og', outcome: 'none', amount: 1 },
      { kind: 'call', day: '2026-02-03', key: 'k1', endpoint: 'GET', outcome: 'ok', amount: 9 },
    ],
  }

  it('has a line for each day of the month and runs nothing in a spreadsheet', () => {
    const csv = toCsv(addUp(usage, { kind: 'image', by: 'key', hidden: new Set() }))
    const lines = csv.trimEnd().split('\r\n')
    assert.equal(lines.length, 29)
    assert.equal(lines[0], `day,'=cmd() (pk_…1),"say ""hi"", you (pk_…2, deleted)"`)
    assert.equal(lines[3], '2026-02-03,4,3')
    assert.equal(lines[4], '2026-02-04,0,0')
  })

  it('leaves out what is hidden', () => {
    const hidden = new Set([nameFilter('endpoint', 'icon'), nameFilter('outcome', 'none')])
    const sums = addUp(usage, { kind: 'image', by: 'endpoint', hidden })
    assert.deepEqual([sums.total, sums.series.map(({ name }) => name)], [2, ['og']])
  })
})

describe('URLs, one per line', () => {
  it('are the lines that are not blank, each with its number', () => {
    assert.deepEqual(urlsIn(' a.example \n\nnot a url\n'), [
      { line: 0, url: 'a.example' },
      { line: 2, url: 'not a url' },
    ])
    assert.equal(withoutLines('a\nb\nc', new Set([1])), 'a\nc')
  })

  it('come out of whatever list is pasted', () => {
    const both = 'https://a.example/x\nb.example'
    for (const pasted of [
      'https://a.example/x, b.example',
      'https://a.example/x b.example',
      'https://a.example/x\tb.example',
      '["https://a.example/x", "b.example"]',
      '- https://a.example/x\r\n- b.example',
      '1. <https://a.example/x>;\n2. b.example',
    ])
      assert.equal(asLines(pasted), both, pasted)
    assert.equal(asLines('http://a.example,http://b.example'), 'http://a.example\nhttp://b.example')
  })

  it('keep a comma that belongs to a URL, and a line that is something else', () => {
    for (const line of ['https://a.example/1,2,3', 'see https://a.example for more', 'not a url'])
      assert.equal(asLines(line), line)
  })
})

describe('the depth of a crawl', () => {
  it('is said as the API takes it, also where the field is empty', () => {
    assert.equal(sayDepth(''), sayDepth(usualDepth))
    assert.match(sayDepth(''), /^Pages up to 20 links/)
    assert.match(sayDepth('0'), /^Only the start page/)
  })
})

describe('headers, one per line', () => {
  it('are names and values, and no line without a colon becomes one', () => {
    assert.deepEqual(headersOf('A: b:c\n\n X-Y :z\nE:'), { A: 'b:c', 'X-Y': 'z', E: '' })
    for (const wrong of ['X-Api-Key', ':authority: example.com', 'Authorization Bearer: x'])
      assert.deepEqual(
        [headersOf(wrong), headersOf(`A: b\n${wrong}`), wrongHeader(`A: b\n${wrong}`)],
        [undefined, { A: 'b' }, `“${wrong}” is not a header such as “Name: value”.`],
      )
    assert.equal(wrongHeader('A: b\n\n'), undefined)
  })
})

describe('the tags of a job', () => {
  it('are what stands between commas, but one with a comma stays what it is', () => {
    assert.deepEqual(tagsIn('a, b,, a ', []), ['a', 'b'])
    const known = ['Paris, France', 'weekly']
    assert.deepEqual(tagsIn(known.join(', '), known), known)
    assert.deepEqual(tagsIn(`${known.join(', ')}, new`, known), [...known, 'new'])
    assert.deepEqual(tagsIn('weekly', known), ['weekly'])
  })
})

describe('a part of a text that is selected', () => {
  it('is the one that was selected, of words that are there twice', () => {
    const text = '4 of 4 lamps'
    assert.deepEqual(partOf(text, '4', 0), [0, 1])
    assert.deepEqual(partOf(text, ' 4 ', 4), [5, 6])
    assert.deepEqual(partOf(text, 'lamps', 0), [7, 12])
    for (const none of ['', text, 'chairs']) assert.equal(partOf(text, none, 0), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { teachReader, tryReader } from '../../../src/products/readers/learn-task.ts'

const page = (text: string, n: number) => ({
  url: `https://shop.test/p/${n}`,
  source: `<main class="item"><h1>Thing ${'abcdefgh'[n]}</h1><dl><dt>Fact</dt><dd class="fact">${text}</dd></dl><p class="about">Words of thing ${'abcdefgh'[n]}</p></main>`,
})

/** What a reader does to texts, taught by some of them, and what it makes of others. */
const taught = (
  name: string,
  field: object,
  shown: [text: string, value: unknown][],
  asked: string[] = [],
) => {
  const schema = { type: 'object', properties: { [name]: field } }
  const examples = shown.map(([text, value], n) => ({ ...page(text, n), data: { [name]: value } }))
  const { reader } = teachReader({ schema, examples, others: [] })
  const read = asked.map(text => {
    const { data } = tryReader({ schema, taught: reader, page: page(text, 7) })
    return (data as Record<string, unknown>)[name]
  })
  return { convert: reader.fields[`/${name}`]?.convert?.join(', '), read }
}

describe('what becomes of a text', () => {
  const [number, whole, date] = [
    { type: 'number' },
    { type: 'integer' },
    { type: 'string', format: 'date' },
  ]
  const cases: [
    name: string,
    field: object,
    text: string,
    value: unknown,
    convert: string | undefined,
  ][] = [
    ['name', { type: 'string' }, 'Brass lamp', 'Brass lamp', undefined],
    ['price', number, '$39', 39, 'number'],
    ['price', number, '$1,299.00', 1299, 'number, dot as decimal, comma as thousands'],
    ['price', number, '39,90 €', 39.9, 'number, comma as decimal'],
    ['price', number, '1.299 €', 1299, 'number, dot as thousands'],
    ['price', number, '12 500,50 kr', 12500.5, 'number, comma as decimal, space as thousands'],
    ['revenue', number, '1.5 million', 1_500_000, 'number, factor in words, dot as decimal'],
    ['temperature', number, '-5 °C', -5, 'number, sign or brackets as minus'],
    ['result', number, '(1,250)', -1250, 'number, comma as thousands, sign or brackets as minus'],
    ['votes', whole, '1.234 votes', 1234, 'whole number, dot as thousands'],
    ['weight_g', number, '0.79 kg', 790, 'number, unit converted, dot as decimal'],
    ['weight_g', number, '790 g', 790, 'number'],
    ['prepMinutes', whole, '1 h 30 min', 90, 'length of time'],
    ['day', date, '3 April 2011', '2011-04-03', 'date, month in words'],
    ['day', date, '3/4/2011', '2011-03-04', 'date, month before day'],
    ['day', date, '3/4/2011', '2011-04-03', 'date, day before month'],
    ['day', date, '3.4.2011', '2011-04-03', 'date, day before month'],
    ['day', date, '2011-04-03', '2011-04-03', 'date'],
    [
      'at',
      { type: 'string', format: 'date-time' },
      '2011-04-03T10:00Z',
      '2011-04-03T10:00:00Z',
      'date and time',
    ],
    ['inStock', { type: 'boolean' }, 'In stock', true, 'phrase for true'],
    ['inStock', { type: 'boolean' }, 'Sold out', false, 'phrase for false'],
    ['state', { enum: ['new', 'used'] }, 'A used one', 'used', 'one of the choices'],
    [
      'mail',
      { type: 'string', format: 'email' },
      'Write to ann@shop.test',
      'ann@shop.test',
      'mail address',
    ],
    ['material', { type: 'string' }, 'Made of oak (solid)', 'oak', 'part of the text'],
    [
      'day',
      date,
      'Published 3 April 2011 · updated 5 May 2012',
      '2012-05-05',
      'date, month in words, part of the text',
    ],
    [
      'day',
      date,
      'ordered 1/4/2011, sent 3/4/2011',
      '2011-04-03',
      'date, day before month, part of the text',
    ],
    [
      'temperature',
      number,
      'Yesterday 3 °C, today -5 °C',
      -5,
      'number, sign or brackets as minus, part of the text',
    ],
    ['weight_g', number, '1,250 kg', 1250, 'number, unit converted, comma as decimal'],
  ]
  for (const [name, field, text, value, convert] of cases)
    it(`“${text}” as ${JSON.stringify(value)}: ${convert ?? 'nothing'}`, () => {
      const done = taught(name, field, [[text, value]], [text])
      assert.deepEqual(done, { convert, read: [value] })
    })
})

describe('texts that say two things', () => {
  const [number, date] = [{ type: 'number' }, { type: 'string', format: 'date' }]
  const cases: [
    what: string,
    field: object,
    shown: [string, unknown][],
    asked: [string, unknown][],
  ][] = [
    [
      'a day above twelve shows the order',
      date,
      [['25/12/2011', '2011-12-25']],
      [['03/04/2012', '2012-04-03']],
    ],
    [
      'a month before the day, with dots',
      date,
      [['12.25.2011', '2011-12-25']],
      [['03.04.2012', '2012-03-04']],
    ],
    [
      'without a sign of the order, it is the usual one',
      date,
      [['05/05/2011', '2011-05-05']],
      [['03/04/2012', '2012-03-04']],
    ],
    [
      'a decimal comma shows what a dot means',
      number,
      [['1.250,75 km', 1250.75]],
      [
        ['9.150 km', 9150],
        ['2,125 km', 2.125],
      ],
    ],
    ['so does a figure that needs it', number, [['12.500 km', 12500]], [['9.150 km', 9150]]],
    [
      'a decimal dot',
      number,
      [['12.50 km', 12.5]],
      [
        ['9.150 km', 9.15],
        ['9,150 km', 9150],
      ],
    ],
    [
      'both marks on one site say nothing',
      number,
      [
        ['12.50 km', 12.5],
        ['13,50 km', 13.5],
      ],
      [['9.150 km', 9.15]],
    ],
    [
      'a minus, where an example has one',
      number,
      [['-5 °C', -5]],
      [
        ['-3 °C', -3],
        ['4 °C', 4],
      ],
    ],
    [
      'a measure, too',
      { ...number, description: 'in grams' },
      [['1.250 g', 1250]],
      [['2.500 g', 2500]],
    ],
    ['no minus, where none has', number, [['5 °C', 5]], [['-3 °C', 3]]],
    [
      'a measure as a whole, before a figure in it',
      { ...number, description: 'in grams' },
      [['1,250 kg', 1250]],
      [
        ['0,790 kg', 790],
        ['12,5 kg', 12500],
      ],
    ],
  ]
  for (const [what, field, shown, asked] of cases)
    it(what, () => {
      const texts = asked.map(([text]) => text)
      assert.deepEqual(
        taught('value', field, shown, texts).read,
        asked.map(([, value]) => value),
      )
    })

  it('are read in rows as the examples mean them', () => {
    const rows = (days: string[]) =>
      `<main><h1>Log</h1><ul class="log">${days.map(day => `<li class="entry"><b class="day">${day}</b> <i>Ann</i></li>`).join('')}</ul></main>`
    const schema = {
      type: 'object',
      properties: {
        log: {
          type: 'array',
          items: {
            type: 'object',
            properties: { day: { type: 'string', format: 'date' } },
          },
        },
      },
    }
    const data = { log: [{ day: '2011-04-03' }, { day: '2011-05-06' }] }
    const source = rows(['3/4/2011', '6/5/2011'])
    const examples = [{ url: 'https://shop.test/log/1', source, data }]
    const { reader } = teachReader({ schema, examples, others: [] })
    const page = { url: 'https://shop.test/log/2', source: rows(['7/8/2012', '9/10/2012']) }
    assert.deepEqual(tryReader({ schema, taught: reader, page }).data, {
      log: [{ day: '2012-08-07' }, { day: '2012-10-09' }],
    })
  })

  it('are doubtful with a minus that no example had', () => {
    const schema = { type: 'object', properties: { value: number } }
    const flagsOf = (shown: [string, number][], text: string) => {
      const examples = shown.map(([text, value], n) => ({ ...page(text, n), data: { value } }))
      const { reader } = teachReader({ schema, examples, others: [] })
      return tryReader({ schema, taught: reader, page: page(text, 7) }).flagged['/value']
    }
    assert.deepEqual(flagsOf([['5 °C', 5]], '-3 °C'), ['shape'])
    assert.deepEqual(flagsOf([['$5.50', 5.5]], '-$3.50'), ['shape'])
    assert.equal(flagsOf([['5 °C', 5]], '3 °C'), undefined)
    assert.equal(flagsOf([['–20 %', 20]], '–10 %'), undefined)
    assert.equal(flagsOf([['-5 °C', -5]], '3 °C'), undefined)
  })

  it('at a mark are what was typed in beside it', () => {
    const schema = { type: 'object', properties: { day: date } }
    const mark = { marks: { '/day': { text: 2 } } }
    const learn = (data: unknown) =>
      teachReader({ schema, examples: [{ ...page('3/4/2011', 1), data, ...mark }], others: [] })
    assert.deepEqual(learn({ day: '2011-04-03' }).data, [{ day: '2011-04-03' }])
    assert.deepEqual(learn({}).data, [{ day: '2011-03-04' }])
    assert.deepEqual(learn({ day: '2019-01-01' }).data, [{ day: '2011-03-04' }])
  })

  describe('at marks beside which nothing was typed in', () => {
    const byMarks = (
      field: object,
      shown: (string | [text: string, part: string])[],
      others: string[] = [],
    ) => {
      const schema = { type: 'object', properties: { value: field } }
      const examples = shown.map((one, n) => {
        const [text, part = text] = [one].flat() as [string, string?]
        const start = text.indexOf(part)
        const marks = { '/value': { text: 2, start, end: start + part.length } }
        return { ...page(text, n), data: {}, marks }
      })
      const lesson = teachReader({
        ...{ schema, examples },
        others: others.map((text, n) => page(text, n + 4)),
      })
      return lesson.data.map(one => Object(one).value)
    }

    it('a minus at their beginning belongs to the figure', () => {
      assert.deepEqual(byMarks(number, ['-5 °C']), [-5])
      assert.deepEqual(byMarks(number, ['−5,50 €', '7 €']), [-5.5, 7])
      assert.deepEqual(byMarks(number, [['Yesterday 3 °C, today -5 °C', '-5']]), [-5])
      assert.deepEqual(byMarks(number, ['Price – 5']), [5])
    })

    it('other marks say how they are meant', () => {
      const days = ['2011-12-25', '2011-04-03']
      assert.deepEqual(byMarks(date, ['25/12/2011', '3/4/2011']), days)
      assert.deepEqual(byMarks(date, ['3/4/2011', '25/12/2011']), days.toReversed())
      assert.deepEqual(byMarks(date, ['12/25/2011', '3/4/2011']), ['2011-12-25', '2011-03-04'])
      assert.deepEqual(byMarks(number, ['39,90 km', '1.299 km']), [39.9, 1299])
    })

    it('and so do other pages of the template', () => {
      assert.deepEqual(byMarks(date, ['3/4/2011'], ['25/12/2011', '6/7/2011']), ['2011-04-03'])
      assert.deepEqual(byMarks(date, ['3/4/2011'], ['12/25/2011']), ['2011-03-04'])
      assert.deepEqual(byMarks(date, ['3/4/2011']), ['2011-03-04'])
      assert.deepEqual(byMarks(number, ['1.299 km'], ['39,90 km']), [1299])
    })

    it('and so do other fields, where their own say nothing', () => {
      const schema = { type: 'object', properties: { price: number, weight: number } }
      const weightOf = (price: string, weight: string) => {
        const source = `<main><h1>Thing</h1><dl><dt>Price</dt><dd>${price}</dd><dt>Weight</dt><dd>${weight}</dd></dl></main>`
        const marks = { '/price': { text: 2 }, '/weight': { text: 4 } }
        const examples = [{ url: 'https://shop.test/p/1', source, data: {}, marks }]
        return Object(teachReader({ schema, examples, others: [] }).data[0]).weight
      }
      assert.equal(weightOf('4.737,50 €', '13.510 g'), 13510)
      assert.equal(weightOf('$4,737.50', '13.510 g'), 13.51)
      assert.equal(weightOf('-39,90 €', '-5 g'), -5)
      assert.equal(weightOf('-39 €', '5 – 7'), 5)
    })

    it('what an older lesson made of them is no word of anybody', () => {
      const schema = { type: 'object', properties: { value: date } }
      const marks = { '/value': { text: 2 } }
      const older = { ...page('3/4/2011', 1), marks, data: { value: '2011-03-04' } }
      const fresh = { ...page('25/12/2011', 2), marks, data: {} }
      const { reader } = teachReader({ schema, examples: [fresh, older], fresh: 1, others: [] })
      const asked = tryReader({ schema, taught: reader, page: page('5/6/2012', 7) })
      assert.deepEqual(asked.data, { value: '2012-06-05' })
    })
  })
})

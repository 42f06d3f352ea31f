import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPdfPage } from '../../../../src/page/documents/pdf/page.ts'

/** A page of 200 by 400 points that does not begin at zero. */
const view = [10, 20, 210, 420]
type Drawn = { str: string; transform: number[]; width?: number }
const read = (items: Drawn[], rects: number[][] = []) =>
  readPdfPage({
    view,
    getTextContent: async () => ({ items, styles: {} }),
    getStructTree: async () => undefined,
    getAnnotations: async () => rects.map((rect, at) => ({ url: `https://a.test/${at}`, rect })),
  })

describe('a page of a PDF', () => {
  /** Text 30 points from the left edge and 50 from the bottom, as its reader sees the page. */
  const ways: [way: string, transform: number[], rect: number[], height: number, x0: number][] = [
    ['upright', [10, 0, 0, 10, 40, 70], [40, 65, 100, 85], 420, 10],
    ['upwards', [0, 10, -10, 0, 160, 50], [145, 50, 165, 110], 200, 0],
    ['upside down', [-10, 0, 0, -10, 180, 370], [120, 355, 180, 375], 400, 0],
    ['downwards', [0, -10, 10, 0, 60, 390], [55, 330, 75, 390], 200, 0],
  ]
  for (const [way, transform, rect, height, x0] of ways)
    it(`is read with its text upright: ${way}`, async () => {
      const page = await read([{ str: 'Lamps', transform, width: 60 }], [rect])
      const y0 = way === 'upright' ? 20 : 0
      assert.equal(page.height, height)
      assert.deepEqual(
        page.items.map(({ text, x, y, size, link }) => [text, x - x0, y - y0, size, link]),
        [['Lamps', 30, 50, 10, 'https://a.test/0']],
      )
    })

  it('is read without what runs upwards or aslant', async () => {
    const line = { str: 'A line of text', transform: [10, 0, 0, 10, 40, 70] }
    const aslant = (b: number) => ({ str: `${b}`, transform: [10, b, -b, 10, 40, 70] })
    const page = await read([line, aslant(1.9), aslant(-1.9), aslant(2.1), aslant(-2.1), aslant(9)])
    assert.deepEqual(
      page.items.map(({ text }) => text),
      [line.str, '1.9', '-1.9'],
    )
  })
})

const drawn = (more: { items?: unknown[]; annotations?: unknown[]; tree?: unknown }) =>
  readPdfPage({
    view: [0, 0, 200, 400],
    getTextContent: async () => ({
      items: more.items ?? [],
      styles: { mono: { fontFamily: 'monospace' }, plain: { fontFamily: 'serif' } },
    }),
    getStructTree: async () => more.tree,
    getAnnotations: async () => more.annotations ?? [],
  })
const text = (str: string, more: object = {}) => ({
  ...{ str, transform: [10, 0, 0, 10, 0, 100], width: 10 * str.length, ...more },
})

describe('what is read of a page of a PDF', () => {
  it('text, with its font, its size and the end of its line', async () => {
    const { items } = await drawn({
      items: [
        text('of\ufb01ce', { fontName: 'mono', hasEOL: true }),
        text('Lamps . . . . . 7', { fontName: 'plain', transform: [10, 0, 0, -8, 0, 0] }),
        text('....', { transform: [10, 0, 0, 0, 0, 0], height: 6 }),
      ],
    })
    assert.deepEqual(
      items.map(({ text, isMono, endsLine, size }) => [text, isMono, endsLine, size]),
      [
        ['office', true, true, 10],
        ['Lamps … 7', false, false, 8],
        ['....', false, false, 6],
      ],
    )
  })

  it('the marks around it, and nothing that only adorns the page', async () => {
    const begin = (id?: string, tag?: string) => ({ type: 'beginMarkedContentProps', id, tag })
    const end = { type: 'endMarkedContent' }
    const { items } = await drawn({
      items: [
        ...[text('a'), begin('m1'), text('b'), begin(), text('c'), begin('m2'), text('d'), end],
        ...[text('e'), end, end, begin('x', 'Artifact'), text('f'), begin('m3'), text('g'), end],
        ...[end, text('h'), end, text('i')],
      ],
    })
    assert.deepEqual(
      items.map(({ text, marks }) => `${text} ${marks.join(' ')}`.trim()),
      ['a', 'b m1', 'c m1', 'd m1 m2', 'e m1', 'h', 'i'],
    )
    const deep = Array.from({ length: 25 }, (_, nth) => begin(`m${nth}`))
    const [last] = (await drawn({ items: [...deep, text('a')] })).items
    assert.deepEqual([last?.marks.length, last?.marks[0]], [20, 'm5'])
  })

  it('fields that were filled in, by the name that people see', async () => {
    const { fields } = await drawn({
      annotations: [
        { fieldType: 'Tx', fieldName: 'f1', alternativeText: 'Name', fieldValue: ' Ann\n Lee ' },
        { fieldType: 'Tx', fieldName: 'f2', alternativeText: '', fieldValue: 'Utrecht' },
        { fieldType: 'Tx', fieldValue: 'nameless' },
        { fieldType: 'Tx', fieldName: 'f3', fieldValue: '' },
        { fieldType: 'Tx', fieldName: 'f4', fieldValue: 'secret', password: true },
        { fieldType: 'Ch', fieldName: 'f5', fieldValue: ['a', 7, 'b'] },
        { fieldType: 'Btn', fieldName: 'f6', checkBox: true, fieldValue: 'Yes' },
        { fieldType: 'Btn', fieldName: 'f7', checkBox: true, fieldValue: 'Off' },
        { fieldType: 'Btn', fieldName: 'f8', checkBox: true },
        { fieldType: 'Btn', fieldName: 'f9', fieldValue: 'Yes' },
        { fieldType: 'Sig', fieldName: 'f10', fieldValue: 'x' },
        { fieldType: 'Tx', fieldName: 'n'.repeat(201), fieldValue: 'x' },
      ],
    })
    assert.deepEqual(
      fields.map(({ name, value }) => `${name.slice(0, 9)}${name.length}: ${value}`),
      [
        ...['Name4: Ann Lee', 'f22: Utrecht', 'Field5: nameless', 'f52: a, b', 'f62: ☑'],
        'nnnnnnnnn200: x',
      ],
    )
    const many = Array.from({ length: 1_001 }, () => ({ fieldType: 'Tx', fieldValue: 'x' }))
    assert.equal((await drawn({ annotations: many })).fields.length, 1_000)
  })

  it('no more than five hundred links', async () => {
    const rects = Array.from({ length: 501 }, (_, at) => [0, 10 * at + 20, 60, 10 * at + 30])
    const linkAt = async (at: number) => {
      const line = { str: 'Lamps', transform: [10, 0, 0, 10, 0, 10 * at + 22], width: 60 }
      return (await read([line], rects)).items[0]?.link
    }
    assert.equal(await linkAt(499), 'https://a.test/499')
    assert.equal(await linkAt(500), undefined)
  })

  it('several links in one piece of text, in whatever order the file has them', async () => {
    const { items } = await drawn({
      items: [text('See our lamps now')],
      annotations: [
        { url: 'https://a.test/2', rect: [80, 100, 130, 110] },
        { url: 'https://a.test/3', rect: [140, 100, 170, 110] },
        { url: 'https://a.test/1', rect: [0, 100, 30, 110] },
      ],
    })
    const shown = items.map(({ text, link }) => (link ? `[${text}](${link.at(-1)})` : text))
    assert.equal(shown.join(''), '[See](1) our [lamps](2) [now](3)')
  })

  it('the letters that Arabic is drawn with as those that it is written with', async () => {
    const { items } = await drawn({ items: [text('\ufee3\ufeae\ufea3\ufe92\ufe8e \ufefb')] })
    assert.equal(items[0]?.text, 'مرحبا لا')
  })

  it('the words that a link lies over', async () => {
    const linked = async (left: number, right: number, bottom = 100, top = 110) => {
      const { items } = await drawn({
        items: [text('See our lamps now', { hasEOL: true })],
        annotations: [
          { url: 'https://a.test/', rect: [left, bottom, right, top] },
          { rect: [0, 0, 9, 9] },
        ],
      })
      return items
        .map(
          ({ text, link, x, endsLine }) =>
            `${link ? `[${text}]` : text}@${x}${endsLine ? '.' : ''}`,
        )
        .join('|')
    }
    assert.equal(await linked(40, 130), 'See @0|[our lamps]@40| now@130.')
    assert.equal(await linked(45, 125), 'See @0|[our lamps]@40| now@130.')
    assert.equal(await linked(-50, 30), '[See]@0| our lamps now@30.')
    assert.equal(await linked(140, 500), 'See our lamps @0|[now]@140.')
    assert.equal(await linked(-50, 500), '[See our lamps now]@0.')
    assert.equal(await linked(170, 200), 'See our lamps now@0.')
    assert.equal(await linked(-20, 0), 'See our lamps now@0.')
    assert.equal(await linked(40, 130, 104, 110), 'See our lamps now@0.')
    // What a file does not say of a rectangle is zero.
    const placed = async (y: number, rect?: number[]) => {
      const words = [text('See', { transform: [10, 0, 0, 10, 0, y] })]
      return (await drawn({ items: words, annotations: [{ url: 'https://a.test/', rect }] }))
        .items[0]?.link
    }
    assert.equal(await placed(0), undefined)
    assert.equal(await placed(0, [0, 0, 30]), undefined)
    assert.equal(await placed(-5, [0, -7, 30]), 'https://a.test/')
    assert.equal(await linked(40, 130, 103, 110), 'See @0|[our lamps]@40| now@130.')
    assert.equal(await linked(40, 130, 90, 103), 'See @0|[our lamps]@40| now@130.')
    assert.equal(await linked(40, 130, 90, 102), 'See our lamps now@0.')
  })

  it('without what is damaged', async () => {
    const broken = async () => {
      throw new Error('damaged')
    }
    const page = await readPdfPage({
      view: [0, 0, 200, 400],
      getTextContent: async () => ({ items: [text('Lamps')], styles: {} }),
      ...{ getStructTree: broken, getAnnotations: broken },
    })
    assert.deepEqual([page.items.length, page.fields, page.structure], [1, [], undefined])
    assert.equal((await drawn({ tree: null })).structure, undefined)
  })
})

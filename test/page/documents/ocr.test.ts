import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { ocrCodeOf } from '../../../src/base/reader/ocr-languages.ts'
import { openRasters, type Raster } from '../../../src/page/documents/ocr/rasters.ts'
import { readRecognized } from '../../../src/page/documents/ocr/read-recognized.ts'
import { readWords } from '../../../src/page/documents/ocr/words.ts'
import { readDocument } from '../../../src/page/documents/read-document.ts'
import { build } from '../../../src/page/html/builder.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'

/** What Tesseract says of words: place and confidence, line by line. */
const tsvOf = (lines: [text: string, confidence: number, height?: number][]) =>
  lines
    .flatMap(([text, confidence, height = 30], line) =>
      text
        .split(' ')
        .map(
          (word, at) =>
            `5\t1\t1\t1\t${line}\t${at}\t${100 + at * 120}\t${100 + line * 60}\t100\t${height}\t${confidence}\t${word}`,
        ),
    )
    .join('\n')

const raster: Raster = { pixels: new Uint8Array(), width: 1_600, height: 2_200, dpi: 200 }

describe('what was recognised', () => {
  it('becomes headings, paragraphs and lists, with its confidence', () => {
    const page = readWords(
      tsvOf([
        ['Yearly report', 96, 60],
        ['Sales of lamps rose in', 94],
        ['the spring.', 92],
        ['• first point', 90],
      ]),
      raster,
      1,
    )
    const { pages, ocr } = readRecognized({ pages: [page], pageCount: 1, left: [] })
    assert.equal(
      toMarkdown(build('body', {}, pages[0]?.blocks ?? []), { baseUrl: 'file:///a' }),
      '# Yearly report\n\nSales of lamps rose in the spring.\n\n- first point',
    )
    assert.deepEqual(ocr, { pages: [1], meanConfidence: 0.93 })
  })

  it('is of a picture that may have any name', async () => {
    const recognized = { pages: [], pageCount: 1, left: [] }
    for (const [path, name] of [
      ['caf%C3%A9.png', 'café.png'],
      ['caf%E9.png', 'caf%E9.png'],
      ['100%.png', '100%.png'],
    ]) {
      const baseUrl = `https://a.example/${path}`
      const { markdown } = await readDocument('image', new Uint8Array(1), { baseUrl, recognized })
      assert.equal(markdown, `![${name}](${baseUrl})`)
    }
  })

  it('has no spaces where its script has none', () => {
    const page = readWords(
      tsvOf([
        ['河边 的 小 作坊 ， 专门', 96],
        ['修理 钟表 。', 96],
        ['यह दुकान खुली थी ।', 95],
      ]),
      raster,
      1,
    )
    const { pages } = readRecognized({ pages: [page], pageCount: 1, left: [] })
    assert.match(
      toMarkdown(build('body', {}, pages[0]?.blocks ?? []), { baseUrl: 'file:///a' }),
      /^河边的小作坊，专门修理钟表。\s+यह दुकान खुली थी।$/,
    )
  })

  it('is nothing where no line is sure', () => {
    const guesses = tsvOf([
      ['ae Sa i', 31],
      ['| — =', 88],
      ['x', 95],
    ])
    assert.deepEqual(readWords(guesses, raster, 1).items, [])
    const pattern = tsvOf([
      ['EE WN aa', 72],
      ['ME oo', 68],
    ])
    assert.deepEqual(readWords(pattern, raster, 1).items, [])
    assert.equal(readWords(tsvOf([['A1 EXIT', 93]]), raster, 1).items.length, 2)
  })

  it('warns below a confidence of 0.8, and of pages that it did not come to', () => {
    const page = readWords(tsvOf([['Some faded words', 71]]), raster, 1)
    const { warning } = readRecognized({ pages: [page], pageCount: 9, left: [2, 3] })
    assert.match(warning ?? '', /confidence of 0\.71/)
    assert.match(warning ?? '', /From page 2 on, 2 pages .*"pages": "2-"/)
  })
})

describe('the picture of a page', () => {
  const drawing = sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#fff"/><rect x="50" y="50" width="80" height="40"/></svg>',
    ),
  )

  it('is grey and dark on light, whatever format it has', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'] as const) {
      const rasters = await openRasters(await drawing.clone().toFormat(format).toBuffer())
      const { pixels, width, height } = (await rasters.page(1)) as Raster
      assert.equal(pixels.length, width * height, format)
      assert.equal(width, 800, 'a small picture is made larger')
      assert.ok((pixels[140 * width + 150] as number) < 30, format)
    }
    const inverse = await openRasters(
      await drawing.clone().negate({ alpha: false }).png().toBuffer(),
    )
    const { pixels, width } = (await inverse.page(1)) as Raster
    assert.ok((pixels[0] as number) > 200 && (pixels[140 * width + 150] as number) < 30)
  })

  it('is made of a page of a PDF, and is none where the page is blank', async () => {
    const rasters = await openRasters(
      tinyPdf([{ runs: [{ x: 60, y: 700, size: 24, text: 'Lamps' }] }, { runs: [] }]),
    )
    assert.equal(rasters.pageCount, 2)
    assert.equal((await rasters.page(1))?.dpi, 200)
    assert.equal(await rasters.page(2), undefined)
    rasters.close()
  })

  it('that is damaged is an error that says so', async () => {
    const png = await drawing.clone().png().toBuffer()
    for (const bytes of [
      png.subarray(0, 12),
      Buffer.from('BM\0\0\0\0\0\0\0\0\x36\0'),
      Buffer.from('%PDF-1.4 nothing'),
    ])
      await assert.rejects(
        openRasters(bytes).then(rasters => rasters.page(1)),
        { code: 'page_unsupported' },
      )
  })
})

it('a language is known by its tag and by its name', () => {
  const tags = [
    'de',
    'de-AT',
    'deu',
    'zh-Hant',
    'zh',
    'en-GB',
    'chi_sim',
    'sr',
    'sr-Latn-RS',
    'uz-Cyrl',
  ]
  assert.deepEqual(tags.map(ocrCodeOf), [
    'deu',
    'deu',
    'deu',
    'chi_tra',
    'chi_sim',
    'eng',
    'chi_sim',
    'srp',
    'srp_latn',
    'uzb_cyrl',
  ])
})

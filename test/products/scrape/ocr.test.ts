import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { PageAnswer } from '../../../src/base/reader/answer.ts'
import { assertRefused, type TestApp } from '../../support/app.ts'
import { createBatch, ended } from '../../support/batch.ts'
import { pictureOf, scanOf } from '../../support/scans.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp())
})

const letter = ['Sales of lamps', 'Invoice 2024-00731 was sent to the harbour office.']

const parse = async (file: Buffer, name: string, options: unknown = {}) => {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(file)], name))
  body.set('options', JSON.stringify(options))
  const answer = await fetch(`${app.apiUrl}/v1/parse`, {
    ...{ method: 'POST', body, headers: { authorization: `Bearer ${app.secretKey}` } },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
}
const parsed = async (...given: Parameters<typeof parse>) => {
  const answer = await parse(...given)
  assert.equal(answer.status, 200, answer.text)
  const used = Number(answer.headers.get('x-credits-used'))
  return { ...(answer.json as PageAnswer), used }
}

describe('a picture', () => {
  it('is read for its text, whatever its format, for one credit', async () => {
    const picture = await pictureOf(letter)
    // Others differ in their decoder alone: see test/page/documents/ocr.test.ts.
    for (const format of ['png', 'tiff'] as const) {
      const file = await picture.clone().toFormat(format).toBuffer()
      // A picture may be larger than a page.
      const large = format === 'png' ? Buffer.concat([file, Buffer.alloc(10_500_000)]) : file
      const { markdown, metadata, used } = await parsed(large, 'letter')
      assert.match(markdown ?? '', /Sales of lamps[\s\S]*Invoice 2024-00731 was sent/, format)
      assert.deepEqual(metadata?.ocr?.pages, [1])
      assert.ok((metadata?.ocr?.meanConfidence ?? 0) > 0.85)
      assert.equal(used, 1)
    }
  })

  it('of several pages is read page by page, those that the caller wants', async () => {
    const pages = await Promise.all(
      ['First', 'Second', 'Third'].map(async word =>
        (await pictureOf([`${word} letter`])).png().toBuffer(),
      ),
    )
    const { default: sharp } = await import('sharp')
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer()
    const last = await parsed(tiff, 'fax.tiff', { documents: { pages: '2-', pageMarkers: true } })
    assert.match(
      last.markdown ?? '',
      /^<!-- page 2 -->\s+.*Second letter\s+<!-- page 3 -->\s+.*Third letter$/,
    )
    assert.deepEqual(
      [last.metadata?.ocr?.pages, last.metadata?.pageCount, last.used],
      [[2, 3], 3, 2],
    )
    const one = await parsed(tiff, 'fax.tiff', { documents: { maxPages: 1 } })
    assert.deepEqual([one.metadata?.ocr?.pages, one.used], [[1], 1])
    assert.match(one.warning ?? '', /From page 2 on, 2 pages .*"pages": "2-"/)
    const none = await parse(tiff, 'fax.tiff', { documents: { pages: '4-' } })
    assertRefused(none, 502, 'page_empty', /has 3 pages, none of which was asked for/)
  })

  it('at a URL is answered with the picture, and with its text unless that is not wanted', async () => {
    const body = await (await pictureOf(letter)).png().toBuffer()
    web.site('scans.test', () => ({ headers: { 'content-type': 'image/png' }, body }))
    const scrape = async (documents: object) => {
      const url = 'https://scans.test/letter.png'
      const answer = await app.api('/v1/scrape', { method: 'POST', body: { url, documents } })
      assert.equal(answer.status, 200, answer.text)
      return (answer.json as PageAnswer).markdown ?? ''
    }
    assert.match(
      await scrape({}),
      /^!\[letter\.png\]\(https:\/\/scans\.test\/letter\.png\)[\s\S]*Invoice 2024-00731/,
    )
    assert.equal(await scrape({ ocr: 'never' }), '![letter.png](https://scans.test/letter.png)')
  })

  it('without text gives no words, and costs nothing', async () => {
    const { default: sharp } = await import('sharp')
    const noise = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 7919) % 256))
    const clouds = await sharp(noise, { raw: { width: 20, height: 20, channels: 1 } })
      .resize(900, 700, { kernel: 'cubic' })
      .jpeg()
      .toBuffer()
    const blank = await sharp({
      create: { width: 800, height: 600, channels: 3, background: '#fefefe' },
    })
      .png()
      .toBuffer()
    for (const file of [clouds, blank]) {
      const answer = await parse(file, 'photo.jpg')
      assertRefused(answer, 502, 'page_empty', /no text was recognised/)
      assert.equal(answer.headers.get('x-credits-used'), '0')
    }
  })

  it('in a language that is not installed is an error that says what to do', async () => {
    const file = await (await pictureOf(letter)).png().toBuffer()
    const answer = await parse(file, 'a.png', { documents: { languages: ['fr'] } })
    assertRefused(answer, 400, 'ocr_unavailable', /"fra" is not installed.*eng.*ocr add fra/)
  })
})

describe('a scanned PDF', () => {
  it('is read page by page, in order, each beyond the first for one credit more', async () => {
    const pages = await Promise.all(
      ['First', 'Second', 'Third'].map(word => pictureOf([`${word} letter`, letter[1] as string])),
    )
    const file = await scanOf([pages[0], undefined, pages[1], pages[2]])
    const { markdown, metadata, used } = await parsed(file, 'scan.pdf', {
      documents: { pageMarkers: true },
    })
    assert.match(
      markdown ?? '',
      /<!-- page 1 -->[\s\S]*First letter[\s\S]*<!-- page 2 -->[\s\S]*<!-- page 3 -->[\s\S]*Second letter[\s\S]*<!-- page 4 -->[\s\S]*Third letter/,
    )
    assert.deepEqual(metadata?.ocr?.pages, [1, 3, 4])
    assert.equal(metadata?.pageCount, 4)
    assert.equal(used, 3)
  })

  it('is empty where recognition is not wanted', async () => {
    const file = await scanOf([await pictureOf(letter)])
    const answer = await parse(file, 'scan.pdf', { documents: { ocr: 'never' } })
    assertRefused(answer, 502, 'page_empty', /scan/)
  })
})

describe('scans in a job', () => {
  it('cost one credit each and one for each page beyond the first, failures nothing', async () => {
    const page = await pictureOf(letter)
    const scans = {
      '/two.pdf': await scanOf([page, undefined, page]),
      '/one.pdf': await scanOf([page]),
      '/blank.pdf': await scanOf([undefined, undefined]),
    }
    const headers = { 'content-type': 'application/pdf' }
    const files = Object.entries(scans).map(([path, body]) => [path, { headers, body }])
    web.site('scans-batch.test', { ...Object.fromEntries(files), '*': { status: 404 } })
    const urls = Object.keys(scans).map(path => `https://scans-batch.test${path}`)
    const state = await ended(app, await createBatch(app, { urls }))
    assert.deepEqual([state.completed, state.failed, state.creditsUsed], [2, 1, 2 + 1])
  })
})

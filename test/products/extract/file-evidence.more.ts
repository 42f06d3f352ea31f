import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { readZip, replaceEntries } from '../../../src/page/documents/office/zip.ts'
import type { TestApp } from '../../support/app.ts'
import { pictureOf, scanOf } from '../../support/scans.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { paragraph, tinyDocx, tinyPptx, tinyXlsx } from '../../support/tiny-office.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

const schema = {
  type: 'object',
  properties: { invoice_number: { type: 'string' }, total: { type: 'number' } },
}

const evidenceOf = async (name: string, body: Buffer | string, invoice = 'LH-22731') => {
  const contentType = name.endsWith('.html') ? 'text/html' : 'application/octet-stream'
  web.site('files.test', () => ({ headers: { 'content-type': contentType }, body }))
  const url = `https://files.test/${name}`
  const answer = await app.api('/v1/extract', {
    method: 'POST',
    body: { url, schema, evidence: true },
  })
  assert.equal(answer.status, 200, answer.text)
  const { data, evidence } = answer.json as {
    data: Record<string, unknown>
    evidence: Record<string, Record<string, unknown>>
  }
  assert.deepEqual(data, { invoice_number: invoice, total: 1480.5 }, name)
  const placeOf = (pointer: string) => {
    const { quote, confidence, ...place } = evidence[pointer] ?? {}
    assert.ok(quote !== undefined && confidence !== undefined)
    return place
  }
  return { number: placeOf('/invoice_number'), total: placeOf('/total') }
}

const number = 'Invoice number: LH-22731'
const total = 'Total: 1,480.50 EUR'

describe('evidence from a file', () => {
  it('names the page of a PDF', async () => {
    const run = (text: string) => ({ runs: [{ x: 60, y: 700, size: 12, text }] })
    assert.deepEqual(
      await evidenceOf('a.pdf', tinyPdf([run(number), run('Nothing here.'), run(total)])),
      { number: { page: 1 }, total: { page: 3 } },
    )
  })

  it('names the page of a scan', async () => {
    const pages = await Promise.all(
      ['Invoice number: 2024-00731', total].map(line =>
        pictureOf(['Lamps of the year', line, 'It was sent in May.']),
      ),
    )
    assert.deepEqual(await evidenceOf('scan.pdf', await scanOf(pages), '2024-00731'), {
      ...{ number: { page: 1 }, total: { page: 2 } },
    })
  })

  it('names the sheet and the cell of a workbook, wherever its table begins', async () => {
    const book = tinyXlsx({ Cover: [['Lamps']], 'Q1 & Q2': [['x']] })
    const cell = (place: string, text: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="2"><c r="A2" s="1"/></row><row r="4">${cell('C4', 'Invoice number')}${cell('D4', 'Total')}</row><row r="5">${cell('C5', 'LH-22731')}<c r="D5"><v>1480.5</v></c></row></sheetData></worksheet>`
    const replaced = new Map([
      ['xl/worksheets/sheet2.xml', Buffer.from(sheet)],
      ['xl/workbook.xml', Buffer.from(workbook('Cover', 'Q1 &amp; Q2'))],
    ])
    assert.deepEqual(
      await evidenceOf('a.xlsx', replaceEntries(book, readZip(book) ?? [], replaced)),
      {
        ...{ number: { sheet: 'Q1 & Q2', cell: 'C5' } },
        ...{ total: { sheet: 'Q1 & Q2', cell: 'D5' } },
      },
    )
  })

  it('names the slide of a presentation, also where slides say the same', async () => {
    const slides = [
      { title: 'Lamps', texts: ['A year of light.'] },
      { title: 'Details', texts: [number] },
      { title: 'Details', texts: [total] },
    ]
    assert.deepEqual(await evidenceOf('a.pptx', tinyPptx(slides)), {
      ...{ number: { slide: 2 }, total: { slide: 3 } },
    })
  })

  it('names no place where the file has none, nor on a page that speaks as if it were a file', async () => {
    assert.deepEqual(
      await evidenceOf('a.docx', tinyDocx(`${paragraph(number)}${paragraph(total)}`)),
      { number: {}, total: {} },
    )
    const page = `<html><body><main><p data-sr-page="x7">${number}</p><p data-sr-cell="&lt;b&gt;">${total}</p></main></body></html>`
    assert.deepEqual(await evidenceOf('a.html', page), { number: {}, total: {} })
  })
})

const workbook = (...names: string[]): string =>
  `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`

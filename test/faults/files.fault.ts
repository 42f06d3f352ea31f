import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { openOnDemand } from '../../src/base/processes/on-demand.ts'
import { fileProcessLimits, ocrProcessLimits } from '../../src/base/reader/file-limits.ts'
import { openOcrLanguages } from '../../src/base/reader/ocr-languages.ts'
import { AppError } from '../../src/kit/errors.ts'
import { pictureOf, scanOf } from '../support/scans.ts'
import { paragraph, tinyDocx, tinyXlsx, zipOf } from '../support/tiny-office.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'

/* Files that were made to harm: each is an answer or an error with a code, and the next file is read. */
const processes = {
  convert: openOnDemand(
    new URL('../../src/process/file-process.ts', import.meta.url),
    fileProcessLimits,
  ),
  recognize: openOnDemand(
    new URL('../../src/process/ocr-process.ts', import.meta.url),
    ocrProcessLimits,
  ),
}
after(() => Promise.all(Object.values(processes).map(({ close }) => close())))

const languages = openOcrLanguages('/nonexistent', ['eng']).find(undefined)
const tryOne = async (kind: keyof typeof processes, bytes: Uint8Array): Promise<string> => {
  const input =
    kind === 'convert' ? { bytes } : { bytes, languages, pages: [1], maxPages: 1, lettered: [] }
  try {
    await processes[kind].run(kind, input)
    return 'read'
  } catch (error) {
    assert.ok(error instanceof AppError, `${kind}: ${error}`)
    return error.code
  }
}

describe('a hostile office file', () => {
  const docx = tinyDocx(paragraph('Lamps'))

  it('is refused or read within its limits, and the next one is read', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join('')}]><w:document>&m;</w:document>`
    const merged = `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${Array.from({ length: 1_000_000 }, (_, at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`).join('')}</mergeCells></worksheet>`
    const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(100_000, 0xfe)])
    const hostile: Record<string, Buffer> = {
      bomb: zipOf({ '[Content_Types].xml': types, 'word/document.xml': '0'.repeat(40_000_000) }),
      laughs: zipOf({ '[Content_Types].xml': types, 'word/document.xml': laughs }),
      merged: zipOf({ '[Content_Types].xml': types, 'xl/worksheets/sheet1.xml': merged }),
      nested: zipOf({ '[Content_Types].xml': types, 'word/document.xml': '<w:p>'.repeat(500_000) }),
      ole,
      oleInOle: Buffer.concat([ole, ole, ole]),
      rtf: Buffer.from(`{\\rtf1${'{'.repeat(1_000_000)}`),
    }
    for (const [name, bytes] of Object.entries(hostile)) {
      const ended = await tryOne('convert', bytes)
      assert.match(ended, /^(?:read|page_unsupported|page_too_large)$/, name)
    }
    assert.equal(await tryOne('convert', docx), 'read')
  })

  it('that was damaged at random is an answer or an error, 1,800 times', async () => {
    const files = [docx, tinyXlsx({ A: [['a', 1]] }), Buffer.from('{\\rtf1 Lamps \\b bold}')]
    for (let round = 0; round < 1_800; round++)
      await tryOne('convert', damaged(files[round % files.length] as Buffer, round))
    assert.equal(await tryOne('convert', docx), 'read')
  })
})

describe('a hostile picture or scan', () => {
  let files: Buffer[]
  before(async () => {
    const picture = await pictureOf(['Sales of lamps'])
    const [png, jpeg, tiff] = await Promise.all(
      (['png', 'jpeg', 'tiff'] as const).map(format => picture.clone().toFormat(format).toBuffer()),
    )
    const scan = await scanOf([picture])
    files = [png, jpeg, tiff, scan, tinyPdf([{ runs: [] }])] as Buffer[]
  })

  it('is refused or read within its limits', async () => {
    const huge = Buffer.from(files[0] as Buffer)
    // A picture that says it is 60,000 pixels wide and high.
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    assert.match(await tryOne('recognize', huge), /^(?:page_unsupported|page_too_large)$/)
    const bomb = deflateRawSync(Buffer.alloc(50_000_000))
    assert.match(await tryOne('recognize', bomb), /^page_unsupported$/)
  })

  it('that was damaged at random is an answer or an error, 200 times', async () => {
    for (let round = 0; round < 200; round++)
      await tryOne('recognize', damaged(files[round % files.length] as Buffer, round))
    assert.equal(await tryOne('recognize', files[0] as Buffer), 'read')
  })
})

/** Bytes changed, a piece taken out or its end cut off, always the same for a number. */
const damaged = (bytes: Buffer, seed: number): Buffer => {
  let state = seed + 1
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const copy = Buffer.from(bytes)
  for (let times = 1 + random(12); times > 0; times--) copy[random(copy.length)] = random(256)
  if (seed % 5 === 0) return copy.subarray(0, random(copy.length))
  if (seed % 7 === 0) return Buffer.concat([copy.subarray(0, random(copy.length)), copy])
  return copy
}

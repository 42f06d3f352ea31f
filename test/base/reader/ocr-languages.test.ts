import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { ocrFolder, openOcrLanguages } from '../../../src/base/reader/ocr-languages.ts'

const data = mkdtempSync(join(tmpdir(), 'siteray-ocr-'))
after(() => rmSync(data, { recursive: true }))
const packages = join(ocrFolder(data), 'node_modules/@tesseract.js-data')
const install = (code: string) => {
  const folder = join(packages, code, '4.0.0_best_int')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${code}.traineddata.gz`), '')
}

const codes = (own: readonly string[], wanted?: readonly string[]) =>
  openOcrLanguages(data, own)
    .find(wanted)
    .map(({ code }) => code)

it('English is there, and what the operator installed, each once', () => {
  assert.deepEqual(codes(['eng']), ['eng'])
  assert.throws(() => codes(['eng'], ['deu']), {
    code: 'ocr_unavailable',
    message: /^The OCR language "deu" is not installed; there is eng\. .*ocr add deu`\.$/,
  })
  install('deu')
  assert.deepEqual(codes(['deu', 'eng', 'deu']), ['deu', 'eng'])
  assert.deepEqual(codes(['eng'], ['deu']), ['deu'])
  assert.deepEqual(codes(['eng'], []), [])
  const [deu] = openOcrLanguages(data, ['deu']).find(undefined)
  assert.ok(deu?.file.startsWith(packages))
  assert.throws(() => codes(['fra']), { message: /there is eng, deu\./ })
})

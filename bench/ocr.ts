import { join } from 'node:path'
import sharp from 'sharp'
import { openOnDemand } from '../src/base/processes/on-demand.ts'
import { ocrProcessLimits } from '../src/base/reader/file-limits.ts'
import { contentText } from '../src/page/content/text.ts'
import { readRecognized } from '../src/page/documents/ocr/read-recognized.ts'
import type { RecognizedPages } from '../src/page/documents/pdf/recognized.ts'
import { build } from '../src/page/html/builder.ts'
import { scanOf } from '../test/support/scans.ts'
import { atMost, defineBench, type Figure, figure } from './harness/bench.ts'
import { characterError } from './support/character-error.ts'
import { makeOcrPages, type OcrPage, resolutions } from './support/ocr-pages.ts'
import { ocrTexts } from './support/ocr-texts.ts'
import { installPackages } from './support/packages.ts'
import { endedChildrenMs } from './support/processor-time.ts'
import { textlessCount, textlessPicture } from './support/textless-pictures.ts'

const packages = {
  ...Object.fromEntries(
    ocrTexts.flatMap(({ typefaces }) =>
      Object.keys(typefaces).map(folder => [`@fontsource/${folder}`, '5.3.0']),
    ),
  ),
  ...Object.fromEntries(
    ocrTexts.map(({ language }) => [`@tesseract.js-data/${language}`, '1.0.0']),
  ),
}

const note =
  'Pages printed by Chromium and rasterised; degraded is skewed by 1.5°, blurred, and compressed to JPEG of quality 30. The second half has another text and other typefaces, and nobody looked at its single errors.'

export const bench = defineBench({
  name: 'ocr',
  part: 'Scrape',
  title: 'Text recognised in pictures: characters wrong of a hundred',
  minutes: 6,
  needs: { browser: true, linux: true, packages },
  rows: {
    latin: { what: 'Latin, 4 typefaces, 300 dpi, clean', unit: '%', limit: atMost(1), note },
    latinUnseen: { what: 'the same, second half', unit: '%', limit: atMost(1) },
    degraded: { what: 'Latin, 150 dpi, degraded', unit: '%', limit: atMost(5) },
    degradedUnseen: { what: 'the same of the second half', unit: '%', limit: atMost(5) },
    cells: { what: 'Latin, both halves, clean | degraded' },
    scans: { what: 'Latin as a scanned PDF, 300 dpi clean | 150 dpi degraded', unit: '%' },
    faults: { what: 'Latin at 150 dpi, by what was done to it' },
    greek: { what: 'Greek, 300 dpi, clean', unit: '%', limit: atMost(2) },
    cyrillic: { what: 'Cyrillic', unit: '%', limit: atMost(2) },
    arabic: { what: 'Arabic', unit: '%', limit: atMost(8) },
    devanagari: { what: 'Devanagari', unit: '%', limit: atMost(8) },
    han: { what: 'Chinese', unit: '%', limit: atMost(8) },
    textless: { what: 'letters found in 25 pictures without text', limit: atMost(0) },
    textlessUnseen: { what: 'the same, other 25', limit: atMost(0) },
    cpu: { what: 'processor time of an A5 page', unit: 'ms' },
  },
  measure: async ({ sample, verbose, say }) => {
    const folder = installPackages('ocr', packages)
    const pages: OcrPage[] = []
    await makeOcrPages(folder, sample, async page => void pages.push(page))
    const beforeMs = endedChildrenMs()
    const reader = openReader(folder)
    const errors: { page: OcrPage; error: number }[] = []
    for (const page of pages) {
      const text = await reader.read(page.picture, page.text.language)
      const error = characterError(page.text.paragraphs.join(' '), text)
      errors.push({ page, error })
      if (!verbose || page.text.isUnseen) continue
      say(`${page.text.script} ${page.typeface} ${page.dpi} ${page.damage}: ${percent(error)}`)
      if (error > 0.01) say(text.replace(/\s+/g, ' '))
    }
    const scans = { clean: [] as number[], degraded: [] as number[] }
    for (const page of pages) {
      const { text, dpi, damage, picture } = page
      const isClean = dpi === 300 && damage === 'clean'
      if (text.script !== 'Latin' || !(isClean || (dpi === 150 && damage === 'degraded'))) continue
      const read = await reader.read(await scanOf([sharp(picture)], dpi), text.language)
      const error = characterError(text.paragraphs.join(' '), read)
      scans[isClean ? 'clean' : 'degraded'].push(error)
    }
    await reader.close()
    const cpuMs =
      (endedChildrenMs() - beforeMs) /
      Math.max(1, pages.length + scans.clean.length + scans.degraded.length)
    const mean = (of: (page: OcrPage) => boolean): number =>
      meanOf(errors.filter(({ page }) => of(page)).map(({ error }) => error))
    const cell = (script: string, dpi: number, damage: string, isUnseen?: boolean) =>
      mean(
        ({ text, ...page }) =>
          text.script === script &&
          page.dpi === dpi &&
          page.damage === damage &&
          (isUnseen === undefined || (text.isUnseen ?? false) === isUnseen),
      )
    const cells = (script: string): string =>
      resolutions
        .map(
          dpi =>
            `${dpi} dpi ${percent(cell(script, dpi, 'clean'))} | ${percent(cell(script, dpi, 'degraded'))}`,
        )
        .join('; ')
    const ofScript = (script: string): Figure =>
      figure(100 * cell(script, 300, 'clean'), cells(script))
    const rate = (error: number) => figure(100 * error, percent(error))
    const textless = await countInvented(folder, { sample, verbose, say })
    return {
      latin: rate(cell('Latin', 300, 'clean', false)),
      latinUnseen: rate(cell('Latin', 300, 'clean', true)),
      degraded: rate(cell('Latin', 150, 'degraded', false)),
      degradedUnseen: rate(cell('Latin', 150, 'degraded', true)),
      cells: figure(100 * cell('Latin', 300, 'clean'), cells('Latin')),
      scans: figure(
        100 * meanOf(scans.clean),
        `${percent(meanOf(scans.clean))} | ${percent(meanOf(scans.degraded))}`,
      ),
      faults: figure(
        100 * cell('Latin', 150, 'skewed'),
        ['skewed', 'blurred', 'compressed']
          .map(damage => `${damage} ${percent(cell('Latin', 150, damage))}`)
          .join('; '),
      ),
      greek: ofScript('Greek'),
      cyrillic: ofScript('Cyrillic'),
      arabic: ofScript('Arabic'),
      devanagari: ofScript('Devanagari'),
      han: ofScript('Han'),
      textless: figure(textless[0]),
      textlessUnseen: figure(textless[1]),
      cpu: figure(cpuMs),
    }
  },
})

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)

const percent = (error: number): string => `${(100 * error).toFixed(2)} %`

/** Through the process that a server asks, laid out as the server lays it out. */
const openReader = (folder: string) => {
  const processes = openOnDemand(
    new URL('../src/process/ocr-process.ts', import.meta.url),
    ocrProcessLimits,
  )
  const dataOf = (code: string) =>
    join(folder, `node_modules/@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`)
  return {
    read: async (bytes: Uint8Array, language: string): Promise<string> => {
      const languages = [{ code: language, file: dataOf(language) }]
      const input = { bytes, languages, pages: undefined, maxPages: 1, lettered: [] }
      const recognized = (await processes.run('recognize', input)) as RecognizedPages
      const [page] = readRecognized(recognized).pages
      return contentText(build('body', {}, page?.blocks ?? []))
    },
    close: () => processes.close(),
  }
}

const countInvented = async (
  folder: string,
  { sample, verbose, say }: { sample: number; verbose: boolean; say(line: string): void },
): Promise<[first: number, second: number]> => {
  const reader = openReader(folder)
  const invented: [number, number] = [0, 0]
  for (let number = 0; number < textlessCount; number += sample) {
    const half = number < textlessCount / 2 ? 0 : 1
    const { name, bytes } = await textlessPicture(number)
    const text = await reader.read(bytes, 'eng')
    invented[half] += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    if (verbose && half === 0 && text !== '') say(`${name}: ${text}`)
  }
  await reader.close()
  return invented
}

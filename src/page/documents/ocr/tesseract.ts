import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Language } from '../pdf/recognized.ts'
import type { Raster } from './rasters.ts'

/** What is used of Tesseract’s own interface, compiled to WebAssembly. */
type Tesseract = {
  FS: { writeFile(path: string, bytes: Uint8Array): void }
  TessBaseAPI: new () => TessBaseApi
}
type TessBaseApi = {
  Init(folder: null, languages: string, engine: number): number
  SetPageSegMode(mode: number): void
  SetImageFile(exifOrientation: number, angle: number, upscale: boolean): number
  SetSourceResolution(dpi: number): void
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
}

const lstmOnly = 1
/** Columns, blocks and lines are found; which way up the page is, is not. */
const automaticSegmentation = 3

export type Engine = { read(raster: Raster): string }

/**
 * Tesseract with some languages. One that was opened is kept: loading a language takes longer than
 * reading a short page.
 */
export const openEngine = async (languages: readonly Language[]): Promise<Engine> => {
  module ??= load()
  const tesseract = await module
  const wanted = languages.map(({ code }) => code).join('+')
  if (opened?.languages !== wanted) {
    for (const { code, file } of languages) {
      if (loaded.has(code)) continue
      tesseract.FS.writeFile(`${code}.traineddata`, gunzipSync(readFileSync(file)))
      loaded.add(code)
    }
    const api = opened?.api ?? new tesseract.TessBaseAPI()
    if (api.Init(null, wanted, lstmOnly) !== 0) throw new Error(`Tesseract refuses ${wanted}`)
    api.SetPageSegMode(automaticSegmentation)
    opened = { languages: wanted, api }
  }
  const { api } = opened
  return {
    read(raster) {
      tesseract.FS.writeFile('/input', bitmapOf(raster))
      if (api.SetImageFile(1, 0, false) !== 0) throw new Error('Tesseract refuses the picture')
      api.SetSourceResolution(raster.dpi)
      api.Recognize(null)
      const words = api.GetTSVText(0)
      api.Clear()
      return words
    },
  }
}

let module: Promise<Tesseract> | undefined
let opened: { languages: string; api: TessBaseApi } | undefined
const loaded = new Set<string>()

const load = (): Promise<Tesseract> => {
  const core = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm.js') as (
    options: object,
  ) => Promise<Tesseract>
  const silent = () => undefined
  return core({ print: silent, printErr: silent })
}

/** As an uncompressed Windows bitmap, which costs nothing to read: grey, from the last row up. */
const bitmapOf = ({ pixels, width, height }: Raster): Uint8Array => {
  const rowBytes = (width + 3) & ~3
  const head = Buffer.alloc(54 + 4 * 256)
  head.write('BM')
  head.writeUInt32LE(head.length + rowBytes * height, 2)
  head.writeUInt32LE(head.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(8, 28)
  head.writeUInt32LE(256, 46)
  for (let grey = 0; grey < 256; grey++) head.writeUInt32LE(grey * 0x010101, 54 + 4 * grey)
  const bitmap = Buffer.alloc(head.length + rowBytes * height)
  head.copy(bitmap)
  for (let row = 0; row < height; row++)
    bitmap.set(
      pixels.subarray(row * width, (row + 1) * width),
      head.length + (height - 1 - row) * rowBytes,
    )
  return bitmap
}

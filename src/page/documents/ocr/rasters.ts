import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../../kit/errors.ts'
import { decodeBmp } from '../../pixels/raster/dib.ts'

/** The picture of a page: one byte a pixel, from black to white. */
export type Raster = {
  pixels: Uint8Array
  width: number
  height: number
  /** What it is taken for; pictures seldom say it truly. */
  dpi: number
}

export type Rasters = {
  pageCount: number
  /** Undefined where the page is blank. */
  page(number: number): Promise<Raster | undefined>
  close(): void
}

/**
 * Letters of ten points are about 28 pixels high then. At 300 dpi a page takes a third longer, and
 * errors were the same.
 */
const dpi = 200
/** Of a page: A3 at 200 dpi, and a photograph of a page. */
const maxPixels = 12_000_000
/** Of a picture, before it is made smaller. */
const maxInputPixels = 120_000_000
/** A picture that is narrower is a screenshot or a scan of low resolution. */
const smallWidth = 1_300

/** For a process that holds nothing worth stealing: decoders are native code or WebAssembly. */
export const openRasters = async (bytes: Uint8Array): Promise<Rasters> => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024))
  return start.includes('%PDF-') ? openPdfRasters(bytes) : openPictures(bytes, start)
}

const openPdfRasters = async (bytes: Uint8Array): Promise<Rasters> => {
  pdfium ??= PDFiumLibrary.init()
  const library = await pdfium
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw new AppError(
      'page_unsupported',
      'The PDF is damaged and cannot be read: save it again, and send that.',
      {
        cause: error,
      },
    )
  })
  return {
    pageCount: document.getPageCount(),
    async page(number) {
      const page = document.getPage(number - 1)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const fitting = Math.sqrt(maxPixels / Math.max(1, originalWidth * originalHeight))
      const scale = Math.min(dpi / 72, fitting)
      const { data, width, height } = await page.render({
        ...{ scale, colorSpace: 'Gray', renderFormFields: true },
        render: async ({ data }) => data,
      })
      return usable({ pixels: data, width, height, dpi: Math.round(scale * 72) })
    },
    close: () => document.destroy(),
  }
}
let pdfium: Promise<PDFiumLibrary> | undefined

const openPictures = async (bytes: Uint8Array, start: Buffer): Promise<Rasters> => {
  const open = async (page: number): Promise<Sharp> => {
    if (start.toString('latin1', 0, 2) !== 'BM')
      return sharp(bytes, { limitInputPixels: maxInputPixels, page, failOn: 'none' })
    const { rgba, width, height } = decodeBmp(bytes)
    return sharp(rgba, { raw: { width, height, channels: 4 } })
  }
  const { pages = 1, format } = await orUnreadable(open(0).then(picture => picture.metadata()))
  return {
    // Frames of an animation are one picture.
    pageCount: format === 'tiff' ? pages : 1,
    async page(number) {
      const { data, info } = await orUnreadable(open(number - 1).then(grey))
      return usable({ pixels: data, width: info.width, height: info.height, dpi })
    },
    close: () => undefined,
  }
}

const orUnreadable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new AppError(
      'page_unsupported',
      'The file is a picture that is damaged, too large, or of a kind that Siteray cannot read: send it as PNG or JPEG.',
      { cause },
    )
  })

const grey = async (picture: Sharp) => {
  const { width = 1, height = 1 } = await picture.metadata()
  const wanted = width < smallWidth ? 2 : 1
  const factor = Math.min(wanted, Math.sqrt(maxPixels / (width * height)))
  return (
    picture
      // As its camera was held.
      .autoOrient()
      .flatten({ background: '#fff' })
      .greyscale()
      .resize({ width: Math.max(1, Math.round(width * factor)), kernel: 'cubic' })
      .raw()
      .toBuffer({ resolveWithObject: true })
  )
}

/** Dark on light, and only if there is something on it. */
const usable = (raster: Raster): Raster | undefined => {
  const { pixels } = raster
  const counts = new Uint32Array(256)
  for (const grey of pixels) counts[grey] = (counts[grey] as number) + 1
  const ground = counts.indexOf(Math.max(...counts))
  let drawn = 0
  for (const [grey, count] of counts.entries()) if (Math.abs(grey - ground) > 48) drawn += count
  if (drawn < minDrawnPixels) return undefined
  if (ground > 100) return raster
  return { ...raster, pixels: pixels.map(grey => 255 - grey) }
}

/** Two letters of eight points; less is dust. */
const minDrawnPixels = 120

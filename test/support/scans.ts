import sharp, { type Sharp } from 'sharp'
import { openRasters } from '../../src/page/documents/ocr/rasters.ts'
import { type PdfRun, tinyPdf } from './tiny-pdf.ts'

/** Lines of text as a picture, in a font that every machine has: that of the PDF renderer. */
export const pictureOf = async (lines: readonly string[]): Promise<Sharp> => {
  const runs = lines.map(
    (text, at): PdfRun => ({ x: 60, y: 720 - at * 22, size: at === 0 ? 24 : 12, text }),
  )
  const rasters = await openRasters(tinyPdf([{ runs }]))
  const raster = await rasters.page(1)
  rasters.close()
  if (!raster) throw new Error('the page is blank')
  const { pixels, width, height } = raster
  // What is below the lines only takes time.
  const cut = {
    left: 0,
    top: 0,
    width,
    height: Math.round((130 + lines.length * 22) * (height / 800)),
  }
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).extract(cut)
  return sharp(await picture.png().toBuffer())
}

/**
 * A PDF whose pages are pictures, as scanners make them; undefined is a blank page. Without a
 * resolution, every page is a strip of paper.
 */
export const scanOf = async (
  pages: readonly (Sharp | undefined)[],
  dpi?: number,
): Promise<Buffer> => {
  const objects: Buffer[] = []
  const ids = pages.map((_, at) => 3 + at * 3)
  objects.push(Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'))
  objects.push(
    Buffer.from(
      `<< /Type /Pages /Kids [${ids.map(id => `${id} 0 R`).join(' ')}] /Count ${ids.length} >>`,
    ),
  )
  for (const [at, page] of pages.entries()) {
    const id = ids[at] as number
    const picture =
      page &&
      (await page
        .clone()
        .greyscale()
        .toColourspace('b-w')
        .jpeg()
        .toBuffer({ resolveWithObject: true }))
    const { width = 1, height = 1 } = picture?.info ?? {}
    const size = dpi ? `${(width * 72) / dpi} 0 0 ${(height * 72) / dpi}` : '600 0 0 200'
    const [wide, , , high] = size.split(' ')
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${id + 1} 0 R /Resources << /XObject << /P ${id + 2} 0 R >> >> >>`,
      ),
    )
    objects.push(streamOf('', Buffer.from(picture ? `q ${size} 0 0 cm /P Do Q` : '')))
    objects.push(
      streamOf(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode `,
        picture?.data ?? Buffer.alloc(0),
      ),
    )
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  for (const [at, body] of objects.entries())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  // Without a table of places: readers look for the objects then.
  parts.push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`))
  return Buffer.concat(parts)
}

const streamOf = (entries: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries}/Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

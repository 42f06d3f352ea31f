import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { browserPath } from '../harness/needs.ts'
import { type OcrText, ocrTexts } from './ocr-texts.ts'

export type OcrPage = {
  text: OcrText
  typeface: string
  dpi: number
  damage: Damage
  picture: Buffer
}

/** What happens to a page between printer and file. */
export type Damage = keyof typeof damages
const damages = {
  clean: (page: Picture) => page.png(),
  skewed: (page: Picture) => skewed(page).png(),
  blurred: (page: Picture) => blurred(page).png(),
  compressed: (page: Picture) => page.jpeg({ quality: 30 }),
  degraded: (page: Picture) => blurred(skewed(page)).jpeg({ quality: 30 }),
}
type Picture = ReturnType<typeof sharp>

const skewed = (page: Picture): Picture => page.rotate(1.5, { background: '#fff' })
const blurred = (page: Picture): Picture => page.blur(1)

export const resolutions = [300, 150, 100]

/** Every text in each of its typefaces, at every resolution, clean and degraded. */
export const makeOcrPages = async (
  packagesFolder: string,
  sample: number,
  onPage: (page: OcrPage) => Promise<void>,
): Promise<void> => {
  const browser = await chromium.launch({
    executablePath: browserPath() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
  })
  const pdfium = await PDFiumLibrary.init()
  try {
    const settings = ocrTexts.flatMap(text =>
      Object.entries(text.typefaces).map(([folder, typeface]) => ({ text, folder, typeface })),
    )
    for (const [at, { text, folder, typeface }] of settings.entries()) {
      if (at % sample !== 0) continue
      const file = join(packagesFolder, 'page.html')
      writeFileSync(file, pageOf(text, folder, typeface))
      const tab = await browser.newPage()
      await tab.goto(pathToFileURL(file).href)
      await tab.evaluate('document.fonts.ready')
      const sign = text.paragraphs[0]?.[0]
      const isThere = await tab.evaluate(`document.fonts.check('12px "${typeface}"', '${sign}')`)
      if (!isThere) throw new Error(`${typeface} was not loaded`)
      const pdf = await tab.pdf({
        format: 'A5',
        margin: { top: '40px', left: '40px', right: '40px' },
      })
      await tab.close()
      const document = await pdfium.loadDocument(pdf)
      for (const dpi of resolutions) {
        const { data, width, height } = await document.getPage(0).render({
          ...{ scale: dpi / 72, colorSpace: 'Gray' as const, render: async ({ data }) => data },
        })
        const raw = sharp(data, { raw: { width, height, channels: 1 } })
        const plain = await raw.png().toBuffer()
        for (const damage of damagesOf(text, dpi))
          await onPage({
            ...{ text, typeface, dpi, damage },
            picture: await damages[damage](sharp(plain)).toBuffer(),
          })
      }
      document.destroy()
    }
  } finally {
    pdfium.destroy()
    await browser.close()
  }
}

/** Which damage does what is asked once, of Latin at 150 dpi. */
const damagesOf = ({ script }: OcrText, dpi: number): Damage[] =>
  script === 'Latin' && dpi === 150 ? (Object.keys(damages) as Damage[]) : ['clean', 'degraded']

const pageOf = ({ language, paragraphs }: OcrText, folder: string, typeface: string): string =>
  `<!doctype html><meta charset="utf-8"><html lang="${language.slice(0, 2)}" dir="${language === 'ara' ? 'rtl' : 'ltr'}">
  <link rel="stylesheet" href="node_modules/@fontsource/${folder}/index.css">
  <style>body { font: 11pt/1.45 '${typeface}'; margin: 0 }</style>
  ${paragraphs.map(paragraph => `<p>${paragraph}</p>`).join('')}`

import { surfaces } from '../../src/page/pixels/tint.ts'
import stored from '../../src/products/images/marks/marks.generated.json' with { type: 'json' }
import { findMark, markSvg } from '../../src/products/images/marks/marks.ts'
import { drawSheet } from './sheet.ts'

/**
 * `node scripts/marks/contact-sheet.ts [first] [step]`: 200 marks on each surface, for the eye, in
 * .cache/marks/light.png and dark.png, with their domains in order on the screen.
 */
const [first = 0, step = Math.floor(stored.length / 200)] = process.argv.slice(2).map(Number)
const domains = Array.from(
  { length: 200 },
  (_, at) => stored[(first + at * step) % stored.length]?.domains[0] ?? '',
)
const marks = domains.flatMap(domain => findMark(domain) ?? [])
for (const theme of ['light', 'dark'] as const)
  await drawSheet(
    marks.map(mark => markSvg(mark, theme)),
    { columns: 20, cellPx: 64, gapPx: 16 },
  )
    .flatten({ background: surfaces[theme] })
    .png()
    .toFile(`.cache/marks/${theme}.png`)
for (let row = 0; row < domains.length; row += 20)
  console.log(domains.slice(row, row + 20).join(' '))

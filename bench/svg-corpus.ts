/**
 * Are benign icons still the same pictures after the sanitiser? Every icon of simple-icons, and of
 * any @iconify-json packages in a folder given as the first argument, is drawn before and after.
 *
 *   node bench/svg-corpus.ts [folder with node_modules/@iconify-json/*]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as simpleIcons from 'simple-icons'
import { sanitizeSvg } from '../src/page/pixels/svg/sanitize.ts'

type Icon = { name: string; svg: string }

const sizePx = 96

const draw = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 72 }).ensureAlpha().raw().toBuffer()

const run = async (title: string, icons: Icon[]): Promise<void> => {
  const odd: string[] = []
  let equal = 0
  let cleanMs = 0
  let worst = { ms: 0, name: '' }
  for (const { name, svg } of icons) {
    const started = performance.now()
    const clean = sanitizeSvg(svg)
    const ms = performance.now() - started
    cleanMs += ms
    if (ms > worst.ms) worst = { ms, name }
    if (!clean.ok) {
      odd.push(`${name}: refused, ${clean.reason}: ${clean.detail}`)
      continue
    }
    if (sanitizeSvg(clean.svg).ok === false || !isStable(clean.svg)) odd.push(`${name}: not stable`)
    const [before, after] = await Promise.all([draw(svg), draw(clean.svg)])
    if (before.equals(after)) equal++
    else odd.push(`${name}: ${differing(before, after)} of ${sizePx ** 2} pixels differ`)
  }
  const share = ((100 * equal) / icons.length).toFixed(2)
  console.log(
    `${title}: ${equal} of ${icons.length} pixel-equal (${share} %); cleaning ` +
      `${(cleanMs / icons.length).toFixed(2)} ms each, at most ${worst.ms.toFixed(0)} ms (${worst.name})`,
  )
  for (const line of odd) console.log(`  ${line}`)
}

const isStable = (svg: string): boolean => {
  const again = sanitizeSvg(svg)
  return again.ok && again.svg === svg
}

const differing = (a: Buffer, b: Buffer): number => {
  let count = 0
  for (let i = 0; i < Math.max(a.length, b.length); i += 4)
    if (a.readUInt32LE(i) !== b.readUInt32LE(i)) count++
  return count
}

const simple = Object.values(simpleIcons).flatMap(icon =>
  'slug' in icon
    ? [
        {
          name: icon.slug,
          svg: icon.svg.replace('<svg ', `<svg width="${sizePx}" height="${sizePx}" `),
        },
      ]
    : [],
)
await run('simple-icons', simple)

type IconifySet = {
  width?: number
  height?: number
  icons: Record<string, { body: string; width?: number; height?: number }>
}
const folder = join(process.argv[2] ?? '', 'node_modules', '@iconify-json')
if (!existsSync(folder)) console.log('No @iconify-json packages in the folder given: skipped.')
else
  for (const set of readdirSync(folder)) {
    const data: IconifySet = JSON.parse(readFileSync(join(folder, set, 'icons.json'), 'utf8'))
    const icons = Object.entries(data.icons).map(([name, icon]) => {
      const width = icon.width ?? data.width ?? 16
      const height = icon.height ?? data.height ?? 16
      const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${width} ${height}">`
      return { name, svg: `${head}${icon.body}</svg>` }
    })
    await run(`@iconify-json/${set}`, icons)
  }

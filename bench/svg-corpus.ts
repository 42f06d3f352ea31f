import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as simpleIcons from 'simple-icons'
import { sanitizeSvg } from '../src/page/pixels/svg/sanitize.ts'
import { atLeast, type Context, defineBench, figure, share } from './harness/bench.ts'
import { installPackages } from './support/packages.ts'

const packages = {
  '@iconify-json/devicon': '1.2.68',
  '@iconify-json/logos': '1.2.18',
  '@iconify-json/skill-icons': '1.2.4',
}

export const bench = defineBench({
  name: 'svg-corpus',
  part: 'Images',
  title: 'Are harmless icons the same pictures after the sanitiser? Drawn before and after',
  minutes: 3,
  needs: { packages },
  rows: {
    simple: { what: 'pixel-equal: simple-icons', unit: '%', limit: atLeast(100) },
    devicon: { what: 'pixel-equal: devicon', unit: '%' },
    logos: { what: 'pixel-equal: logos', unit: '%' },
    skill: { what: 'pixel-equal: skill-icons', unit: '%' },
    time: { what: 'cleaning one', unit: 'ms' },
  },
  measure: async context => {
    const folder = join(installPackages('icons', packages), 'node_modules', '@iconify-json')
    const spent = { ms: 0, icons: 0 }
    const figures: Record<string, ReturnType<typeof share>> = {}
    for (const [name, icons] of [['simple-icons', simple()] as const, ...iconifySets(folder)])
      figures[name] = await compare(context, name, icons, spent)
    const of = (name: string) => figures[name] ?? share(0, 1)
    return {
      simple: of('simple-icons'),
      devicon: of('devicon'),
      logos: of('logos'),
      skill: of('skill-icons'),
      time: figure(spent.ms / spent.icons),
    }
  },
})

type Icon = { name: string; svg: string }

const sizePx = 96

const compare = async (
  { sample, say }: Context,
  title: string,
  all: readonly Icon[],
  spent: { ms: number; icons: number },
) => {
  const icons = all.filter((_, at) => at % sample === 0)
  let equal = 0
  for (const { name, svg } of icons) {
    const startedMs = performance.now()
    const clean = sanitizeSvg(svg)
    spent.ms += performance.now() - startedMs
    spent.icons++
    if (!clean.ok) {
      say(`${title} ${name}: refused, ${clean.reason}: ${clean.detail}`)
      continue
    }
    if (!isStable(clean.svg)) say(`${title} ${name}: not stable`)
    const [before, after] = await Promise.all([draw(svg), draw(clean.svg)])
    if (before.equals(after)) equal++
    else say(`${title} ${name}: ${differing(before, after)} of ${sizePx ** 2} pixels differ`)
  }
  return share(equal, icons.length)
}

const draw = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 72 }).ensureAlpha().raw().toBuffer()

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

const simple = (): Icon[] =>
  Object.values(simpleIcons).flatMap(icon =>
    'slug' in icon
      ? {
          name: icon.slug,
          svg: icon.svg.replace('<svg ', `<svg width="${sizePx}" height="${sizePx}" `),
        }
      : [],
  )

type IconifySet = {
  width?: number
  height?: number
  icons: Record<string, { body: string; width?: number; height?: number }>
}

const iconifySets = (folder: string): [string, Icon[]][] =>
  readdirSync(folder).map(set => {
    const data: IconifySet = JSON.parse(readFileSync(join(folder, set, 'icons.json'), 'utf8'))
    const icons = Object.entries(data.icons).map(([name, icon]) => {
      const width = icon.width ?? data.width ?? 16
      const height = icon.height ?? data.height ?? 16
      const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${width} ${height}">`
      return { name, svg: `${head}${icon.body}</svg>` }
    })
    return [set, icons]
  })

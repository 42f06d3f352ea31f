/**
 * POST /v1/branding against themes whose colors, fonts and corners are known: npm packages, one
 * marketing page each, served on loopback, asked for over HTTP from a started server.
 *
 *   node bench/branding.ts <folder of truth.json> [--tier clean,noisy,dark,obfuscated]
 *        [--heuristic] [--only <part of a theme's id>] [--misses]
 *
 * The truth is what Chromium paints on a twin of the page whose elements are tagged; where the
 * folder's own figure differs from that, the program says so. Packages are installed once into
 * .cache/branding, never as dependencies. `--heuristic` asks for colors and images alone.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { openPainter, type Painted } from './branding-chromium.ts'
import { logoPath } from './branding-pages.ts'
import {
  type Answer,
  measures,
  printTable,
  type Row,
  sameFont,
  score,
  type Truth,
} from './branding-score.ts'
import {
  cacheFolder,
  installPackages,
  serveTheme,
  type Tier,
  tiers,
  type Visit,
} from './branding-sites.ts'
import { themeOf } from './branding-themes.ts'
import { startServer } from './server.ts'

type Known = {
  id: string
  declared: { primary: string }
  painted: { buttonBackground: string; background: string; buttonRadius: string; bodyFont: string }
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tier: { type: 'string', default: tiers.join() },
    only: { type: 'string', default: '' },
    heuristic: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (!folder) throw new Error('usage: node bench/branding.ts <folder of truth.json>')
const truthFile = join(folder, 'truth.json')
if (!existsSync(truthFile))
  throw new Error(`There is no ${truthFile}: it is no part of the project.`)
const { themes: all } = JSON.parse(await readFile(truthFile, 'utf8'))
const known: Known[] = all.filter(({ id }: Known) => id.includes(options.only))
await installPackages()

const web = await createSimulatedWeb()
const painter = await openPainter(web.httpPort)
const server = await startServer(web.env)
const rows: Row[] = []
try {
  for (const tier of options.tier.split(',') as Tier[])
    for (const [index, theme] of known.entries())
      for (const visit of await serveTheme({ web, painter }, themeOf(theme.id), tier, index))
        rows.push(await judge(visit, theme, tier))
  printTable(rows)
  console.log(`load average ${loadavg()[0]?.toFixed(1)}; packages in ${cacheFolder}`)
} finally {
  await server.stop()
  await painter.close()
  await web.close()
}

async function judge(visit: Visit, theme: Known, tier: Tier): Promise<Row> {
  const painted = await painter.paint(visit.twinUrl, visit.scheme)
  if (tier === 'clean') compareWithFolder(theme, painted)
  const truth: Truth = {
    ...painted,
    brand: brandOf(theme, painted, tier),
    // Painted from a hashed name, which is not what anybody calls the font.
    bodyFont: tier === 'obfuscated' ? theme.painted.bodyFont : painted.bodyFont,
    dark: isDark(painted),
  }
  const bareMs = await painter.loadMs(visit.url)
  const startedMs = performance.now()
  const { json } = await server.post('/v1/branding', {
    url: visit.url,
    ...(options.heuristic ? { include: ['colors', 'images'] } : {}),
  })
  const ms = performance.now() - startedMs
  const answer = Object(json) as Answer
  const modes = Object(Object(answer.modes)[visit.scheme])
  const scores = score(answer, truth, themeOf(theme.id), {
    isLogo,
    // A page that follows the visitor is painted light for us: its dark side is a mode.
    colors: visit.scheme === 'dark' && answer.colorScheme !== 'dark' ? modes.colors : answer.colors,
    heuristic: options.heuristic,
    obfuscated: tier === 'obfuscated',
  })
  // Only colors are told of the other scheme; everything else is of the page as it is.
  if (visit.scheme === 'dark')
    for (const measure of ['scheme', 'radius'] as const) delete scores[measure]
  if (options.misses) printMisses(`${tier} ${visit.name}`, scores, answer)
  return { tier, theme: visit.name, scores, ms, bareMs }
}

/** The package's light color is no truth in the dark; there only what is painted is known. */
function brandOf(theme: Known, painted: Painted, tier: Tier): string | undefined {
  if (tier !== 'dark') return theme.declared.primary
  const isAction = theme.declared.primary === theme.painted.buttonBackground
  return isAction ? painted.action : undefined
}

function isDark({ background }: Painted): boolean {
  const [r = 0, g = 0, b = 0] = (background.match(/\w\w/g) ?? []).map(hex =>
    Number.parseInt(hex, 16),
  )
  return 0.299 * r + 0.587 * g + 0.114 * b < 128
}

function isLogo(url: string): boolean {
  if (/\/images\/logo\.svg$/.test(url)) return true
  const text = url.includes(';base64,')
    ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString()
    : decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  return text.replace(/[^a-z0-9-]/gi, '').includes(logoPath.replace(/[^a-z0-9-]/gi, ''))
}

function compareWithFolder(
  { id, painted: told }: Known,
  { action, background, bodyFont, radiusPx }: Painted,
) {
  const same = (a: string, b: string) => a === b || sameFont(a, b)
  const pairs: [string, string][] = [
    [told.buttonBackground, action],
    [told.background, background],
    [told.bodyFont, bodyFont],
    [told.buttonRadius, `${radiusPx}px`],
  ]
  for (const [a, b] of pairs)
    if (!same(a, b)) console.log(`${id}: the folder says ${a}, painted ${b}`)
}

function printMisses(name: string, scores: Row['scores'], answer: Record<string, unknown>) {
  if (answer.error) console.log(`${name}: ${answer.error}`)
  for (const measure of measures) {
    const judged = scores[measure]
    if (judged && judged.verdict !== 'right')
      console.log(
        `${name}: ${measure} ${judged.said} (${judged.confidence.toFixed(2)}), not ${judged.wanted}`,
      )
  }
}

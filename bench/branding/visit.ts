import { readFileSync } from 'node:fs'
import { createSimulatedWeb } from '../../test/support/simulated-web.ts'
import type { Context } from '../harness/bench.ts'
import { startServer } from '../support/server.ts'
import { openPainter, type Painted } from './chromium.ts'
import { logoPath } from './pages.ts'
import { type Answer, measures, sameFont, score, type Truth, type Visited } from './score.ts'
import { serveTheme, type Visit } from './sites.ts'
import { themeOf } from './themes.ts'
import { type Tier, tiers } from './tiers.ts'

type Known = {
  id: string
  declared: { primary: string }
  painted: { buttonBackground: string; background: string; buttonRadius: string; bodyFont: string }
}

/**
 * Every theme's page in every tier, asked for over HTTP from a started server. The truth is what
 * Chromium paints on a twin of the page whose elements are tagged. `heuristic` asks for colors and
 * images alone, which needs no browser.
 */
export const visitThemes = async (
  context: Context,
  { heuristic }: { heuristic: boolean },
): Promise<Visited[]> => {
  const { themes } = JSON.parse(readFileSync(context.data('branding/truth.json'), 'utf8'))
  const known: Known[] = themes.filter((_: Known, at: number) => at % context.sample === 0)
  const web = await createSimulatedWeb()
  const painter = await openPainter(web.httpPort)
  const server = await startServer(web.env)
  const post = async (visit: Visit) => {
    const startedMs = performance.now()
    const wish = heuristic ? { include: ['colors', 'images'] } : {}
    const { json } = await server.post('/v1/branding', { url: visit.url, ...wish })
    return { answer: Object(json) as Answer, ms: performance.now() - startedMs }
  }
  const judge = async (visit: Visit, theme: Known, tier: Tier): Promise<Visited> => {
    const painted = await painter.paint(visit.twinUrl, visit.scheme)
    if (tier === 'clean') sayDifferences(context.say, theme, painted)
    const bareMs = await painter.loadMs(visit.url)
    const { answer, ms } = await post(visit)
    const scores = judgeAnswer(answer, truthOf(theme, painted, tier), { visit, tier, heuristic })
    if (context.verbose) sayMisses(context.say, `${tier} ${visit.name}`, scores, answer)
    return { tier, scores, ms, bareMs }
  }
  const visits: Visited[] = []
  try {
    for (const tier of tiers) {
      context.say(`${tier}: ${known.length} themes`)
      for (const [index, theme] of known.entries())
        for (const visit of await serveTheme({ web, painter }, themeOf(theme.id), tier, index))
          visits.push(await judge(visit, theme, tier))
    }
  } finally {
    await server.stop()
    await painter.close()
    await web.close()
  }
  return visits
}

const truthOf = (theme: Known, painted: Painted, tier: Tier): Truth => ({
  ...painted,
  brand: brandOf(theme, painted, tier),
  // Painted from a hashed name, which is not what anybody calls the font.
  bodyFont: tier === 'obfuscated' ? theme.painted.bodyFont : painted.bodyFont,
  dark: isDark(painted),
})

type Asked = { visit: Visit; tier: Tier; heuristic: boolean }

const judgeAnswer = (answer: Answer, truth: Truth, { visit, tier, heuristic }: Asked) => {
  const modes = Object(Object(answer.modes)[visit.scheme])
  const scores = score(answer, truth, themeOf(visit.theme), {
    isLogo,
    // A page that follows the visitor is painted light for us: its dark side is a mode.
    colors: visit.scheme === 'dark' && answer.colorScheme !== 'dark' ? modes.colors : answer.colors,
    heuristic,
    obfuscated: tier === 'obfuscated',
  })
  // Only colors are told of the other scheme; everything else is of the page as it is.
  if (visit.scheme === 'dark')
    for (const measure of ['scheme', 'radius'] as const) delete scores[measure]
  return scores
}

/** The package's light color is no truth in the dark; there only what is painted is known. */
const brandOf = (theme: Known, painted: Painted, tier: Tier): string | undefined => {
  if (tier !== 'dark') return theme.declared.primary
  const isAction = theme.declared.primary === theme.painted.buttonBackground
  return isAction ? painted.action : undefined
}

const isDark = ({ background }: Painted): boolean => {
  const [r = 0, g = 0, b = 0] = (background.match(/\w\w/g) ?? []).map(hex =>
    Number.parseInt(hex, 16),
  )
  return 0.299 * r + 0.587 * g + 0.114 * b < 128
}

export const isLogo = (url: string): boolean => {
  if (/\/images\/logo\.svg$/.test(url)) return true
  const text = url.includes(';base64,')
    ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString()
    : decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  return text.replace(/[^a-z0-9-]/gi, '').includes(logoPath.replace(/[^a-z0-9-]/gi, ''))
}

/** Where the data's own figure differs from what is painted here. */
const sayDifferences = (
  say: (line: string) => void,
  { id, painted: told }: Known,
  { action, background, bodyFont, radiusPx }: Painted,
): void => {
  const same = (a: string, b: string) => a === b || sameFont(a, b)
  const pairs: [string, string][] = [
    [told.buttonBackground, action],
    [told.background, background],
    [told.bodyFont, bodyFont],
    [told.buttonRadius, `${radiusPx}px`],
  ]
  for (const [a, b] of pairs) if (!same(a, b)) say(`${id}: the data says ${a}, painted ${b}`)
}

const sayMisses = (
  say: (line: string) => void,
  name: string,
  scores: Visited['scores'],
  answer: Answer,
): void => {
  if (answer.error) say(`${name}: ${answer.error}`)
  for (const measure of measures) {
    const judged = scores[measure]
    if (judged && judged.verdict !== 'right')
      say(
        `${name}: ${measure} ${judged.said} (${judged.confidence.toFixed(2)}), not ${judged.wanted}`,
      )
  }
}

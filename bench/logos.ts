import sharp from 'sharp'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../test/support/simulated-web.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { hues, type MadeSite, makeSites } from './logos/headers.ts'
import { type Server, startServer } from './support/server.ts'

export const bench = defineBench({
  name: 'logos',
  part: 'Images',
  title:
    'Logos and symbols of 48 made headers, among partners, badges and social networks, through the image API',
  minutes: 0.5,
  rows: {
    right: {
      what: 'the right kind: the logo or symbol that the header shows, and a 404 for the other',
      unit: '%',
      limit: atLeast(95),
    },
    unseen: {
      what: 'the same on the half of the pages whose single errors nobody has read',
      unit: '%',
    },
    wrong: { what: 'answers with the mark of another company', limit: atMost(0) },
    unclean: { what: 'SVGs with a script, a handler or an outside reference', limit: atMost(0) },
  },
  measure: async ({ verbose, say }) => {
    const web = await createSimulatedWeb()
    const key = `pk_${'benchbench'.repeat(3)}`
    const server = await startServer({
      ...{ ...web.env, BOOTSTRAP_PUBLISHABLE_KEY: key },
      FAVICON_SERVICES: 'https://icons.one.test/{domain},https://icons.two.test/{domain}',
    })
    try {
      for (const host of ['icons.one.test', 'icons.two.test'])
        web.site(host, { '*': { status: 404 } })
      const verdicts: (Verdict & { isSeen: boolean })[] = []
      for (const [at, site] of makeSites().entries()) {
        await serve(web, site)
        const isSeen = at % 2 === 0
        const verdict = await judge(server, key, site)
        verdicts.push({ ...verdict, isSeen })
        if (verbose && isSeen && !verdict.isRight) say(`${site.name}: ${verdict.told}`)
      }
      const count = (which: (verdict: Verdict & { isSeen: boolean }) => boolean) =>
        verdicts.filter(which).length
      return {
        right: share(
          count(({ isRight }) => isRight),
          verdicts.length,
        ),
        unseen: share(
          count(({ isRight, isSeen }) => isRight && !isSeen),
          count(({ isSeen }) => !isSeen),
        ),
        wrong: figure(count(({ isWrong }) => isWrong)),
        unclean: figure(count(({ isUnclean }) => isUnclean)),
      }
    } finally {
      await server.stop()
      await web.close()
    }
  },
})

const hostOf = ({ name }: MadeSite) => `${name}.example`

const serve = async (web: SimulatedWeb, site: MadeSite): Promise<void> => {
  const files = await Promise.all(
    Object.entries(site.pages).map(async ([path, file]) => [path, await file]),
  )
  web.site(hostOf(site), Object.fromEntries(files) as Pages)
}

type Verdict = { isRight: boolean; isWrong: boolean; isUnclean: boolean; told: string }

const judge = async (server: Server, key: string, site: MadeSite): Promise<Verdict> => {
  const kinds = ['logo', 'symbol'] as const
  const seen = await Promise.all(kinds.map(kind => look(server, key, kind, hostOf(site))))
  const isRight = kinds.every((kind, at) => {
    const answer = seen[at]
    if (kind !== site.kind) return answer?.status === 404
    return answer?.status === 200 && answer.isOwn && answer.isWide === (kind === 'logo')
  })
  return {
    isRight,
    isWrong: seen.some(({ isOther }) => isOther),
    isUnclean: seen.some(({ isUnclean }) => isUnclean),
    told: JSON.stringify(seen),
  }
}

const look = async ({ imagePort }: Server, key: string, kind: string, host: string) => {
  const url = `http://127.0.0.1:${imagePort}/${kind}/${host}?token=${key}&fallback=404`
  const answer = await fetch(url)
  const text = await answer.text()
  const isUnclean = /<script|\son\w+\s*=|foreignObject|javascript:|(?:href|src)="(?!#|data:)/i.test(
    text,
  )
  const { status } = answer
  if (status !== 200)
    return { status, isOwn: false, isOther: false, isWide: false, isUnclean: false }
  const bytes = await (await fetch(`${url}&raster=true`)).arrayBuffer()
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = { own: 0, other: 0 }
  for (let at = 0; at < data.length; at += 4) {
    const hue = hueOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0)
    for (const whose of ['own', 'other'] as const)
      if (hue !== undefined && Math.abs(hue - hues[whose]) < 25) found[whose]++
  }
  return {
    status,
    isOwn: found.own > 20,
    isOther: found.other > 20,
    isWide: info.width >= 1.5 * info.height,
    isUnclean: isUnclean && /svg/.test(answer.headers.get('content-type') ?? ''),
  }
}

/** In degrees; undefined for what is transparent or grey. */
const hueOf = (red: number, green: number, blue: number, alpha: number): number | undefined => {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (alpha < 128 || range < 60) return undefined
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return sixth * 60
}

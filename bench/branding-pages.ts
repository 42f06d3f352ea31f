import { differenceCiede2000, parse } from 'culori'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { type HandmadePage, handmadePages } from './branding/handmade.ts'
import { isLogo } from './branding/visit.ts'
import { atLeast, defineBench, share } from './harness/bench.ts'
import { startServer } from './support/server.ts'

type Verdicts = { primary: boolean; background: boolean; link: boolean; logo: boolean }

export const bench = defineBench({
  name: 'branding-pages',
  part: 'Branding',
  title:
    '`POST /v1/branding` on pages written by hand in the styles that themes do not have: gradients, utility classes, shadow roots, CSS-in-JS, black brands',
  minutes: 2,
  needs: { browser: true },
  rows: {
    primary: {
      what: 'primary, measured in a browser',
      unit: '%',
      limit: atLeast(95),
      note: 'A color is right at ΔE2000 ≤ 5.',
    },
    background: { what: 'background', unit: '%', limit: atLeast(95) },
    link: { what: 'color of links, none where nobody chose one', unit: '%', limit: atLeast(95) },
    logo: { what: 'logo, none where there is none', unit: '%', limit: atLeast(95) },
    sketched: {
      what: 'primary, from HTML and CSS alone, of the pages that need no script',
      unit: '%',
      limit: atLeast(95),
    },
  },
  measure: async ({ say, verbose, sample }) => {
    const web = await createSimulatedWeb()
    const server = await startServer(web.env)
    const ask = async (host: string, page: HandmadePage, wish: object): Promise<Verdicts> => {
      const { json } = await server.post('/v1/branding', { url: `http://${host}/`, ...wish })
      const verdicts = judge(Object(json), page)
      if (verbose && Object.values(verdicts).includes(false)) {
        const { colors, images, error } = Object(json)
        const said = { primary: colors?.primary, link: colors?.link, logo: images?.logo, error }
        say(`${page.name}: ${JSON.stringify({ verdicts, ...said }).slice(0, 500)}`)
      }
      return verdicts
    }
    try {
      const measured: Verdicts[] = []
      const sketched: Verdicts[] = []
      for (const [at, page] of handmadePages.entries()) {
        if (at % sample !== 0) continue
        const host = `page-${at}.test`
        web.site(host, { '/': page.html })
        measured.push(await ask(host, page, {}))
        if (!/<script|<template/.test(page.html))
          sketched.push(await ask(host, page, { include: ['colors', 'images'] }))
      }
      const right = (of: readonly Verdicts[], what: keyof Verdicts) =>
        share(of.filter(verdicts => verdicts[what]).length, of.length)
      return {
        primary: right(measured, 'primary'),
        background: right(measured, 'background'),
        link: right(measured, 'link'),
        logo: right(measured, 'logo'),
        sketched: right(sketched, 'primary'),
      }
    } finally {
      await server.stop()
      await web.close()
    }
  },
})

const judge = (answer: Record<string, unknown>, page: HandmadePage): Verdicts => {
  const colors = Object(answer.colors)
  const logo: string | undefined = Object(answer.images).logo?.value
  const isLink = (wanted: string | null) =>
    wanted === null ? colors.link === null : isColor(colors.link, wanted)
  return {
    primary: page.primary.some(wanted => isColor(colors.primary, wanted)),
    background: isColor(colors.background, page.background),
    link: page.link === undefined || isLink(page.link),
    logo: page.hasLogo === false ? logo === undefined : logo !== undefined && isLogo(logo),
  }
}

const difference = differenceCiede2000()

const isColor = (said: { value: string } | null, wanted: string): boolean => {
  const [a, b] = [parse(said?.value ?? ''), parse(wanted)]
  return a !== undefined && b !== undefined && difference(a, b) <= 5
}

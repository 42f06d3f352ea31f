import { parsePage } from '../src/page/html/parse-page.ts'
import { readByReader } from '../src/products/extract/taught/read.ts'
import { teachReader } from '../src/products/readers/learn-task.ts'
import { atLeast, atMost, defineBench, share } from './harness/bench.ts'
import { loadLibraries, todayPackages } from './support/today/libraries.ts'
import { countValue, dataOf, noSums, schemaOf, type TodaySums } from './support/today/score.ts'
import { isOpenSite, makeSites, type TodaySite } from './support/today/sites.ts'

const examples = 2

export const bench = defineBench({
  name: 'today',
  part: 'Extract',
  title:
    'Readers on pages as component libraries of today draw them: 48 sites of 12 libraries and 8 ways to bring data along, two pages teach, four are read',
  minutes: 3,
  needs: { packages: todayPackages },
  rows: {
    right: {
      what: 'values right, on the 24 sites whose errors nobody has read',
      unit: '%',
      limit: atLeast(92),
    },
    silent: { what: 'of the answers there, wrong without a flag', unit: '%', limit: atMost(1.5) },
    flagged: { what: 'of the right answers there, with a flag', unit: '%' },
    invented: { what: 'fields that a page there lacks: something is given', unit: '%' },
    seen: { what: 'values right, on the 24 other sites', unit: '%' },
    seenSilent: {
      what: 'of the answers there, wrong without a flag (the half whose errors were read)',
      unit: '%',
    },
  },
  measure: async ({ sample, verbose, say }) => {
    const all = await makeSites(await loadLibraries())
    const sites = all.filter((_, at) => at % sample === 0)
    const isOpen = (site: TodaySite) => isOpenSite(all.indexOf(site))
    const open = sumOf(sites.filter(isOpen), verbose ? say : () => {})
    const unopened = sumOf(
      sites.filter(site => !isOpen(site)),
      () => {},
    )
    return {
      right: share(unopened.right, unopened.due),
      silent: share(unopened.silent, unopened.given),
      flagged: share(unopened.flagged, unopened.right),
      invented: share(unopened.invented, unopened.lacking),
      seen: share(open.right, open.due),
      seenSilent: share(open.silent, open.given),
    }
  },
})

const sumOf = (sites: readonly TodaySite[], say: (line: string) => void): TodaySums => {
  const sums = noSums()
  for (const site of sites) {
    const schema = schemaOf(site)
    const taught = site.pages.slice(0, examples)
    const { reader } = teachReader({
      schema,
      examples: taught.map(({ url, source, thing }) => ({
        ...{ url, source, data: dataOf(site, thing) },
      })),
      others: [],
    })
    for (const page of site.pages.slice(examples)) {
      const said = readByReader({ document: parsePage(page.source), url: page.url }, schema, reader)
      const truth = dataOf(site, page.thing)
      for (const name of Object.keys(site.fields)) {
        const value = said.isOther ? undefined : Object(said.data)[name]
        const flags = said.flagged[`/${name}`]
        const isRight = countValue(sums, value, truth[name] ?? null, flags !== undefined)
        if (!isRight)
          say(`${page.url} ${name}: ${JSON.stringify([value, truth[name], flags, said.isOther])}`)
      }
    }
  }
  return sums
}

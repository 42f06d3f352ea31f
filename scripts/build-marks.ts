import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'tldts'
import removed from '../src/products/images/marks/removed.json' with { type: 'json' }
import { type Chosen, choose } from './marks/art.ts'
import { type Claim, decide, normalise } from './marks/claims.ts'
import { readLists } from './marks/lists.ts'
import { notice } from './marks/notice.ts'
import { type Entry, pack } from './marks/pack.ts'
import { packages } from './marks/packages.ts'
import { type Brand, readSources, type Sources } from './marks/sources.ts'

/**
 * Builds the curated marks: `npm run marks`. Reads pinned packages (fetched once into `.cache/`),
 * decides which brand lives at which domain, picks one drawing for each, and writes the frozen data
 * the server reads. With `--check` nothing is written: it fails if the files would change.
 */
const main = async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const sources = readSources('.cache/marks')
  const { entries, review } = await build(sources)
  const files = { ...pack(entries), 'NOTICE.generated.txt': Buffer.from(notice(entries)) }
  const changed = Object.entries(files).filter(([name, bytes]) => !isCurrent(name, bytes))
  const stale = readdirSync(outDir).filter(name => name.includes('.generated.') && !(name in files))
  writeFileSync('.cache/marks/review.txt', review.sort().join('\n'))
  console.log(summary(entries, review))
  if (!values.check) {
    for (const [name, bytes] of changed) writeFileSync(join(outDir, name), bytes)
    for (const name of stale) rmSync(join(outDir, name))
  } else if (changed.length + stale.length > 0) {
    console.error(`not current: ${[...changed.map(([name]) => name), ...stale].join(', ')}`)
    process.exitCode = 1
  }
}

const outDir = 'src/products/images/marks'

/** Only licences that let anyone ship the drawing in any product; see docs/marks.md. */
const shippable = new Set(
  'CC0-1.0 MIT Apache-2.0 BSD-2-Clause BSD-3-Clause ISC MPL-2.0 Unlicense CC-BY-2.5 CC-BY-3.0 CC-BY-4.0'.split(
    ' ',
  ),
)

type Site = {
  domain: string
  name: string
  trusted: Brand[]
  titles: Brand[]
  /** A person chose this very drawing. */
  isPicked?: boolean
}

const build = async (sources: Sources): Promise<{ entries: Entry[]; review: string[] }> => {
  const lists = readLists('scripts/marks')
  const review: string[] = []
  const drawnBrands = [...sources.simpleIcons, ...sources.svgl]
  const logosByName = Map.groupBy(sources.logos, logo => normalise(logo.names[0] ?? ''))
  const sites = new Map<string, Site>()

  for (const decision of decide([...drawnBrands, ...sources.theSvg, ...sources.thirdPartyWeb])) {
    const { domain, claims } = decision
    if (lists.refused.has(domain)) continue
    const own = decision.accepted ? claims : lists.confirmed.has(domain) ? ownClaims(claims) : []
    if (own.length > 0) sites.set(domain, siteOf(domain, own, drawnBrands, logosByName))
    else review.push(`${domain}\t${decision.accepted ? '' : decision.reason}\t${describe(claims)}`)
  }
  for (const { brand, domain } of lists.additions(sources)) {
    const isPicked = sources.logos.includes(brand) || sources.owners.includes(brand)
    sites.set(domain, {
      domain,
      name: normalise(brand.names[0] ?? ''),
      trusted: isPicked ? [brand] : [brand, ...namesakesOf(brand, drawnBrands)],
      titles: [...sources.theSvg.filter(other => isNamesake(other, brand)), brand],
      isPicked,
    })
  }

  const unshippable = new Set(
    sources.simpleIcons
      .filter(brand => !shippable.has(brand.licence))
      .map(brand => normalise(brand.title)),
  )
  const entries = new Map<string, Entry>()
  for (const site of [...sites.values()].sort((a, b) => (a.domain < b.domain ? -1 : 1))) {
    const problem = problemOf(site, unshippable)
    const chosen = problem
      ? undefined
      : await choose({
          trusted: site.trusted.filter(brand => shippable.has(brand.licence)),
          namesakes: site.isPicked ? [] : iconFirst(logosByName.get(site.name) ?? []),
        })
    if (!chosen) {
      review.push(
        `${site.domain}\t${problem ?? 'no usable drawing'}\t${site.titles.map(brand => brand.title).join(', ')}`,
      )
      continue
    }
    addEntry(entries, site, chosen)
  }
  return { entries: [...entries.values()], review }
}

const problemOf = ({ domain, trusted }: Site, unshippable: Set<string>): string | undefined => {
  if (!isRegistrable(domain)) return 'no registrable domain of its own'
  if ((removed.domains as string[]).includes(domain)) return 'removed'
  if (trusted.some(brand => unshippable.has(normalise(brand.title)))) return 'licence'
  return undefined
}

/** A confirmed domain's claims: by title where there are any, else by slug or alias. */
const ownClaims = (claims: Claim[]) => {
  const titled = claims.filter(claim => claim.byTitle)
  return titled.length > 0 ? titled : claims.filter(claim => claim.exact)
}

const siteOf = (
  domain: string,
  claims: Claim[],
  drawnBrands: Brand[],
  logosByName: Map<string, Brand[]>,
): Site => {
  const brands = claims.map(claim => claim.brand)
  const names = new Set(brands.map(brand => normalise(brand.title)))
  // thesvg copies drawings: one that holds another package's path is that package's brand.
  const copies = brands.filter(brand => brand.drawn)
  const isCopied = (brand: Brand) => copies.some(copy => holdsPath(copy, brand))
  const recognised = drawnBrands.filter(
    brand => names.has(normalise(brand.title)) && !brands.includes(brand) && isCopied(brand),
  )
  const logos = [...names].flatMap(name => logosByName.get(name) ?? [])
  const trusted = [
    ...brands.filter(brand => brand.light),
    ...recognised,
    ...(logos.some(isCopied) ? iconFirst(logos) : []),
  ]
  const name = normalise(brands[0]?.title ?? '')
  return { domain, name, trusted: svglFirst(trusted), titles: brands }
}

const holdsPath = (copy: Brand, brand: Brand) => {
  const path = brand.light?.svg.match(/ d="([^"]{40,})"/)?.[1]
  return path !== undefined && copy.drawn?.includes(path) === true
}

const namesakesOf = (brand: Brand, drawnBrands: Brand[]) => {
  const same = drawnBrands.filter(other => other !== brand && isNamesake(other, brand))
  return same.length === 1 && same[0]?.source !== brand.source ? same : []
}

const isNamesake = (a: Brand, b: Brand) => normalise(a.title) === normalise(b.title)

const svglFirst = (brands: Brand[]) => brands.toSorted((a, b) => rank(a) - rank(b))
const rank = (brand: Brand) => (brand.source === packages.svgl.name ? 0 : 1)

const iconFirst = (logos: Brand[]) =>
  logos.toSorted((a, b) => Number(b.slug.endsWith('-icon')) - Number(a.slug.endsWith('-icon')))

const isRegistrable = (domain: string) => {
  const host = parse(domain, { allowPrivateDomains: true })
  return host.domain === domain && !host.isPrivate
}

/** Sites with the same drawing share one entry. */
const addEntry = (entries: Map<string, Entry>, site: Site, chosen: Chosen) => {
  const key = `${chosen.brand.source}:${chosen.brand.slug}`
  const known = entries.get(key)
  if (known) {
    known.domains.push(site.domain)
    return
  }
  const title = titleOf(site, chosen)
  if ((removed.brands as string[]).includes(title)) return
  const metadata = [...site.trusted, ...site.titles]
  const guidelines = metadata.find(brand => brand.guidelines)?.guidelines
  entries.set(key, {
    domains: [site.domain],
    title,
    color: metadata.find(brand => brand.color)?.color ?? chosen.light.color,
    ...chosen,
    ...(guidelines && { guidelines }),
  })
}

/** svgl's names are identifiers (MagicUI, AmazonQ): another package's title reads better. */
const titleOf = (site: Site, chosen: Chosen) => {
  const written = [...site.titles, ...site.trusted].filter(
    brand => brand.source !== packages.svgl.name,
  )
  const named = written.find(brand => normalise(brand.title) === site.name)
  return (named ?? written[0] ?? chosen.brand).title
}

const describe = (claims: Claim[]) =>
  claims
    .slice(0, 4)
    .map(({ brand }) => `${brand.source}: ${brand.title} ${brand.url}`)
    .join(' | ')

const isCurrent = (name: string, bytes: Buffer) => {
  try {
    return readFileSync(join(outDir, name)).equals(bytes)
  } catch {
    return false
  }
}

const summary = (entries: Entry[], review: string[]) => {
  const count = (what: string, test: (entry: Entry) => boolean) =>
    `${entries.filter(test).length} ${what}`
  return [
    `${entries.length} marks for ${entries.flatMap(entry => entry.domains).length} domains`,
    count('in one color', entry => entry.light.mono && entry.dark.mono),
    count('with a drawing for each theme', entry => entry.light !== entry.dark),
    ...Object.values(packages).map(({ name }) => count(name, entry => entry.brand.source === name)),
    `${review.length} claims left for review in .cache/marks/review.txt`,
  ].join('\n')
}

await main()

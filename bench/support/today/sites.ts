import type { Block, Library } from './libraries.ts'
import { type Random, seeded } from './random.ts'
import { type FieldSpec, kinds, makeThing, type Thing } from './records.ts'
import { type StateWay, stateScript, stateWays } from './state.ts'

/** A site of one template: a library, a kind of thing, and how its pages carry their data. */
export type TodaySite = {
  name: string
  fields: Record<string, FieldSpec>
  pages: { url: string; source: string; thing: Thing }[]
}

export const makeSites = async (
  libraries: readonly Library[],
  pagesOfSite = 6,
): Promise<TodaySite[]> => {
  const sites: TodaySite[] = []
  for (const [at, library] of libraries.entries())
    for (const [number, kind] of Object.keys(kinds).entries())
      sites.push(await makeSite(library, kind, at * 31 + number * 7, pagesOfSite))
  return sites
}

/**
 * Errors of these sites may be read. A library's kinds are in turn open and unopened, and each next
 * library begins with the other.
 */
export const isOpenSite = (at: number): boolean => (at + Math.floor(at / 4)) % 2 === 0

const makeSite = async (
  library: Library,
  kind: string,
  seed: number,
  pagesOfSite: number,
): Promise<TodaySite> => {
  const random = seeded(seed + 1)
  const fields = kinds[kind] ?? {}
  const way = stateWays[seed % stateWays.length] as StateWay
  const plan = planOf(fields, random)
  const pages = []
  const ids = new Set<number>()
  for (let at = 0; at < pagesOfSite; at++) {
    // The first page is whole, as a person would choose one to teach from.
    const thing = makeThing(fields, random, at, at === 0)
    const related = Array.from({ length: 3 }, () => makeThing(fields, random, at, true))
    const body = await library.render(pageOf(plan, fields, thing, related, random))
    let id = 1_000 + Math.floor(random() * 9_000)
    while (ids.has(id)) id++
    ids.add(id)
    const script = stateScript(way, { kind, id, thing, related, fields })
    const name = String(thing[Object.keys(fields)[0] ?? ''])
    pages.push({
      url: `https://${library.name}-${kind}.example/${kind}/${id}`,
      source: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(name)} | ${plan.siteName}</title></head><body><div id="app">${body}</div>${script}</body></html>`,
      thing,
    })
  }
  return { name: `${library.name}-${kind}`, fields, pages }
}

/** What is the same on all pages of a site. */
type Plan = {
  siteName: string
  labels: Record<string, string>
  /** The order of the fields below the title. */
  order: string[]
  /** One field stands beside the title, without a label. */
  bare: string
  hasOldPrice: boolean
}

const planOf = (fields: Record<string, FieldSpec>, random: Random): Plan => {
  const [, ...rest] = Object.keys(fields)
  const order = rest.toSorted(() => random() - 0.5)
  return {
    siteName: ['Northway', 'Daily Fair', 'Opal', 'Common Goods'][Math.floor(random() * 4)] ?? '',
    labels: Object.fromEntries(
      Object.entries(fields).map(([name, { labels }]) => [
        name,
        labels[Math.floor(random() * labels.length)] ?? name,
      ]),
    ),
    order,
    bare: order[0] ?? '',
    hasOldPrice: random() < 0.5,
  }
}

const pageOf = (
  plan: Plan,
  fields: Record<string, FieldSpec>,
  thing: Thing,
  related: readonly Thing[],
  random: Random,
): Block => {
  const [first = ''] = Object.keys(fields)
  const written = (of: Thing, name: string): string => fields[name]?.write(of[name] ?? '') ?? ''
  const has = (name: string) => thing[name] !== null
  const rows = plan.order
    .filter(name => name !== plan.bare && has(name))
    .map(
      (name): Block => ({
        ...{ is: 'row', label: plan.labels[name] ?? name, text: written(thing, name) },
      }),
    )
  const title: Block[] = [{ is: 'title', text: written(thing, first) }]
  if (has(plan.bare)) title.push({ is: 'text', text: written(thing, plan.bare) })
  if (plan.hasOldPrice && random() < 0.5) title.unshift({ is: 'badge', text: 'Editor’s choice' })
  const notice: Block[] =
    random() < 0.4
      ? [{ is: 'card', inside: [{ is: 'text', text: 'Closed on public holidays' }] }]
      : []
  const others = related.map(
    (one): Block => ({
      is: 'card',
      inside: [
        { is: 'heading', text: written(one, first) },
        { is: 'text', text: written(one, plan.bare) },
        { is: 'link', text: 'View' },
      ],
    }),
  )
  const nav = ['Home', 'Browse', 'Saved', plan.siteName].map(
    (text): Block => ({ is: 'link', text }),
  )
  return {
    is: 'page',
    inside: [
      { is: 'section', inside: nav },
      ...notice,
      { is: 'section', inside: title },
      {
        is: 'section',
        inside: [
          { is: 'heading', text: 'Details' },
          { is: 'rows', inside: rows },
        ],
      },
      {
        is: 'section',
        inside: [
          { is: 'heading', text: 'About' },
          { is: 'text', text: storyOf(random) },
        ],
      },
      { is: 'section', inside: [{ is: 'heading', text: 'You may also like' }, ...others] },
      { is: 'section', inside: [{ is: 'text', text: `© 2026 ${plan.siteName}` }] },
    ],
  }
}

const storyWords = 'light quiet made of by hand in small runs for rooms that people live in'.split(
  ' ',
)
const storyOf = (random: Random): string =>
  Array.from(
    { length: 12 + Math.floor(random() * 20) },
    () => storyWords[Math.floor(random() * storyWords.length)],
  ).join(' ')

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

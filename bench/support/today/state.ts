import type { FieldSpec, Thing } from './records.ts'

/** How a page brings its data along for the browser, or states it for search engines. */
export const stateWays = [
  'none',
  'next',
  'nuxt-2',
  'nuxt-3',
  'redux',
  'apollo',
  'stream',
  'graph',
] as const
export type StateWay = (typeof stateWays)[number]

type Known = {
  kind: string
  id: number
  thing: Thing
  related: readonly Thing[]
  fields: Record<string, FieldSpec>
}

export const stateScript = (way: StateWay, known: Known): string => ways[way](known)

const build = { buildId: 'k3J9x', locale: 'en-US', flags: { cart: true, chat: false } }

const ways: Record<StateWay, (known: Known) => string> = {
  none: () => '',
  next: ({ kind, id, thing, related }) =>
    `<script id="__NEXT_DATA__" type="application/json">${json({
      props: { pageProps: { [kind]: { id, ...thing }, related } },
      page: `/${kind}/[id]`,
      query: { id: String(id) },
      ...build,
    })}</script>`,
  'nuxt-2': ({ kind, id, thing, related }) =>
    `<script>window.__NUXT__=${json({ layout: 'default', data: [{ [kind]: { id, ...thing }, related }], ...build })};</script>`,
  /** One flat array whose entries point at others by their position. */
  'nuxt-3': ({ kind, id, thing, related }) =>
    `<script type="application/json" id="__NUXT_DATA__">${json(
      flattened({ data: { [kind]: { id, ...thing }, related }, ...build }),
    )}</script>`,
  redux: ({ kind, id, thing, related }) =>
    `<script>window.__PRELOADED_STATE__ = ${json({
      entities: {
        [`${kind}s`]: {
          byId: Object.fromEntries([
            [id, { id, ...thing }],
            ...related.map((one, at) => [id + at + 1, { id: id + at + 1, ...one }]),
          ]),
        },
      },
      session: build,
    })}</script>`,
  apollo: ({ kind, id, thing, related }) =>
    `<script>window.__APOLLO_STATE__=${json({
      ROOT_QUERY: { [`${kind}({"id":"${id}"})`]: { __ref: `Item:${id}` } },
      [`Item:${id}`]: { __typename: 'Item', ...thing },
      ...Object.fromEntries(
        related.map((one, at) => [`Item:${id + at + 1}`, { __typename: 'Item', ...one }]),
      ),
    })};</script>`,
  stream: ({ kind, id, thing, related }) =>
    `<script>self.__next_f.push([1,${JSON.stringify(`7:${json(['$', '$L3', null, { [kind]: { id, ...thing }, related }])}\n`)}])</script>`,
  graph: ({ kind, id, thing, related }) =>
    `<script type="application/ld+json">${json({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'Shop', url: '/' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Home' }],
        },
        { '@type': typeNames[kind], '@id': `#${id}`, ...thing },
        {
          '@type': 'ItemList',
          itemListElement: related.map(one => ({ '@type': typeNames[kind], ...one })),
        },
      ],
    })}</script>`,
}

const typeNames: Record<string, string> = {
  product: 'Product',
  job: 'JobPosting',
  event: 'Event',
  recipe: 'Recipe',
}

const flattened = (root: unknown): unknown[] => {
  const all: unknown[] = []
  const add = (value: unknown): number => {
    const at = all.push(null) - 1
    if (Array.isArray(value)) all[at] = value.map(add)
    else if (typeof value === 'object' && value !== null)
      all[at] = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, add(one)]))
    else all[at] = value
    return at
  }
  add(root)
  return all
}

const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

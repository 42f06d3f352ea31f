import { createRandom } from '../../test/support/random.ts'
import { htmlPage, paragraphs, slug } from './crawl-pages.ts'
import type { CrawlSite, Shown } from './crawl-sites.ts'

/* Sites that lead astray in other manners than those of crawl-sites.ts. */

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const page = (id: string, reply: string): Shown => ({ is: 'page', id, reply })
const trap = (reply: string): Shown => ({ is: 'trap', reply })

const numberIn = (text: string, last: number): number | undefined => {
  const n = Number(/(\d+)\/?$/.exec(text)?.[1])
  return n >= 1 && n <= last ? n : undefined
}

const goods = 180
const perList = 20
const goodUrl = (n: number) => `/goods/${slug(n)}-${n}`
const goodPage = (n: number) =>
  page(
    `good ${n}`,
    htmlPage(`Good ${n}`, paragraphs(n, 3), ['/shop', goodUrl((n % goods) + 1), goodUrl(7)]),
  )
const goodIn = (pathname: string) => {
  const n = pathname.startsWith('/goods/') ? numberIn(pathname, goods) : undefined
  return n && pathname === goodUrl(n) ? n : undefined
}
/** Which goods a choice leaves: the nth choice has the value. */
const isChosen = (good: number, nth: number, value: number) =>
  (good * (nth + 2) + nth) % 6 === value

/**
 * Five filters of six values, in the query by names nobody knows, with pages and orders of lists
 * inside every choice.
 */
const shelves = (): CrawlSite => {
  const filters = ['c', 'fit', 'maker', 'eur', 'av']
  const orders = ['cheap', 'dear', 'new']
  return {
    host: 'shelves.test',
    pages: 1 + goods / perList + goods,
    show({ pathname, searchParams }) {
      if (pathname === '/') return page('/', htmlPage('Home', paragraphs(0), ['/shop']))
      const n = goodIn(pathname)
      if (n) return goodPage(n)
      if (pathname !== '/shop') return undefined
      const chosen = [...searchParams].filter(([name]) => name !== 'pg')
      const at = Number(searchParams.get('pg') ?? 1)
      const found = upTo(goods).filter(good =>
        filters.every((name, nth) => {
          const value = searchParams.get(name)
          return value === null || isChosen(good, nth, Number(value) % 6)
        }),
      )
      const link = (pairs: readonly (readonly [string, string])[]) =>
        `/shop${pairs.length > 0 ? `?${new URLSearchParams(pairs.map(pair => [...pair]))}` : ''}`
      const other = (name: string, value: string) =>
        link([...chosen.filter(([one]) => one !== name), [name, value] as const])
      const nav = [
        ...filters.flatMap(name => upTo(6).map(value => other(name, `${value}`))),
        ...orders.map(order => other('order', order)),
      ]
      const next = at * perList < found.length ? [link([...chosen, ['pg', `${at + 1}`]])] : []
      const shown = found.slice((at - 1) * perList, at * perList).map(goodUrl)
      const words = chosen.map(([name, value]) => `${name} ${value}`).join(', ')
      const html = htmlPage(
        `Goods ${words}`,
        `<p>${found.length} found.</p>`,
        [...shown, ...next],
        {
          nav,
        },
      )
      return chosen.length === 0 && at <= goods / perList ? page(`list ${at}`, html) : trap(html)
    },
  }
}

const stories = 60
const storyUrl = (n: number) => `/stories/${slug(n)}`
const storyAt = new Map(upTo(stories).map(n => [storyUrl(n), n]))

/** 60 stories, each with a print view, a view to share and one to comment, and no canonical. */
const views = (): CrawlSite => ({
  host: 'views.test',
  pages: 1 + stories,
  show({ pathname, search }) {
    if (pathname === '/')
      return page('/', htmlPage('Stories', paragraphs(0), upTo(stories).map(storyUrl)))
    const n = storyAt.get(pathname)
    if (n === undefined) return undefined
    const views = ['?print=1', '?view=mobile', `?replytocom=${n}`, '?share=mail']
    const html = htmlPage(slug(n), paragraphs(n), [
      '/',
      storyUrl((n % stories) + 1),
      ...views.map(view => storyUrl(n) + view),
    ])
    return search === '' ? page(`${n}`, html) : trap(html)
  },
})

/** 40 stories and an almanac: every day by its path and by numbers in the query; little is on. */
const almanac = (): CrawlSite => {
  const dayMs = 86_400_000
  const today = Date.UTC(2026, 10, 15)
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const ways = [
    (ms: number) => `/on/${iso(ms).replaceAll('-', '/')}`,
    (ms: number) => `/plan?y=${iso(ms).slice(0, 4)}&m=${iso(ms).slice(5, 7)}&d=${iso(ms).slice(8)}`,
  ]
  const nav = ways.map(way => way(today))
  return {
    host: 'almanac.test',
    pages: 1 + 40,
    show({ pathname, searchParams: asked }) {
      if (pathname === '/')
        return page('/', htmlPage('Almanac', paragraphs(0), upTo(40).map(storyUrl), { nav }))
      const n = storyAt.get(pathname)
      if (n && n <= 40) return page(`${n}`, htmlPage(slug(n), paragraphs(n), ['/'], { nav }))
      const isPath = pathname.startsWith('/on/')
      if (!isPath && pathname !== '/plan') return undefined
      const parts = isPath
        ? pathname.slice(4).split('/')
        : ['y', 'm', 'd'].map(name => asked.get(name))
      const day = Date.parse(parts.join('-'))
      if (Number.isNaN(day)) return undefined
      const near = [-7, -1, 1, 7].map(days => ways[isPath ? 0 : 1]?.(day + days * dayMs) ?? '')
      const words = `<p>What is on, ${new Date(day).toUTCString().slice(0, 16)}.</p><p>Open from nine to five.</p>`
      return trap(htmlPage(`Day ${iso(day)}`, words, near, { nav }))
    },
  }
}

/** 50 stories, in lists that never end: beyond the last page is the last page again. */
const lasting = (): CrawlSite => {
  const [count, listed] = [50, 10]
  const last = count / listed
  return {
    host: 'lasting.test',
    pages: 1 + last + count,
    show({ pathname, searchParams }) {
      if (pathname === '/')
        return page('/', htmlPage('Lists', paragraphs(0), ['/all', '/feed/1', '/all?from=0']))
      const n = storyAt.get(pathname)
      if (n && n <= count) return page(`story ${n}`, htmlPage(slug(n), paragraphs(n), ['/all']))
      const list = (at: number, next: string) => {
        const shown = Math.min(at, last)
        const own = upTo(listed).map(k => storyUrl((shown - 1) * listed + k))
        return htmlPage('All stories', `<p>Part ${shown}.</p>`, [...own, next])
      }
      const at = Number(searchParams.get('page') ?? 1)
      if (pathname === '/all' && !searchParams.has('from')) {
        const html = list(at, `/all?page=${at + 1}`)
        return at <= last ? page(`list ${at}`, html) : trap(html)
      }
      if (pathname === '/all') {
        const from = Number(searchParams.get('from'))
        return trap(list(from / listed + 1, `/all?from=${from + listed}`))
      }
      const part = Number(/^\/feed\/(\d+)$/.exec(pathname)?.[1])
      return part ? trap(list(part, `/feed/${part + 1}`)) : undefined
    },
  }
}

/** 40 items with a session in the path, in the query by other names, or in front of everything. */
const visitors = (): CrawlSite => {
  const count = 40
  const random = createRandom(11)
  const token = (length: number) =>
    upTo(length)
      .map(() => 'abcdef0123456789'[random.int(16)])
      .join('')
  const ways = [
    (path: string) => `${path};jsessionid=${token(32).toUpperCase()}.node1`,
    (path: string) => `${path};sid=${token(32)}`,
    (path: string) => `${path}?zenid=${token(26)}`,
    (path: string) => `${path}?osCsid=${token(26)}`,
    (path: string) => `/(S(${token(24)}))${path}`,
    (path: string) => `${path}?utm_campaign=x&mc_cid=${token(10)}&PHPSESSID=${token(26)}`,
  ]
  return {
    host: 'visitors.test',
    pages: 1 + count,
    show({ pathname }) {
      const plain = pathname.replace(/;.*/, '').replace(/^\/\(S\([^)]*\)\)/, '')
      const n = plain === '/' ? 0 : /^\/item-\d+$/.test(plain) ? numberIn(plain, count) : undefined
      if (n === undefined) return undefined
      const others = n === 0 ? upTo(count) : upTo(8).map(k => ((n * 3 + k) % count) + 1)
      const links = [0, ...others].map((m, k) =>
        (ways[(n + k) % ways.length] as (path: string) => string)(m === 0 ? '/' : `/item-${m}`),
      )
      return page(`${n}`, htmlPage(`Item ${n}`, paragraphs(n), links))
    },
  }
}

/** 20 pages, and folders of three names that link to each other without the slash in front. */
const lost = (): CrawlSite => {
  const names = ['team', 'press', 'jobs']
  return {
    host: 'lost.test',
    pages: 1 + 20,
    show({ pathname }) {
      if (pathname === '/')
        return page(
          '/',
          htmlPage('Home', paragraphs(0), [...upTo(20).map(n => `/page-${n}`), '/about/']),
        )
      const n = /^\/page-\d+$/.test(pathname) ? numberIn(pathname, 20) : undefined
      if (n) return page(`${n}`, htmlPage(`Page ${n}`, paragraphs(n), ['/', './about/']))
      if (!pathname.startsWith('/about/')) return undefined
      const here = pathname.split('/').at(-2) ?? ''
      const links = [...names.map((name, at) => `${at === 0 ? './' : ''}${name}/`), '/']
      return trap(htmlPage(`About us: ${here}`, paragraphs(here.length, 2), links))
    },
  }
}

/** 60 stories and a cloud of tags that can be joined: `/tags/oak+pine+yew`. */
const clouds = (): CrawlSite => {
  const tags = 'oak pine yew ash elm'.split(' ')
  return {
    host: 'clouds.test',
    pages: 1 + stories,
    show({ pathname }) {
      const nav = tags.map(tag => `/tags/${tag}`)
      if (pathname === '/')
        return page('/', htmlPage('Stories', paragraphs(0), upTo(stories).map(storyUrl), { nav }))
      const n = storyAt.get(pathname)
      if (n) return page(`${n}`, htmlPage(slug(n), paragraphs(n), ['/'], { nav }))
      const chosen = /^\/tags\/([a-z+]+)$/.exec(pathname)?.[1]?.split('+')
      if (!chosen) return undefined
      const found = upTo(stories).filter(n =>
        chosen.every(tag => (n * (tags.indexOf(tag) + 2)) % 3 !== 0),
      )
      const more = tags
        .filter(tag => !chosen.includes(tag))
        .map(tag => `/tags/${[...chosen, tag].join('+')}`)
      return trap(
        htmlPage(`Stories of ${chosen.join(' and ')}`, '', [...found.map(storyUrl), ...more], {
          nav,
        }),
      )
    },
  }
}

/**
 * Four filters of five values as parts of the path, always in the same order, with pages of lists
 * inside every choice: `/shop/oak/size-2/page-3`.
 */
const drawers = (): CrawlSite => {
  const filters = [
    'oak pine yew ash elm'.split(' '),
    'red blue green grey white'.split(' '),
    upTo(5).map(n => `size-${n}`),
    upTo(5).map(n => `from-${n * 20}`),
  ]
  const placeOf = (part: string) => filters.findIndex(values => values.includes(part))
  return {
    host: 'drawers.test',
    pages: 1 + goods / perList + goods,
    show({ pathname }) {
      if (pathname === '/') return page('/', htmlPage('Home', paragraphs(0), ['/shop']))
      const n = goodIn(pathname)
      if (n) return goodPage(n)
      const [first, ...parts] = pathname.split('/').slice(1)
      if (first !== 'shop') return undefined
      const at = parts.at(-1)?.startsWith('page-') ? numberIn(parts.pop() ?? '', 99) : 1
      const places = parts.map(placeOf)
      if (!at || places.some((place, nth) => place <= (places[nth - 1] ?? -1))) return undefined
      const found = upTo(goods).filter(good =>
        parts.every((part, nth) => {
          const place = places[nth] ?? 0
          return isChosen(good, place, filters[place]?.indexOf(part) ?? 0)
        }),
      )
      const link = (chosen: readonly string[]) => ['/shop', ...chosen].join('/')
      const other = (value: string) =>
        link(
          [...parts.filter(part => placeOf(part) !== placeOf(value)), value].sort(
            (a, b) => placeOf(a) - placeOf(b),
          ),
        )
      const next = at * perList < found.length ? [link([...parts, `page-${at + 1}`])] : []
      const shown = found.slice((at - 1) * perList, at * perList).map(goodUrl)
      const text = `<p>${found.length} found.</p>`
      const nav = filters.flat().map(other)
      const html = htmlPage(`Goods ${parts.join(', ')}`, text, [...shown, ...next], { nav })
      return parts.length === 0 && at <= goods / perList ? page(`list ${at}`, html) : trap(html)
    },
  }
}

export const crawlMazes = (): CrawlSite[] => [
  shelves(),
  views(),
  almanac(),
  lasting(),
  visitors(),
  lost(),
  clouds(),
  drawers(),
]

import { gzipSync } from 'node:zlib'
import { createRandom } from '../../test/support/random.ts'
import type { Reply } from '../../test/support/simulated-web.ts'
import { htmlPage, paragraphs, slug } from './crawl-pages.ts'

/** What a site has at an address. */
export type Shown =
  /** A page that somebody wrote: under this name it counts once. */
  | { is: 'page'; id: string; reply: Reply }
  /** One of pages without end, or of which nobody wants more than one. */
  | { is: 'trap'; reply: Reply }
  /** What robots.txt forbids. */
  | { is: 'forbidden'; reply: Reply }
  /** Not there, as only its words say. */
  | { is: 'gone'; reply: Reply }

/** A site with its truth. */
export type CrawlSite = {
  host: string
  /** Other names it answers by. */
  also?: readonly string[]
  /** How many pages there are to be read. */
  pages: number
  files?: Readonly<Record<string, Reply>>
  /** Undefined where there is nothing. */
  show(url: URL): Shown | undefined
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

const page = (id: string, reply: Reply): Shown => ({ is: 'page', id, reply })
const trap = (reply: Reply): Shown => ({ is: 'trap', reply })

/** The number an address ends with, from 1 to a last one. */
const numberIn = (text: string | null | undefined, last: number): number | undefined => {
  const n = Number(/(\d+)\/?$/.exec(text ?? '')?.[1])
  return n >= 1 && n <= last ? n : undefined
}

const robots = { 'User-agent: *': '', 'Disallow: /account': '' }
const robotsFile = `${Object.keys(robots).join('\n')}\n`

/** 1,000 products that only chains of next pages lead to, and links to what is nobody's business. */
const catalogue = (): CrawlSite => {
  const [products, listed, categories] = [1_000, 20, 50]
  const lists = products / listed
  const productUrl = (n: number) => `/product/${slug(n)}-${n}`
  const listPage = (title: string, path: string, all: readonly number[], at: number) => {
    const last = Math.ceil(all.length / listed)
    const shown = all.slice((at - 1) * listed, at * listed).map(productUrl)
    const next = at < last ? [`${path}?page=${at + 1}`] : []
    return htmlPage(`${title}, part ${at}`, paragraphs(at, 1), [...shown, ...next])
  }
  return {
    host: 'catalogue.test',
    pages: 1 + lists + categories * 2 + products,
    files: { '/robots.txt': robotsFile },
    show({ pathname, searchParams }) {
      const at = Number(searchParams.get('page') ?? 1)
      if (pathname === '/')
        return page(
          '/',
          htmlPage('All we have', paragraphs(0), [
            ...upTo(categories).map(n => `/category/${n}`),
            '/list?page=1',
            '/account/login',
          ]),
        )
      if (pathname === '/list' && at >= 1 && at <= lists)
        return page(`list ${at}`, listPage('Everything', '/list', upTo(products), at))
      const category = pathname.startsWith('/category/') && numberIn(pathname, categories)
      if (category && at >= 1 && at <= 2) {
        const own = upTo(40).map(n => ((category * 17 + n * 3) % products) + 1)
        const shown = listPage(`Shelf ${category}`, `/category/${category}`, own, at)
        return page(`category ${category} ${at}`, shown)
      }
      const n = pathname.startsWith('/product/') && numberIn(pathname, products)
      if (n && pathname === productUrl(n))
        return page(
          `product ${n}`,
          htmlPage(`No. ${n}`, paragraphs(n), ['/list?page=1', `/account/wishes?add=${n}`]),
        )
      return pathname.startsWith('/account')
        ? { is: 'forbidden', reply: htmlPage('Your account', paragraphs(1), []) }
        : undefined
    },
  }
}

/** 100 pages, each linked in eleven spellings of its address. */
const spellings = (): CrawlSite => {
  const count = 100
  const host = 'spellings.test'
  const spell = (n: number, way: number): string => {
    const path = `/topic/n${n}`
    const ways = [
      path,
      `${path}/`,
      `${path}/index.html`,
      `${path}#part`,
      `${path}?utm_source=list&utm_medium=web`,
      `/topic//n${n}`,
      `/topic/../topic/n${n}`,
      `/%74opic/n${n}`,
      `${path}?`,
      `http://www.${host}${path}`,
      `https://${host}:443${path}?gclid=abc${n}`,
    ]
    return ways[way] ?? path
  }
  return {
    host,
    also: [`www.${host}`],
    pages: 1 + count,
    show({ pathname }) {
      const plain = decodeURIComponent(pathname).replace(/\/+/g, '/')
      const n = plain === '/' ? 0 : numberIn(plain.replace(/\/(?:index\.html)?$/, ''), count)
      if (n === undefined || (n > 0 && !plain.startsWith('/topic/'))) return undefined
      const near = upTo(9).map(k => ((n * 7 + k) % count) + 1)
      const links = near.flatMap((m, k) => [spell(m, (n + k) % 11), spell(m, (n + k + 5) % 11)])
      return page(`${n}`, htmlPage(`Topic ${n}`, paragraphs(n), links))
    },
  }
}

/** 30 articles and a calendar of months and days in which nothing is ever on. */
const calendar = (): CrawlSite => {
  const count = 30
  const monthUrl = (month: number) =>
    `/calendar/${Math.floor(month / 12)}/${`${(month % 12) + 1}`.padStart(2, '0')}`
  return {
    host: 'calendar.test',
    pages: 1 + count,
    show({ pathname }) {
      const now = 2026 * 12 + 10
      if (pathname === '/')
        return page(
          '/',
          htmlPage(
            'News',
            paragraphs(0),
            upTo(count).map(n => `/news/${slug(n)}-${n}`),
            {
              nav: [monthUrl(now)],
            },
          ),
        )
      const n = pathname.startsWith('/news/') && numberIn(pathname, count)
      if (n)
        return page(`${n}`, htmlPage(`News ${n}`, paragraphs(n), ['/'], { nav: [monthUrl(now)] }))
      const [, year, month, day] = /^\/calendar\/(\d+)\/(\d\d)(?:\/(\d\d))?$/.exec(pathname) ?? []
      if (!year || !month) return undefined
      const at = Number(year) * 12 + Number(month) - 1
      const near = [monthUrl(at - 1), monthUrl(at + 1)]
      const days = upTo(28).map(one => `${monthUrl(at)}/${`${one}`.padStart(2, '0')}`)
      return day
        ? trap(htmlPage(`${day}.${month}.${year}`, '<p>Nothing is on today.</p>', near))
        : trap(htmlPage(`${month}/${year}`, '<p>What is on in this month.</p>', [...near, ...days]))
    },
  }
}

/** 20 pages, and a folder whose pages link to each other without the slash in front. */
const relative = (): CrawlSite => {
  const count = 20
  return {
    host: 'relative.test',
    pages: 1 + count,
    show({ pathname }) {
      if (pathname === '/')
        return page(
          '/',
          htmlPage('Home', paragraphs(0), [...upTo(count).map(n => `/page-${n}`), '/a/']),
        )
      const n = /^\/page-\d+$/.test(pathname) && numberIn(pathname, count)
      if (n) return page(`${n}`, htmlPage(`Page ${n}`, paragraphs(n), ['/', '/a/']))
      if (!/^\/[ab]\//.test(pathname)) return undefined
      return trap(htmlPage(`Part ${pathname}`, paragraphs(pathname.length, 2), ['a/', 'b/', '/']))
    },
  }
}

/** 40 items, a new session in every link, in three manners. */
const sessions = (): CrawlSite => {
  const count = 40
  const random = createRandom(5)
  const token = () =>
    upTo(32)
      .map(() => random.int(16).toString(16))
      .join('')
  const withSession = (path: string, way: number) =>
    [`${path}?sid=${token()}`, `${path};jsessionid=${token()}`, `${path}?PHPSESSID=${token()}`][way]
  return {
    host: 'sessions.test',
    pages: 1 + count,
    show({ pathname }) {
      const plain = pathname.replace(/;.*/, '')
      const n = plain === '/' ? 0 : numberIn(plain, count)
      if (n === undefined || (n > 0 && !plain.startsWith('/item-'))) return undefined
      const others = n === 0 ? upTo(count) : upTo(8).map(k => ((n * 3 + k) % count) + 1)
      const links = [0, ...others].map((m, k) =>
        withSession(m === 0 ? '/' : `/item-${m}`, (n + k) % 3),
      )
      return page(`${n}`, htmlPage(`Item ${n}`, paragraphs(n), links.map(String)))
    },
  }
}

/** 200 items in ten list pages that five filters of six values each can narrow, together. */
const facets = (): CrawlSite => {
  const [items, listed] = [200, 20]
  const filters = ['color', 'size', 'brand', 'price', 'stock']
  return {
    host: 'facets.test',
    pages: 1 + items / listed + items,
    show({ pathname, searchParams }) {
      if (pathname === '/') return page('/', htmlPage('Home', paragraphs(0), ['/list']))
      const n = pathname.startsWith('/item/') && numberIn(pathname, items)
      if (n) return page(`item ${n}`, htmlPage(`Item ${n}`, paragraphs(n), ['/list']))
      if (pathname !== '/list') return undefined
      const chosen = filters.flatMap(name => {
        const value = searchParams.get(name)
        return value === null ? [] : [[name, value] as [string, string]]
      })
      const at = Number(searchParams.get('page') ?? 1)
      const found = upTo(items).filter(item =>
        chosen.every(([name, value]) => (item * (name.length + 2)) % 6 === Number(value) % 6),
      )
      const link = (pairs: readonly [string, string][]) =>
        `/list${pairs.length > 0 ? `?${new URLSearchParams(pairs as [string, string][])}` : ''}`
      const narrower = filters.flatMap(name =>
        upTo(6).map(value => link([...chosen.filter(([one]) => one !== name), [name, `${value}`]])),
      )
      const next = at * listed < found.length ? [link([['page', `${at + 1}`]])] : []
      const shown = found.slice((at - 1) * listed, at * listed).map(item => `/item/${item}`)
      const html = htmlPage('Our goods', `<p>${found.length} found.</p>`, [...shown, ...next], {
        nav: narrower,
      })
      return chosen.length === 0 && at >= 1 && at <= items / listed
        ? page(`list ${at}`, html)
        : trap(html)
    },
  }
}

/** 500 pages that links lead to, 500 that only a sitemap index names, half of them in a packed file. */
const sitemaps = (): CrawlSite => {
  const [linked, named, listed] = [500, 500, 25]
  const host = 'sitemaps.test'
  const urlOf = (n: number) => `/page/${slug(n)}-${n}`
  const fileOf = (from: number, to: number) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${upTo(
      to - from,
    )
      .map(n => `<url><loc>http://${host}${urlOf(from + n)}</loc></url>`)
      .join('')}</urlset>`
  const half = linked + named / 2
  return {
    host,
    pages: 1 + linked / listed + linked + named,
    files: {
      '/robots.txt': `${robotsFile}Sitemap: http://${host}/maps/index.xml\n`,
      '/maps/index.xml': `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://${host}/maps/1.xml</loc></sitemap><sitemap><loc>http://${host}/maps/2.xml.gz</loc></sitemap></sitemapindex>`,
      '/maps/1.xml': { headers: { 'content-type': 'text/xml' }, body: fileOf(linked, half) },
      '/maps/2.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(fileOf(half, linked + named)),
      },
    },
    show({ pathname }) {
      if (pathname === '/')
        return page('/', htmlPage('Home', paragraphs(0), ['/part/1', '/account/1']))
      const part = pathname.startsWith('/part/') && numberIn(pathname, linked / listed)
      if (part) {
        const own = upTo(listed).map(n => urlOf((part - 1) * listed + n))
        const links = [...own, ...(part * listed < linked ? [`/part/${part + 1}`] : [])]
        return page(`part ${part}`, htmlPage(`Part ${part}`, paragraphs(part, 1), links))
      }
      const n = pathname.startsWith('/page/') && numberIn(pathname, linked + named)
      if (n && pathname === urlOf(n))
        return page(`${n}`, htmlPage(`Page ${n}`, paragraphs(n), ['/', `/account/${n}`]))
      return pathname.startsWith('/account')
        ? { is: 'forbidden', reply: htmlPage('Your account', paragraphs(1), []) }
        : undefined
    },
  }
}

/** 100 pages with links to pages that are gone: the site says so with a 200 and guesses on. */
const softMissing = (): CrawlSite => {
  const count = 100
  const gone = (seed: number) => `/${slug(seed)}/${slug(seed + 50_000)}`
  const dead = new Set(upTo(3 * count + 3).map(gone))
  return {
    host: 'gone.test',
    pages: 1 + count,
    show({ pathname }) {
      const n = pathname === '/' ? 0 : numberIn(/^\/story-\d+$/.exec(pathname)?.[0], count)
      if (n !== undefined) {
        const links = upTo(10).map(k => `/story-${((n * 10 + k) % count) + 1}`)
        const old = upTo(3).map(k => gone(n * 3 + k))
        return page(`${n}`, htmlPage(`Story ${n}`, paragraphs(n), [...links, ...old]))
      }
      const seed = [...pathname].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1e6, 7)
      const guesses = [gone(seed), gone(seed + 1)]
      const sorry =
        '<p>Sorry, the page you asked for could not be found. It may have been moved or deleted.</p>'
      const reply = htmlPage('Page not found', sorry, ['/', ...guesses])
      // That a page of the site leads there is no trap; what the guesses lead to is.
      return { is: dead.has(pathname) ? 'gone' : 'trap', reply }
    },
  }
}

/** 200 pages that link to each other with and without `www.`, by http and https. */
const mirror = (): CrawlSite => {
  const count = 200
  const host = 'mirror.test'
  const origins = ['http://', 'https://'].flatMap(scheme =>
    ['', 'www.'].map(www => `${scheme}${www}${host}`),
  )
  return {
    host,
    also: [`www.${host}`],
    pages: 1 + count,
    show({ pathname }) {
      const n = pathname === '/' ? 0 : numberIn(/^\/entry\/\d+$/.exec(pathname)?.[0], count)
      if (n === undefined) return undefined
      const links = upTo(12).map(k => {
        const m = (n * 12 + k) % (count + 1)
        return `${origins[(n + k) % 4]}/${m === 0 ? '' : `entry/${m}`}`
      })
      return page(`${n}`, htmlPage(`Entry ${n}`, paragraphs(n), links))
    },
  }
}

/** 150 pages in two languages that name each other: both are pages. */
const languages = (): CrawlSite => {
  const count = 150
  return {
    host: 'languages.test',
    pages: 1 + 2 * count,
    show({ pathname }) {
      if (pathname === '/') return page('/', htmlPage('Welcome', paragraphs(0), ['/en/1', '/de/1']))
      const [, lang, number] = /^\/(en|de)\/(\d+)$/.exec(pathname) ?? []
      const n = numberIn(number, count)
      if (!lang || !n) return undefined
      const head = ['en', 'de']
        .map(one => `<link rel="alternate" hreflang="${one}" href="/${one}/${n}">`)
        .join('')
      const links = upTo(4).map(k => `/${lang}/${((n * 4 + k) % count) + 1}`)
      const other = `/${lang === 'en' ? 'de' : 'en'}/${n}`
      const seed = n + (lang === 'de' ? 5_000 : 0)
      const look = { head: `${head}<link rel="canonical" href="/${lang}/${n}">`, lang }
      return page(
        pathname,
        htmlPage(`${lang} ${n}`, paragraphs(seed), [...links, other, `${pathname}/`], look),
      )
    },
  }
}

export const crawlSites = (): CrawlSite[] => [
  catalogue(),
  spellings(),
  calendar(),
  relative(),
  sessions(),
  facets(),
  sitemaps(),
  softMissing(),
  mirror(),
  languages(),
]

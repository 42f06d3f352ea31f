/** The sites of the crawl benches, as their rows tell of them. */
export const siteNames = {
  catalogue: '1,000 products in chains of next pages',
  spellings: '100 pages, each in eleven spellings',
  calendar: '30 articles beside an endless calendar of months and days',
  relative: '20 pages beside links that lost their slash',
  sessions: '40 items, a new session id in every link',
  facets: '200 items in lists that five filters of six values narrow',
  sitemaps: '1,000 pages, half of them only in a sitemap index with a packed part',
  gone: '100 pages among links to missing ones, which answer 200 and guess on',
  mirror: '200 pages with and without `www.`, by http and https',
  languages: '150 pages in two languages',
  shelves: '180 goods in lists that filters and orders narrow, with pages inside',
  views: '60 stories, each with views to print, to share and to answer',
  almanac: '40 stories beside every day there is, by path and by query',
  lasting: '50 stories in lists that show their last page for ever',
  visitors: '40 items, a visit in every link in six other manners',
  lost: '20 pages beside folders of three names that lost their slash',
  clouds: '60 stories beside tags that can be joined',
  drawers: '180 goods in lists that parts of the path narrow, with pages inside',
} as const

export type SiteName = keyof typeof siteNames

/** A row for each of them. */
export const siteRows = <Row>(row: (what: string) => Row): Record<SiteName, Row> =>
  Object.fromEntries(Object.entries(siteNames).map(([name, what]) => [name, row(what)])) as Record<
    SiteName,
    Row
  >

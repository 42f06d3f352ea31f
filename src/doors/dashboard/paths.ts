/**
 * The addresses of the dashboard. The server answers them with the UI, and the UI has a page for
 * each: both read this list. A part `:id` stands for one of many.
 */
export const pagePaths = [
  '/',
  '/keys',
  '/keys/:id',
  '/connect',
  '/usage',
  '/requests',
  '/jobs',
  '/jobs/:id',
  '/schedules',
  '/schedules/:id',
  '/sessions',
  '/people',
  '/corrections',
  '/ways',
  '/audit',
  '/settings',
  '/playground',
] as const
export type PagePath = (typeof pagePaths)[number]

/** For people who are not signed in. */
export const signedOutPaths = ['/sign-in', '/join', '/forgot', '/reset'] as const

/** What can be tried in the playground, in the order of its tabs: `/playground/scrape`. */
export const panes = {
  scrape: 'Scrape',
  map: 'Map',
  search: 'Search',
  crawl: 'Crawl',
  batch: 'Batch',
  extract: 'Extract',
  parse: 'Parse',
  branding: 'Branding',
  icon: 'Icon',
} as const
export type Pane = keyof typeof panes
export const panePaths = Object.keys(panes).map(pane => `/playground/${pane}`)

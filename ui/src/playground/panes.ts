export const panes = [
  { id: 'scrape', name: 'Scrape' },
  { id: 'map', name: 'Map' },
  { id: 'search', name: 'Search' },
  { id: 'crawl', name: 'Crawl' },
  { id: 'batch', name: 'Batch' },
  { id: 'extract', name: 'Extract' },
  { id: 'parse', name: 'Parse' },
  { id: 'branding', name: 'Branding' },
  { id: 'icon', name: 'Icon' },
]

export const isPlayground = (path: string): boolean =>
  path === '/playground' || panes.some(({ id }) => path === `/playground/${id}`)

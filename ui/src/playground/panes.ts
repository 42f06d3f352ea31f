export const panes = [
  { id: 'scrape', name: 'Scrape' },
  { id: 'icon', name: 'Icon' },
  { id: 'extract', name: 'Extract' },
  { id: 'branding', name: 'Branding' },
  { id: 'batch', name: 'Batch' },
  { id: 'crawl', name: 'Crawl' },
]

export const isPlayground = (path: string): boolean =>
  path === '/playground' || panes.some(({ id }) => path === `/playground/${id}`)

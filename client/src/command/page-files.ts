/** A page of a batch or a crawl, as far as files are concerned. */
export type Page = {
  url: string
  error?: string
  code?: string
  metadata?: { title?: unknown; statusCode?: unknown }
  [field: string]: unknown
}

type PageFile = { ending: string; content: string | Uint8Array }

/** Formats that are a file by themselves. */
const endings: Readonly<Record<string, string>> = {
  markdown: '.md',
  html: '.html',
  rawHtml: '.raw.html',
  text: '.txt',
  summary: '.summary.txt',
  screenshot: '.png',
}
/** Of what a page is, not what it says: the manifest has it. */
const aside = new Set(['url', 'metadata', 'warning', 'depth', 'foundOn', 'change'])

/** The files that a page becomes: one for each text, and one for everything else. */
export const filesOf = (page: Page, whole: boolean): PageFile[] => {
  if (page.error !== undefined) return []
  const json = { ending: '.json', content: `${JSON.stringify(page, null, 2)}\n` }
  if (whole) return [json]
  const files = Object.entries(endings).flatMap(([format, ending]) => {
    const value = page[format]
    if (typeof value !== 'string') return []
    return [{ ending, content: format === 'screenshot' ? bytesOf(value) : `${value.trimEnd()}\n` }]
  })
  const rest = Object.keys(page).filter(field => !(field in endings) && !aside.has(field))
  if (rest.length === 0 && files.length > 0) return files
  const other = Object.fromEntries([...aside, ...rest].map(field => [field, page[field]]))
  return [...files, { ...json, content: `${JSON.stringify(other, null, 2)}\n` }]
}

/** Of a data URL. */
export const bytesOf = (dataUrl: string): Uint8Array =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

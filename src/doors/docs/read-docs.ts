import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A document of the repository, as it is read at `/docs/<name>`. */
export type Doc = { name: string; file: string; title: string; markdown: string }
export type DocSection = { title: string; books: Doc[] }

const root = join(import.meta.dirname, '../../..')

/** By name, in the order in which one would read them. */
const order: Record<string, string[]> = {
  Start: ['', 'overview', 'self-hosting', 'deploy', 'dashboard', 'people'],
  'Pages and data': [
    ...['scrape', 'actions', 'sessions', 'parse', 'search', 'crawl', 'map', 'extract', 'readers'],
    ...['branding', 'schedules', 'reach', 'webhooks', 'errors', 'api'],
  ],
  Images: ['images', 'companies', 'marks'],
  Clients: ['clients', 'firecrawl', 'mcp'],
  Operation: ['settings', 'bot', 'scaling', 'migrations', 'security', 'results'],
  'About Siteray': ['changelog', 'architecture', 'contributing'],
}

/** The first page, and documents outside docs/, by the name they have here. */
const elsewhere: Record<string, string> = {
  '': 'docs/quick-start.md',
  overview: 'README.md',
  changelog: 'CHANGELOG.md',
  security: 'SECURITY.md',
  architecture: 'ARCHITECTURE.md',
  contributing: 'CONTRIBUTING.md',
  results: 'bench/RESULTS.md',
}

/** What nobody gave a place stands last: a new document is never missing. */
export const readDocs = (): DocSection[] => {
  const files = new Map([
    ...Object.entries(elsewhere),
    ...globSync('docs/*.md', { cwd: root })
      .sort()
      .filter(file => file !== elsewhere[''])
      .map(file => [basename(file, '.md'), file] as const),
  ])
  const placed = new Set(Object.values(order).flat())
  const decisions = globSync('docs/adr/*.md', { cwd: root })
    .sort()
    .map(file => readBook(`adr/${basename(file, '.md')}`, file))
  const sections = Object.entries({
    ...order,
    More: [...files.keys()].filter(name => !placed.has(name)),
  }).map(([title, names]) => ({
    title,
    books: names.flatMap(name => {
      const file = files.get(name)
      return file && existsSync(join(root, file)) ? [readBook(name, file)] : []
    }),
  }))
  return [...sections, { title: 'Decisions', books: decisions }].filter(
    ({ books }) => books.length > 0,
  )
}

const readBook = (name: string, file: string): Doc => {
  const markdown = readFileSync(join(root, file), 'utf8')
  const heading = markdown.split('\n').find(line => line.startsWith('# '))
  return { name, file, markdown, title: heading?.slice(2).trim() ?? name }
}

/** A picture of a document, by its path in the repository. */
export const picturePath = (name: string): string | undefined => {
  const path = join(root, 'docs/images', basename(name))
  return existsSync(path) ? path : undefined
}

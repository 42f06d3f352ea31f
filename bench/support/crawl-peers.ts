import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './packages.ts'

/* Other crawlers, each as it comes by default, but obeying robots.txt and four requests at once. */

export const crawleePackages = { '@crawlee/cheerio': '3.18.1' }

type Visit = { url: string; host: string; proxy: string; folder: string }
export type Peer = { name: string; command(visit: Visit): string[] }

const spider = `
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

class Site(CrawlSpider):
    name = "site"
    rules = (Rule(LinkExtractor(), follow=True),)

    def __init__(self, url, host, *args, **kwargs):
        self.start_urls = [url]
        self.allowed_domains = [host]
        super().__init__(*args, **kwargs)
`

const crawlee: Peer = {
  name: 'Crawlee',
  command: ({ url, proxy }) => [
    process.execPath,
    join(import.meta.dirname, 'crawlee-peer.ts'),
    installPackages('crawlee', crawleePackages),
    url,
    proxy,
  ],
}

const scrapy: Peer = {
  name: 'Scrapy',
  command({ url, host, folder }) {
    // Not site.py: Python has a module of that name.
    const file = join(folder, 'crawl_site.py')
    writeFileSync(file, spider)
    const settings = ['ROBOTSTXT_OBEY=1', 'CONCURRENT_REQUESTS_PER_DOMAIN=4', 'LOG_ENABLED=0']
    return [
      ...['scrapy', 'runspider', file, '-a', `url=${url}`, '-a', `host=${host}`],
      ...settings.flatMap(setting => ['-s', setting]),
    ]
  },
}

const wget2: Peer = {
  name: 'wget2',
  command: ({ url, proxy, folder }) => [
    ...['wget2', '-q', '-r', '-l', 'inf', '--max-threads=4', '--no-check-certificate'],
    ...[`--http-proxy=${proxy}`, `--https-proxy=${proxy}`, '-P', folder, url],
  ],
}

/** Those that are installed here; Crawlee is brought along. */
export const findPeers = (): Peer[] => [
  crawlee,
  ...[scrapy, wget2].filter(({ name }) => isInstalled(name.toLowerCase())),
]

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Until it ends or the time is up: whether it ended. */
export const runPeer = async (
  peer: Peer,
  { host, proxy }: { host: string; proxy: string },
  limitMs: number,
): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-peer-'))
  const [program = '', ...args] = peer.command({ url: `http://${host}/`, host, proxy, folder })
  const env = { ...process.env, http_proxy: proxy, https_proxy: proxy }
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const [, signal] = await once(child, 'exit')
  clearTimeout(timer)
  rmSync(folder, { recursive: true, force: true })
  return signal === null
}

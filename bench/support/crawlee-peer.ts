import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Crawlee on one site, as a process of its own: `crawlee-peer.ts <packages> <url> <proxy>`. */
const [folder = '', url = '', proxy = ''] = process.argv.slice(2)

type Crawlee = {
  CheerioCrawler: new (
    options: object,
    configuration: object,
  ) => { run(urls: string[]): Promise<unknown> }
  Configuration: new (options: object) => object
  ProxyConfiguration: new (options: object) => object
}
const require = createRequire(join(folder, 'package.json'))
const { CheerioCrawler, Configuration, ProxyConfiguration } = require('@crawlee/cheerio') as Crawlee

const crawler = new CheerioCrawler(
  {
    proxyConfiguration: new ProxyConfiguration({ proxyUrls: [proxy] }),
    respectRobotsTxtFile: true,
    maxConcurrency: 4,
    requestHandler: (page: { enqueueLinks(): Promise<unknown> }) => page.enqueueLinks(),
  },
  new Configuration({ persistStorage: false }),
)
await crawler.run([url])
process.exit(0)

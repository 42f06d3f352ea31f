import { Siteray } from '../siteray.ts'
import { type Command, connectionOf } from './context.ts'
import { onlyWord } from './options.ts'
import { isResumed, runJob } from './run-job.ts'
import { asLines, everywhere, readingOfMany, site, toFolder } from './shared-options.ts'

export const crawl: Command = {
  usage: 'URL',
  about: 'Reads a whole site by its links and sitemaps.',
  examples: [
    ['siteray crawl https://example.com/ --limit 500 --out site', 'one file per page'],
    ['siteray crawl https://example.com/docs/ --scope path | jq -r .url', 'one folder of the site'],
    ["siteray crawl https://example.com/ --exclude '/login/**' --max-depth 3", 'parts of a site'],
    ['siteray crawl --resume --out site', 'after Ctrl-C or a crash: only the missing pages'],
  ],
  options: {
    ...site,
    'max-depth': {
      as: 'number',
      field: 'maxDepth',
      value: 'N',
      help: 'Links away from the first page',
    },
    'compare-to': {
      ...{ as: 'text', field: 'compareTo', value: 'ID' },
      help: 'Report what is new or changed since this crawl',
    },
    ...{ ...toFolder, ...readingOfMany, ...asLines, ...everywhere },
  },
  async run(given, context) {
    const { url: server, key } = connectionOf(context, given)
    const siteray = new Siteray({ url: server, key })
    const url = isResumed(given) ? '' : onlyWord(given, 'The URL of a site is missing.')
    return runJob(context, given, {
      ...{ kind: 'crawl', server },
      request: url === '' ? undefined : { ...given.body, url },
      begin: keyed => siteray.crawl(url, { ...given.body, ...keyed, signal: context.signal }),
      open: id => siteray.openCrawl(id),
    })
  },
}

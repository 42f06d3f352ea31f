import { type Command, connect, say } from './context.ts'
import { onlyWord } from './options.ts'
import { put } from './scrape.ts'
import { asJson, everywhere, site, toFile, travel } from './shared-options.ts'
import { exitCodes } from './usage.ts'

export const map: Command = {
  usage: 'URL',
  about: 'Lists the URLs of a site, one per line.',
  examples: [
    ['siteray map https://example.com/', 'from its sitemaps and its links'],
    ['siteray map https://example.com/ --search pricing -n 5', 'the best matches first'],
    ["siteray map https://example.com/ --include '/blog/**' | wc -l", 'how many there are'],
    ['siteray map https://example.com/ --json', 'with titles, dates and where each was found'],
  ],
  options: {
    search: {
      as: 'text',
      field: 'search',
      value: 'WORDS',
      help: 'List the best matches for these first',
    },
    ...site,
    timeout: { as: 'number', field: 'timeout', value: 'MS', help: 'Time limit; default 30000' },
    'max-age': {
      ...{ as: 'number', field: 'maxAge', value: 'MS' },
      help: 'Accept a stored map up to this age',
    },
    ...{ ...travel, ...asJson, ...toFile, ...everywhere },
  },
  async run(given, context) {
    const url = onlyWord(given, 'The URL of a site is missing.')
    const answer = await connect(context, given).map(url, {
      ...given.body,
      signal: context.signal,
    })
    if (answer.warning) await say(context, given, `Note: ${answer.warning}`)
    const urls = answer.links.map(link => link.url)
    await put(context, given, given.has('json') ? answer : urls)
    return urls.length > 0 ? exitCodes.all : exitCodes.none
  },
}

import { type Command, connect, say } from './context.ts'
import { extractMany } from './extract-many.ts'
import { readJson } from './options.ts'
import { put } from './scrape.ts'
import { asJson, everywhere, noRobots, readingForData, toFile } from './shared-options.ts'
import { exitCodes, Usage } from './usage.ts'

export const extract: Command = {
  usage: 'URL…',
  about: 'Extracts structured data from pages with your JSON Schema.',
  examples: [
    ['siteray extract https://shop.example/lamp --schema product.json', 'the data, as JSON'],
    [
      `siteray extract https://example.com/ --schema '{"type":"object","properties":{"title":{"type":"string"}}}'`,
      'a schema on the command line',
    ],
    ['siteray extract https://example.com/ --prompt "Who wrote this?"', 'with a language model'],
    [
      'siteray extract https://shop.example/lamp --schema product.json --evidence --json',
      'with the page’s words behind each value',
    ],
    [
      'siteray extract --urls urls.txt --schema product.json --out products.jsonl',
      'many pages: one line of JSON each as it finishes',
    ],
    ['siteray extract --from crawl_… --schema product.json', 'the pages of a crawl'],
  ],
  options: {
    schema: { as: 'text', short: 's', value: 'FILE|JSON', help: 'The JSON Schema of the data' },
    prompt: { as: 'text', field: 'prompt', short: 'p', value: 'TEXT', help: 'What to look for' },
    reader: { as: 'text', field: 'reader', value: 'ID', help: 'A reader for these pages' },
    evidence: { as: 'flag', field: 'evidence', help: 'Add the source of each value' },
    urls: { as: 'text', value: 'FILE', help: 'URLs, one per line; - is standard input' },
    from: {
      as: 'text',
      field: 'from',
      value: 'ID',
      help: 'The pages of this finished batch or crawl',
    },
    ...{ ...readingForData, ...noRobots, ...asJson, ...toFile, ...everywhere },
  },
  async run(given, context) {
    const typed = given.text('schema')
    const { prompt, reader } = given.body
    if (typed === undefined && prompt === undefined && reader === undefined)
      throw new Usage('Say what to extract: give --schema, --prompt or both, or --reader.')
    const schema = typed === undefined ? {} : { schema: readJson('schema', typed) as object }
    const isMany = given.words.length > 1 || given.has('urls') || given.has('from')
    if (isMany) return extractMany(context, given, schema)
    const [url] = given.words
    if (url === undefined) throw new Usage('The URL of a page is missing.')
    const answer = await connect(context, given).extract(url, {
      ...{ ...given.body, ...schema, signal: context.signal },
    })
    if (answer.warning) await say(context, given, `Note: ${answer.warning}`)
    // Always JSON, a list of texts too.
    const shown = given.has('json') || given.has('evidence') ? answer : answer.data
    await put(context, given, `${JSON.stringify(shown, null, 2)}\n`)
    return exitCodes.all
  },
}

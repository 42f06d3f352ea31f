import { type Command, connect, say } from './context.ts'
import { onlyWord, readJson } from './options.ts'
import { put } from './scrape.ts'
import { asJson, everywhere, readingForData, toFile } from './shared-options.ts'
import { exitCodes, Usage } from './usage.ts'

export const extract: Command = {
  usage: 'URL',
  about: 'Takes structured data out of a page, by your JSON Schema.',
  examples: [
    ['siteray extract https://shop.example/lamp --schema product.json', 'the data, as JSON'],
    [
      `siteray extract https://example.com/ --schema '{"type":"object","properties":{"title":{"type":"string"}}}'`,
      'a schema in place',
    ],
    ['siteray extract https://example.com/ --prompt "Who wrote this?"', 'with a language model'],
    [
      'siteray extract https://shop.example/lamp --schema product.json --evidence --json',
      'and the words of the page for each value',
    ],
  ],
  options: {
    schema: { as: 'text', short: 's', value: 'FILE|JSON', help: 'What the data must be like' },
    prompt: { as: 'text', field: 'prompt', short: 'p', value: 'TEXT', help: 'What to look for' },
    evidence: { as: 'flag', field: 'evidence', help: 'Where each value stands in the page' },
    ...{ ...readingForData, ...asJson, ...toFile, ...everywhere },
  },
  async run(given, context) {
    const url = onlyWord(given, 'The address of a page is missing.')
    const schema = given.text('schema')
    if (schema === undefined && given.body.prompt === undefined)
      throw new Usage('What is wanted? Give --schema, --prompt or both.')
    const answer = await connect(context, given).extract(url, {
      ...given.body,
      ...(schema === undefined ? {} : { schema: readJson('schema', schema) as object }),
      signal: context.signal,
    })
    if (answer.warning) await say(context, given, `Note: ${answer.warning}`)
    // Always JSON, a list of texts too.
    const shown = given.has('json') || given.has('evidence') ? answer : answer.data
    await put(context, given, `${JSON.stringify(shown, null, 2)}\n`)
    return exitCodes.all
  },
}

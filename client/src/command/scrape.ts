import { writeFileSync } from 'node:fs'
import { type Command, type Context, connect, say, write } from './context.ts'
import { type Given, onlyWord } from './options.ts'
import { bytesOf } from './page-files.ts'
import { asJson, everywhere, reading, toFile } from './shared-options.ts'
import { exitCodes, Usage } from './usage.ts'

export const scrape: Command = {
  usage: 'URL',
  about: 'Reads one page and prints it as Markdown.',
  examples: [
    ['siteray scrape https://example.com/ > page.md', 'the content as Markdown'],
    ['siteray scrape https://example.com/ --format links | sort -u', 'its links, one per line'],
    ['siteray scrape https://example.com/ -f screenshot -o page.png', 'a picture of the page'],
    ['siteray scrape https://example.com/ --json | jq .metadata.title', 'everything, as JSON'],
    [
      'siteray scrape https://example.com/ --render always --wait-for 2000',
      'a page built by scripts',
    ],
  ],
  options: { ...reading, ...asJson, ...toFile, ...everywhere },
  async run(given, context) {
    const url = onlyWord(given, 'The URL of a page is missing.')
    const page = await connect(context, given).scrape(url, {
      ...given.body,
      signal: context.signal,
    })
    if (page.warning) await say(context, given, `Note: ${page.warning}`)
    const asked = given.body.formats as string[] | undefined
    await put(context, given, given.has('json') ? page : contentOf(page, asked))
    return exitCodes.all
  },
}

/** A format alone stands for itself; several are fields of an object. */
export const contentOf = (
  page: Readonly<Record<string, unknown>>,
  asked: string[] = ['markdown'],
) => {
  const [only, second] = asked
  return only === undefined || second !== undefined ? page : page[only]
}

/** To where it was asked for: text as it is, a list line by line, a picture as its bytes. */
export const put = async (context: Context, given: Given, content: unknown): Promise<void> => {
  const { stdout } = context
  const file = given.text('out')
  const bytes = toBytes(content)
  if (file !== undefined) {
    writeFileSync(file, bytes)
    return
  }
  if (typeof bytes !== 'string' && stdout.isTTY)
    throw new Usage('A picture is nothing for a terminal: add --out FILE.')
  await write(stdout, bytes)
}

const toBytes = (content: unknown): string | Uint8Array => {
  if (content instanceof Uint8Array) return content
  if (typeof content === 'string' && content.startsWith('data:')) return bytesOf(content)
  if (typeof content === 'string') return content.endsWith('\n') ? content : `${content}\n`
  const isLines = Array.isArray(content) && content.every(item => typeof item === 'string')
  if (isLines) return content.map(line => `${line}\n`).join('')
  return `${JSON.stringify(content, null, 2)}\n`
}

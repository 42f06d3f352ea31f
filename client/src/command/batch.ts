import { Siteray } from '../siteray.ts'
import type { PageFormat } from '../types.ts'
import type { AnyJob } from './collect.ts'
import { type Command, type Context, connectionOf, readAll } from './context.ts'
import { idsIn, joinBatches, partsOf } from './joined-batches.ts'
import { isResumed, runJob } from './run-job.ts'
import { asLines, everywhere, readingOfMany, toFolder } from './shared-options.ts'
import { readTextFile } from './text-file.ts'
import { Usage } from './usage.ts'

const defaults: PageFormat[] = ['markdown', 'metadata']

export const batch: Command = {
  usage: '[FILE | URL…]',
  about: 'Reads many pages: URLs from a file (one per line), arguments or standard input.',
  examples: [
    ['siteray batch urls.txt --out pages', 'pages/example.com/docs/intro.md, …, manifest.jsonl'],
    ['siteray map https://example.com/ | siteray batch --out site', 'a whole site'],
    ['siteray batch urls.txt | jq -r .markdown', 'one line of JSON per page as it finishes'],
    ['siteray batch --resume --out pages', 'after Ctrl-C or a crash: only the missing pages'],
  ],
  options: {
    ...toFolder,
    ...readingOfMany,
    'skip-invalid': {
      ...{ as: 'flag', field: 'ignoreInvalidURLs' },
      help: 'Skip invalid URLs instead of refusing all',
    },
    ...{ ...asLines, ...everywhere },
  },
  async run(given, context) {
    const { url: server, key } = connectionOf(context, given)
    const siteray = new Siteray({ url: server, key })
    const urls = isResumed(given) ? [] : await readUrls(given.words, context)
    const asked = { formats: defaults, ...given.body }
    return runJob(context, given, {
      ...{ kind: 'batch', server },
      request: urls.length === 0 ? undefined : { ...asked, urls },
      begin: ({ idempotencyKey: key }) => {
        const parts = partsOf(urls).map((part, at) => {
          const keyed = key === undefined ? {} : { idempotencyKey: at === 0 ? key : `${key}-${at}` }
          return siteray.batch(part, { ...asked, ...keyed, signal: context.signal })
        })
        // Who has a folder tries the rest again, by the same keys.
        return oneOf(parts, key === undefined)
      },
      open: id => openBatches(siteray, id),
    })
  },
}

/** By the id of a batch, or those of several that are one job. */
export const openBatches = (siteray: Siteray, id: string): AnyJob =>
  oneOf(
    idsIn(id).map(one => siteray.openBatch(one)),
    false,
  )

const oneOf = (batches: Parameters<typeof joinBatches>[0], undo: boolean): AnyJob => {
  const [only, second] = batches
  return only && !second ? only : joinBatches(batches, undo)
}

/** Addresses as they were typed, or those of a file. */
export const readUrls = async (words: string[], { stdin }: Context): Promise<string[]> => {
  if (words.length > 0 && words.every(word => /^https?:\/\//i.test(word))) return words
  const [file, second] = words
  if (second !== undefined) throw new Usage('Give one file of URLs, or URLs, not both.')
  if (file === undefined && stdin.isTTY)
    throw new Usage('Which pages? Give a file with one URL per line, or URLs.')
  const text = file === undefined || file === '-' ? await readAll(stdin) : readFile(file)
  const urls = text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  if (urls.length === 0) throw new Usage('There is no URL to read.')
  return urls
}

const readFile = (file: string): string => {
  try {
    return readTextFile(file)
  } catch (error) {
    throw new Usage(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

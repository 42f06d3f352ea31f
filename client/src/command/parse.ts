import fs, { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SiterayError } from '../error.ts'
import type { Siteray } from '../siteray.ts'
import { type Command, type Context, connect, say } from './context.ts'
import { filesIn, isFolder } from './files-in.ts'
import type { Given, Options } from './options.ts'
import { filesOf } from './page-files.ts'
import { createBar, nobody } from './progress.ts'
import { contentOf, put } from './scrape.ts'
import { asJson, everywhere, readingOfFiles } from './shared-options.ts'
import { exitCodeOf, exitCodes, Usage } from './usage.ts'

const toFileOrFolder: Options = {
  out: {
    ...{ as: 'text', short: 'o', value: 'FILE|DIR' },
    help: 'A file or an existing folder; for several files, a folder',
  },
}

export const parse: Command = {
  usage: 'FILE…',
  about: 'Reads files of your own (PDF, office files, e-mail, pictures …) as Markdown.',
  examples: [
    ['siteray parse report.pdf > report.md', 'one file, on standard output'],
    ['siteray parse papers/ --out markdown', 'a folder and its subfolders: markdown/a/b.pdf.md'],
    ['siteray parse scan.png --options \'{"documents": {"languages": ["de"]}}\'', 'a German scan'],
    ['siteray parse *.docx --out text --format text', 'several files, as plain text'],
  ],
  options: { ...toFileOrFolder, ...readingOfFiles, ...asJson, ...everywhere },
  async run(given, context) {
    const { files, leftOut } = filesIn(given.words)
    for (const path of leftOut)
      await say(context, given, `${path}: left out, as it is no file and no link to one`)
    const [only, second] = files
    if (!only) throw new Usage('Name a file, or a folder with files in it.')
    const siteray = connect(context, given)
    const isMany = second !== undefined || [...given.words, given.text('out') ?? ''].some(isFolder)
    if (isMany) return parseAll(context, given, siteray, files)
    const page = await parseOne(context, given, siteray, only.path)
    if (page.warning) await say(context, given, `Note: ${page.warning}`)
    const asked = given.body.formats as string[] | undefined
    await put(context, given, given.has('json') ? page : contentOf(page, asked))
    return exitCodes.all
  },
}

type Found = ReturnType<typeof filesIn>['files'][number]

/** Not imported by its name: Node 18 has none, and would not even load this file. */
const openFile = async (path: string): Promise<Blob> =>
  fs.openAsBlob ? fs.openAsBlob(path) : new Blob([readFileSync(path)])

const parseOne = async ({ signal }: Context, given: Given, siteray: Siteray, path: string) =>
  siteray.parse(await openFile(path), { ...given.body, name: basename(path), signal })

const parseAll = async (
  context: Context,
  given: Given,
  siteray: Siteray,
  files: readonly Found[],
): Promise<number> => {
  const folder = given.text('out')
  if (folder === undefined) throw new Usage('Several files need a folder: add --out DIR.')
  const bar = createBar(given.has('quiet') ? nobody : context.stderr)
  const tally = { read: 0, failed: 0, total: files.length }
  const used = new Set<string>()
  for (const { path, name } of files) {
    bar.show(tally)
    try {
      const page = await parseOne(context, given, siteray, path)
      // Two folders may have a file of one name.
      let stem = name
      for (let at = 2; used.has(stem.toLowerCase()); at++) stem = `${name}-${at}`
      used.add(stem.toLowerCase())
      for (const { ending, content } of filesOf({ ...page }, given.has('json'))) {
        const file = join(folder, stem + ending)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, content)
      }
      tally.read++
    } catch (error) {
      // What is wrong with one file is; what would be wrong with every one ends it.
      if (!(error instanceof SiterayError) || !isOfFile(error)) throw error
      tally.failed++
      bar.clear()
      await say(context, given, `${path}: ${error.message}`)
    }
  }
  bar.clear()
  await say(context, given, `${tally.read} read, ${tally.failed} failed, in ${folder}`)
  return exitCodeOf(tally)
}

const isOfFile = ({ code }: SiterayError): boolean =>
  /^(?:page_|body_too_large$|ocr_unavailable$)/.test(String(code))

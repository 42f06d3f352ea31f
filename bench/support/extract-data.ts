import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type HtmlDocument, parseHtml } from '../../src/page/html/html.ts'
import { type Page, readPage } from '../../src/products/extract/source/page.ts'

/** Loaders and scores shared by the benchmark and the training of the extractor. */
export type SwdeRow = {
  file: string
  vertical: string
  site: string
  truth: Record<string, string[]>
}
export type RecipeRow = { domain: string; truth: Record<string, unknown> }
export type RecordRow = { file: string; records: string[][] }

export const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as T)

export const readHtml = (path: string): string =>
  gunzipSync(readFileSync(path))
    .toString()
    .replace(/^\ufeff/, '')

export const loadPage = (
  path: string,
  url: string,
  change: (document: HtmlDocument) => void = () => undefined,
): Page => {
  const document = parseHtml(readHtml(path))
  change(document)
  return readPage(document, { url })
}

export const swdeRows = (folder: string) => readLines<SwdeRow>(join(folder, 'swde', 'labels.jsonl'))
export const recipeRows = (folder: string) =>
  readLines<RecipeRow>(join(folder, 'recipes', 'truth.jsonl'))
export const recordRows = (folder: string) =>
  readLines<RecordRow>(join(folder, 'records', 'truth.jsonl'))

export const swdePage = (
  folder: string,
  row: SwdeRow,
  change?: (document: HtmlDocument) => void,
): Page => loadPage(join(folder, 'swde', 'html', row.file), `http://${row.site}.example/`, change)

export const recipeHtml = (folder: string, row: RecipeRow) =>
  readHtml(join(folder, 'recipes', 'html', `${row.domain}.html.gz`))

export const recipeUrl = (row: RecipeRow) =>
  String(row.truth.canonical_url ?? `https://${row.domain}/`)

/** As the research did: JSON-LD, microdata and RDFa out, meta tags stay. */
export const stripMarkup = (html: string): string =>
  html
    .replace(/<script[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, '')
    .replace(
      /\s(?:itemscope|itemtype|itemprop|itemid|itemref|typeof|vocab)(?:=(?:"[^"]*"|'[^']*'|[^\s>]+))?/gi,
      '',
    )
    .replace(/(<(?!meta)[a-z][^>]*?)\sproperty=(?:"[^"]*"|'[^']*')/gi, '$1')

export const normal = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The data set keeps whole text nodes, so some of its values still wear their label. */
export const sameValue = (given: string, truth: string): boolean => {
  const a = normal(given)
  const b = normal(truth)
  if (!a || !b) return false
  if (a === b) return true
  const colon = truth.indexOf(':')
  return colon >= 0 && colon < 30 && normal(truth.slice(colon + 1)) === a
}

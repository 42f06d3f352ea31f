import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Model, readModel } from '../../src/page/content/model.ts'
import { selectContent } from '../../src/page/content/select.ts'
import { contentText } from '../../src/page/content/text.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { isScriptNote, judgePage } from '../../src/page/verdict/judge.ts'
import { foldCount, foldOf } from '../train/content.ts'
import { readHtml, type Score, scoreWords, type TruthPage, wordsOf } from './wcxb.ts'

/** Says the main content of a page as plain text. */
export type Reader = (html: string, page: TruthPage) => string | Promise<string>
export type Scored = Score & { page: TruthPage }

/** Models that have not seen the pages of a fold of domains. */
export const foldsFolder = '.cache/content-folds'
export const foldsNeed = {
  [join(foldsFolder, `${foldCount - 1}.json`)]:
    `npm run train -- content --data <data> --dry --keep ${foldsFolder}`,
}

/**
 * Each page is read by a model that has seen no page of its domain. `essentials` as a scrape has
 * it: with headline, price and the authors of posts, which most truths leave out.
 */
export const outOfFold = ({ essentials }: { essentials: boolean }): Reader => {
  const models = foldModels()
  return (html, page) => {
    const document = parseHtml(html)
    const origin = { requestedUrl: page.url, finalUrl: page.url, status: 200, headers: {} }
    const verdict = judgePage(document, origin)
    // A page that a scrape would refuse gives no text, be that right or wrong.
    if (verdict.is !== 'page' && verdict.is !== 'shell') return ''
    const model = models[foldOf(page.url)]
    if (!model) throw new Error('There are more folds than models.')
    const content = selectContent(document, { url: page.url, model, essentials })
    const text = content.hasContent ? contentText(content.tree) : ''
    return verdict.is === 'shell' && isScriptNote(text) ? '' : text
  }
}

const foldModels = (): Model[] =>
  Array.from({ length: foldCount }, (_, fold) => {
    const file = join(foldsFolder, `${fold}.json`)
    if (!existsSync(file)) throw new Error(`There is no ${file}.`)
    return readModel(JSON.parse(readFileSync(file, 'utf8')))
  })

export const scoreReader = async (
  folder: string,
  pages: readonly TruthPage[],
  read: Reader,
): Promise<Scored[]> => {
  const scored: Scored[] = []
  for (const page of pages) {
    const words = wordsOf(await read(readHtml(folder, page.id), page))
    scored.push({ ...scoreWords(words, wordsOf(page.main_content)), page })
  }
  return scored
}

export const meanF1 = (scored: readonly Scored[]): number =>
  scored.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, scored.length)

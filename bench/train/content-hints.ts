import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type PagePart, saidParts } from '../../src/page/content/parts.ts'
import { type PageView, viewPage } from '../../src/page/content/view.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { comparable, readKinds, readPages } from '../kinds.ts'
import { bucketOf, domainOf, wordsOf } from '../support/wcxb.ts'
import { bucketCount } from './content-pages.ts'

/**
 * A page of which it is known of some blocks only whether they are content: the data sets of whole
 * texts have few lists of short lines, and readers of recipes and of pages of many kinds said what
 * must be there and what must not. Blocks of which nobody said anything weigh nothing.
 */
export type HintPage = {
  source: 'kinds' | 'recipes'
  site: string
  view: PageView
  labels: Float32Array
  weights: Float32Array
  bucket: number
}

export const prepareHints = (folder: string): HintPage[] => [
  ...kindPages(),
  ...recipePages(join(folder, 'recipes')),
]

const mustWeight = 6
const mustNotWeight = 8
const itemWeight = 1
const menuWeight = 0.3

const kindPages = (): HintPage[] =>
  readKinds(readPages).map(({ html, url, must, mustNot }) => {
    const page = emptyPage('kinds', html, url)
    const texts = page.view.blocks.map(({ text }) => comparable(text))
    const said = saidParts(page.view)
    for (const part of mustNot)
      for (const at of blocksOf(texts, part)) mark(page, at, 0, mustNotWeight)
    for (const part of must) {
      const found = blocksOf(texts, part)
      const outside = found.filter(at => !isMenu(said[at]))
      const own = outside.length > 0 ? outside : found
      for (const at of own) {
        // A text that must be there once and must not be there a second time says nothing.
        if (page.labels[at] === 0 && (page.weights[at] ?? 0) > 0) page.weights[at] = 0
        else mark(page, at, 1, mustWeight / own.length)
      }
    }
    return page
  })

/** The blocks that hold a text, or those of which it is made. */
const blocksOf = (texts: readonly string[], part: string): number[] => {
  const wanted = comparable(part)
  const holding = texts.flatMap((text, at) => (text.includes(wanted) ? [at] : []))
  if (holding.length > 0) return holding
  return texts.flatMap((text, at) =>
    text.length >= minPartChars && ` ${wanted} `.includes(` ${text} `) ? [at] : [],
  )
}

const minPartChars = 4

const mark = (page: HintPage, at: number, label: number, weight: number) => {
  page.labels[at] = label
  page.weights[at] = Math.max(page.weights[at] ?? 0, weight)
}

/** Two thirds of the sites; the others are measured by `survival`. */
const recipePages = (folder: string): HintPage[] =>
  readRecipes(folder)
    .filter(({ domain }) => !isRecipeAside(domain))
    .map(({ domain, html, items }) => {
      const page = emptyPage('recipes', html, `https://${domain}/recipe`)
      const said = saidParts(page.view)
      const wanted = new Set(items.map(keyOf))
      for (const { index, text } of page.view.blocks) {
        if (wanted.has(keyOf(text))) mark(page, index, 1, itemWeight)
        else if (isMenu(said[index])) mark(page, index, 0, menuWeight)
      }
      return page
    })

const keyOf = (text: string): string => wordsOf(text).join(' ')

export const isRecipeAside = (domain: string): boolean =>
  bucketOf(domainOf(`https://${domain}/`), 3) === 0

export const readRecipes = (folder: string) =>
  readFileSync(join(folder, 'truth.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RecipeTruth)
    .flatMap(({ domain, truth }) => {
      const file = join(folder, 'html', `${domain}.html.gz`)
      if (!existsSync(file)) return []
      const html = gunzipSync(readFileSync(file)).toString('utf8')
      return [
        { domain, html, items: [...(truth.ingredients ?? []), ...(truth.instructions_list ?? [])] },
      ]
    })

type RecipeTruth = {
  domain: string
  truth: { ingredients?: string[]; instructions_list?: string[] }
}

const isMenu = (part: PagePart | undefined): boolean =>
  part === 'navigation' || part === 'boilerplate' || part === 'legal'

const emptyPage = (source: HintPage['source'], html: string, url: string): HintPage => {
  const view = viewPage(parseHtml(html), url)
  const site = domainOf(url)
  return {
    source,
    site,
    view,
    labels: new Float32Array(view.blocks.length),
    weights: new Float32Array(view.blocks.length),
    bucket: bucketOf(site, bucketCount),
  }
}

import { loadModel } from '../src/page/content/load.ts'
import { selectContent } from '../src/page/content/select.ts'
import { contentText } from '../src/page/content/text.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { atLeast, defineBench, figure, showNumber } from './harness/bench.ts'
import { type ArticlePage, isSetAside, readArticles, siteOfArticle } from './support/articles.ts'
import { foldModels, foldsNeed } from './support/content-readers.ts'
import { domainOf, readHtml, readTruth, type Score, scoreWords, wordsOf } from './support/wcxb.ts'
import { bucketFold } from './train/content.ts'

export const bench = defineBench({
  name: 'articles',
  part: 'Scrape',
  title:
    'Main content of 226 real articles, the fixtures of other extractors with the texts that they expect of themselves: mean word F1',
  minutes: 2,
  needs: { data: ['articles/truth.jsonl.gz', 'wcxb/truth.jsonl.gz'], made: foldsNeed },
  rows: {
    aside: {
      what: 'sites set aside: never learned from, their errors never read; by the weights that ship',
      limit: atLeast(0.9),
    },
    asideSources: { what: 'the same, by source' },
    asideScraped: {
      what: 'the same, as a scrape gives it',
      note: 'With the headline, which most of these texts leave out.',
    },
    others: { what: 'the other sites, each by a model that has seen no page of it' },
    otherSources: { what: 'the other sites, by source' },
    comments: {
      what: 'all pages with `comments: include`, beside',
      note: 'What leaving comments out is worth.',
    },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const folder = data('articles')
    const learned = new Set(readTruth(data('wcxb')).map(({ url }) => domainOf(url)))
    const models = foldModels()
    const pages: Read[] = readArticles(folder)
      .filter((_, at) => at % sample === 0)
      .map(page => {
        const html = readHtml(folder, page.id)
        const site = siteOfArticle(page.url, html)
        const isAside = isSetAside(site, learned)
        const model = isAside ? loadModel() : models[bucketFold(site)]
        const read = (options: { essentials: boolean; comments?: 'include' }): Score => {
          const { tree } = selectContent(parseHtml(html), {
            ...{ url: page.url, ...options },
            ...(model && { model }),
          })
          return scoreWords(wordsOf(contentText(tree)), wordsOf(page.main_content))
        }
        const bare = read({ essentials: false })
        if (verbose && !isAside) say(`${page.id} ${bare.f1.toFixed(3)} ${site}`)
        return {
          ...{ page, isAside, bare },
          scraped: read({ essentials: true }),
          withComments: read({ essentials: false, comments: 'include' }),
        }
      })
    const aside = pages.filter(({ isAside }) => isAside)
    const others = pages.filter(({ isAside }) => !isAside)
    return {
      aside: shown(aside, 'bare'),
      asideSources: figure(mean(aside, 'bare', 'f1'), bySource(aside)),
      asideScraped: shown(aside, 'scraped'),
      others: shown(others, 'bare'),
      otherSources: figure(mean(others, 'bare', 'f1'), bySource(others)),
      comments: shown(pages, 'withComments'),
    }
  },
})

type How = 'bare' | 'scraped' | 'withComments'
type Read = { page: ArticlePage; isAside: boolean } & Record<How, Score>

const mean = (pages: readonly Read[], how: How, of: keyof Score): number =>
  pages.reduce((sum, page) => sum + page[how][of], 0) / Math.max(1, pages.length)

const shown = (pages: readonly Read[], how: How) =>
  figure(
    mean(pages, how, 'f1'),
    `${showNumber(mean(pages, how, 'f1'))} (precision ${showNumber(mean(pages, how, 'precision'))}, recall ${showNumber(mean(pages, how, 'recall'))}, ${pages.length} pages)`,
  )

const bySource = (pages: readonly Read[]): string =>
  [...new Set(pages.map(({ page }) => page.source))]
    .map(source => {
      const own = pages.filter(({ page }) => page.source === source)
      return `${source} ${showNumber(mean(own, 'bare', 'f1'))} (precision ${showNumber(mean(own, 'bare', 'precision'))}, recall ${showNumber(mean(own, 'bare', 'recall'))}, ${own.length})`
    })
    .join('; ')

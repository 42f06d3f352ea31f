import { selectContent } from '../src/page/content/select.ts'
import { contentText } from '../src/page/content/text.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { atLeast, defineBench, figure, showNumber } from './harness/bench.ts'
import { type ArticlePage, isSetAside, readArticles, siteOfArticle } from './support/articles.ts'
import { domainOf, readHtml, readTruth, type Score, scoreWords, wordsOf } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'articles',
  part: 'Scrape',
  title:
    'Main content of real articles, the fixtures of other extractors with the texts that they expect of themselves, by the weights that ship: mean word F1',
  minutes: 2,
  needs: { data: ['articles/truth.jsonl.gz', 'wcxb/truth.jsonl.gz'] },
  rows: {
    aside: {
      what: 'sites set aside: never learned from, their errors never read',
      limit: atLeast(0.9),
      note: 'The card of the content model has the other sites by source, each read by a model that has seen no page of it.',
    },
    asideSources: { what: 'the same, by source' },
    asideScraped: {
      what: 'the same, as a scrape gives it',
      note: 'With the headline, which most of these texts leave out.',
    },
    comments: {
      what: 'the same with `comments: include`',
      note: 'What leaving comments out is worth.',
    },
  },
  measure: async ({ data, sample }) => {
    const folder = data('articles')
    const learned = new Set(readTruth(data('wcxb')).map(({ url }) => domainOf(url)))
    const pages: Read[] = readArticles(folder)
      .map(page => ({ page, html: readHtml(folder, page.id) }))
      .filter(({ page, html }) => isSetAside(siteOfArticle(page.url, html), learned))
      .filter((_, at) => at % sample === 0)
      .map(({ page, html }) => {
        const read = (options: { essentials: boolean; comments?: 'include' }): Score => {
          const { tree } = selectContent(parseHtml(html), { url: page.url, ...options })
          return scoreWords(wordsOf(contentText(tree)), wordsOf(page.main_content))
        }
        return {
          page,
          bare: read({ essentials: false }),
          scraped: read({ essentials: true }),
          withComments: read({ essentials: false, comments: 'include' }),
        }
      })
    return {
      aside: shown(pages, 'bare'),
      asideSources: figure(mean(pages, 'bare', 'f1'), bySource(pages)),
      asideScraped: shown(pages, 'scraped'),
      comments: shown(pages, 'withComments'),
    }
  },
})

type How = 'bare' | 'scraped' | 'withComments'
type Read = { page: ArticlePage } & Record<How, Score>

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

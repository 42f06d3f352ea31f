import { pageTypes } from '../src/page/content/page.ts'
import { atLeast, defineBench, figure, showNumber } from './harness/bench.ts'
import {
  foldsNeed,
  meanF1,
  outOfFold,
  type Scored,
  scoreReader,
} from './support/content-readers.ts'
import { readTruth } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'content',
  part: 'Scrape',
  title:
    'Main content of 1,393 real pages of seven types (WCXB): mean word F1, each page read by a model that has seen no page of its domain',
  minutes: 4,
  needs: { data: ['wcxb/truth.jsonl.gz'], made: foldsNeed },
  rows: {
    scraped: {
      what: 'as a scrape gives it',
      limit: atLeast(0.89),
      note: 'With headlines, prices and the authors of posts, which most truths leave out. A page that a scrape refuses counts as no text, which is right for most of the 16 pages whose truth is empty.',
    },
    scrapedTypes: { what: 'as a scrape gives it, by type' },
    f1: {
      what: 'without headlines and prices, as most truths are',
      limit: atLeast(0.89),
      note: 'Comparable with other readers; no route asks for it. The options of the training were chosen on these same folds; the standard error of a difference between two models is about 0.0015.',
    },
    types: { what: 'the same, by type' },
    collection: {
      what: 'the same, collections alone',
      limit: atLeast(0.72),
      note: 'What is left is mostly the truths’ own way: of two shelves of the same kind of shop one has its introduction alone, the other its goods alone.',
    },
    notEmpty: { what: 'the same, without the pages whose truth is empty' },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const pages = readTruth(data('wcxb')).filter((_, at) => at % sample === 0)
    const scraped = await scoreReader(data('wcxb'), pages, outOfFold({ essentials: true }))
    const bare = await scoreReader(data('wcxb'), pages, outOfFold({ essentials: false }))
    if (verbose) for (const { page, f1 } of bare) say(`${page.id} ${f1.toFixed(3)} ${page.url}`)
    const ofType = (type: string) => bare.filter(({ page }) => page.type === type)
    return {
      scraped: figure(meanF1(scraped)),
      scrapedTypes: figure(meanF1(scraped), byType(scraped)),
      f1: figure(meanF1(bare)),
      types: figure(meanF1(bare), byType(bare)),
      collection: figure(meanF1(ofType('collection'))),
      notEmpty: figure(meanF1(bare.filter(({ page }) => page.main_content.trim() !== ''))),
    }
  },
})

const byType = (scored: readonly Scored[]): string =>
  pageTypes
    .map(type => `${type} ${showNumber(meanF1(scored.filter(({ page }) => page.type === type)))}`)
    .join(', ')

import { atMost, defineBench, share } from './harness/bench.ts'
import { scrapeHtml } from './support/scrape.ts'
import { readHtml, readTruth, type TruthPage, wordsOf } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'verdict',
  part: 'Scrape',
  title: 'False alarms: walls and empty pages told of real pages with content (WCXB)',
  minutes: 1.5,
  needs: { data: ['wcxb/truth.jsonl.gz'] },
  rows: {
    walls: { what: 'taken for a wall', unit: '%', limit: atMost(0) },
    empty: {
      what: 'taken for empty',
      unit: '%',
      limit: atMost(0),
      note: 'Of the pages whose truth stands in their source. Of a few it does not: forums whose posts came by scripts, which the data set leaves out.',
    },
    shells: {
      what: 'rendered because they look like a shell',
      unit: '%',
      note: 'No error: such a page costs a browser, and is read as it is where there is none.',
    },
    told: {
      what: 'pages without content in their source, and told to be so',
      unit: '%',
      note: 'Their truth is empty, or not in the source. Five of those that are not told do have content, which was not labelled: two fronts, three lists of goods. The limits of the rule were chosen on these same pages.',
    },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const pages = readTruth(data('wcxb')).filter((_, at) => at % sample === 0)
    const isReal = ({ id, main_content }: TruthPage) =>
      standsIn(readHtml(data('wcxb'), id), main_content)
    const { real = [], hollow = [] } = Object.groupBy(pages, page =>
      isReal(page) ? 'real' : 'hollow',
    )
    const outcomeOf = ({ id, url }: TruthPage, isLast: boolean) => {
      const html = readHtml(data('wcxb'), id)
      const result = scrapeHtml(html, url, { formats: ['markdown'], isLast })
      if (verbose && result.is !== 'answer') say(`${url} ${JSON.stringify(result)}`)
      return result.is
    }
    const first = real.map(page => outcomeOf(page, false))
    // What looks like a shell is read again, as the last way: then it is an error or an answer.
    const last = real.map((page, at) => (first[at] === 'shell' ? outcomeOf(page, true) : first[at]))
    const count = (outcomes: readonly (string | undefined)[], ...kinds: string[]) =>
      outcomes.filter(is => is !== undefined && kinds.includes(is)).length
    const told = hollow.map(page => outcomeOf(page, true))
    return {
      walls: share(count(last, 'wall'), real.length),
      empty: share(count(last, 'nothing'), real.length),
      shells: share(count(first, 'shell'), real.length),
      told: share(count(told, 'wall', 'nothing', 'shell'), hollow.length),
    }
  },
})

/** Half of its words are there: of all pages with a truth it is at most a quarter, or nearly all. */
const standsIn = (html: string, text: string): boolean => {
  const source = new Set(wordsOf(html))
  const words = [...new Set(wordsOf(text))]
  return words.filter(word => source.has(word)).length * 2 > words.length
}

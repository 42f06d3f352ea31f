import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { atLeast, atMost, defineBench, figure } from './harness/bench.ts'
import { comparable } from './support/comparable.ts'
import { checkMarked, markedAside, readMarked } from './support/marked-pages.ts'
import { scrapeHtml } from './support/scrape.ts'

/** What a reader who did not know the code says of a page: words that must be there, and must not. */
export type KindPage = {
  id: string
  html: string
  kind: string
  url: string
  must: string[]
  mustNot: string[]
  inOrder?: string[]
}

export const bench = defineBench({
  name: 'kinds',
  part: 'Scrape',
  title:
    'Pages of many kinds, made with the programs that make them (documentation generators, forums, shops, wikis …), each with what must be in its Markdown and what must not',
  minutes: 1,
  needs: { data: [] },
  rows: {
    faultless: {
      what: 'pages without a fault, of those that nobody has read',
      unit: '%',
      limit: atLeast(90),
      note: 'Seventy-four pages by four readers who did not know the code, each with a program of its own. Nobody has looked at a fault of them; by their sums, a dozen trainings were compared. Two readers who marked every block of them have no fault on 66 to 72.',
    },
    must: { what: 'of what must be there, there', unit: '%' },
    mustNot: { what: 'of what must not be there, there', unit: '%' },
    markedLost: {
      what: 'pages of which every part was marked, and that no model learns from: blocks of content that are lost',
      unit: '%',
      limit: atMost(4),
      note: 'Of shops, forums, directories, sites of companies and documentation in a dozen languages, as their programs write them; which steps were deleted in November 2026 was chosen on the sums of these pages, too.',
    },
    markedLeft: { what: 'the same: blocks of everything else that are kept', unit: '%' },
    markedF1: { what: 'the same: mean word F1 of a page' },
    markedUnwritten: {
      what: 'blocks of content that are chosen, and whose words the Markdown does not have as they stand there',
      unit: '%',
      limit: atMost(2),
      note: 'Labels for screen readers, buttons and signatures within a line go on purpose.',
    },
    read: {
      what: 'pages without a fault, of those that the content model learns from',
      unit: '%',
    },
  },
  measure: async ({ sample, verbose, say }) => {
    const check = (file: string) =>
      readKinds(file)
        .filter((_, at) => at % sample === 0)
        .map(checkKind)
    const unread = check(unreadPages)
    const read = check(readPages)
    if (verbose) for (const { id, faults } of read) if (faults.length > 0) say(`${id}: ${faults}`)
    const sum = (of: (result: Checked) => number) =>
      unread.reduce((total, result) => total + of(result), 0)
    const marked = readMarked(markedAside)
      .filter((_, at) => at % sample === 0)
      .map(checkMarked)
    const blocks = (of: 'keep' | 'kept' | 'drop' | 'left' | 'unwritten') =>
      marked.reduce((total, page) => total + page[of], 0)
    return {
      markedLost: figure(share(blocks('keep') - blocks('kept'), blocks('keep'))),
      markedLeft: figure(share(blocks('left'), blocks('drop'))),
      markedUnwritten: figure(share(blocks('unwritten'), blocks('kept'))),
      markedF1: figure(
        marked.reduce((total, { f1 }) => total + f1, 0) / Math.max(1, marked.length),
      ),
      faultless: faultlessOf(unread),
      must: figure(
        share(
          sum(({ found }) => found),
          sum(({ must }) => must),
        ),
      ),
      mustNot: figure(
        share(
          sum(({ left }) => left),
          sum(({ mustNot }) => mustNot),
        ),
      ),
      read: faultlessOf(read),
    }
  },
})

const share = (count: number, of: number) => (100 * count) / Math.max(1, of)

const faultlessOf = (results: readonly Checked[]) => {
  const count = results.filter(({ faults }) => faults.length === 0).length
  return figure(share(count, results.length), `${count} of ${results.length}`)
}

/** Pages after which rules were written, and pages that nobody has read. */
export const readPages = 'bench/kinds/pages.jsonl.gz'
export const unreadPages = 'bench/kinds/unread.jsonl.gz'

export const readKinds = (file: string): KindPage[] =>
  gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as KindPage)

type Checked = {
  id: string
  faults: string[]
  must: number
  found: number
  mustNot: number
  left: number
}

export const checkKind = (page: KindPage): Checked => {
  const outcome = scrapeHtml(page.html, page.url, { formats: ['markdown'] })
  const markdown = outcome.is === 'answer' ? (outcome.answer.markdown ?? '') : ''
  const text = comparable(markdown)
  const lost = page.must.filter(part => !text.includes(comparable(part)))
  const left = page.mustNot.filter(part => text.includes(comparable(part)))
  let place = 0
  const isOrdered = (page.inOrder ?? []).every(part => {
    place = text.indexOf(comparable(part), place)
    return place >= 0
  })
  return {
    id: page.id,
    faults: [
      ...(outcome.is === 'answer' ? [] : [`no answer: ${outcome.is}`]),
      ...lost.map(part => `lost: ${part.slice(0, 80)}`),
      ...left.map(part => `kept: ${part.slice(0, 80)}`),
      ...(isOrdered ? [] : ['out of order']),
    ],
    ...{ must: page.must.length, found: page.must.length - lost.length },
    ...{ mustNot: page.mustNot.length, left: left.length },
  }
}

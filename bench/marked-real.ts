import { atLeast, defineBench, figure, showNumber } from './harness/bench.ts'
import { type CheckedMarks, checkView } from './support/marked-pages.ts'
import { isRealAside, readRealMarks, viewReal } from './support/marked-real.ts'

export const bench = defineBench({
  name: 'marked-real',
  part: 'Scrape',
  title:
    'Real pages of which readers who did not know the code marked every block, of sites that no model of content learns from: what a scrape keeps',
  minutes: 1,
  needs: { data: ['recipes/truth.jsonl', 'records/truth.jsonl', 'swde/labels.jsonl'] },
  rows: {
    recipes: {
      what: 'recipe pages of today (recipe-scrapers): mean word F1',
      limit: atLeast(0.97),
    },
    records: {
      what: 'lists, boards and result pages of today (NEXT-EVAL)',
      note: 'Their texts were replaced by others when the set was made: words say little there.',
    },
    swde: { what: 'pages about one thing, of 2011 (SWDE)' },
  },
  measure: async ({ data, sample }) => {
    const folder = (set: 'recipes' | 'records' | 'swde') => data(set).replace(/[^/]+\/?$/, '')
    const check = (set: 'recipes' | 'records' | 'swde') =>
      shown(
        readRealMarks()
          .filter((page, at) => page.set === set && isRealAside(page) && at % sample === 0)
          .flatMap(page => viewReal(folder(set), page) ?? [])
          .map(checkView),
      )
    return { recipes: check('recipes'), records: check('records'), swde: check('swde') }
  },
})

const shown = (pages: readonly CheckedMarks[]) => {
  const sum = (of: keyof CheckedMarks) => pages.reduce((total, page) => total + page[of], 0)
  const f1 = sum('f1') / Math.max(1, pages.length)
  const lost = (100 * (sum('keep') - sum('kept'))) / Math.max(1, sum('keep'))
  const left = (100 * sum('left')) / Math.max(1, sum('drop'))
  return figure(
    f1,
    `${showNumber(f1)} (${showNumber(lost)} % of the content lost, ${showNumber(left)} % of the rest kept, ${pages.length} pages)`,
  )
}

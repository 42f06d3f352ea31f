import assert from 'node:assert/strict'
import { it } from 'node:test'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { headlineOf, isBetter, isSettled, tabOf } from '../../../src/page/metadata/headline.ts'

const tab = tabOf('Barges return to the canal - The Daily Lock')
/** A heading with its rank. */
const read = (html: string) => {
  const element = [...descendants(parseHtml(html).root)].find(({ name }) => /^h\d$/.test(name))
  assert.ok(element)
  const headline = headlineOf(element, tab)
  return { element, headline }
}
const headings = {
  title: '<h1>Barges return to the canal</h1>',
  lower: '<h2>Barges return to the canal</h2>',
  part: '<h1>Canal</h1>',
  other: '<h1>Barges are back</h1>',
  site: '<h1>The Daily Lock</h1>',
  home: '<h1><a href="/">Front page</a></h1>',
}

it('a heading is better where the tab says more of it, a lower one only beside the name of the site', () => {
  const ranks = Object.values(headings).map(html => read(html).headline?.rank ?? -1)
  const [title = 0, lower = 0, part = 0, other = 0, site = 0, home = 0] = ranks
  assert.ok(title > part && part > other && other > site, ranks.join(' '))
  assert.equal(lower, title)
  assert.equal(home, site)
  const better = (one: keyof typeof headings, known?: keyof typeof headings) => {
    const { element, headline } = read(headings[one])
    assert.ok(headline)
    return isBetter(element, headline, known && read(headings[known]).headline)
  }
  assert.deepEqual([better('title'), better('other'), better('lower')], [true, true, true])
  assert.deepEqual([better('title', 'part'), better('part', 'title')], [true, false])
  assert.deepEqual([better('title', 'title'), better('other', 'site')], [false, true])
  assert.deepEqual([better('lower', 'site'), better('lower', 'other')], [true, false])
  assert.deepEqual([isSettled(read(headings.title).headline), isSettled(undefined)], [true, false])
  assert.ok(!isSettled(read(headings.part).headline))
})

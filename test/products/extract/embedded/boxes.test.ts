import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/* Facts as pages of today set them: in boxes, in one line, without labels. */
const text = { type: 'string' }

const extract = (body: string, names: string[], title = 'Otter 25') => {
  const html = `<html lang="en"><head><title>${title}</title></head><body><div id="menu"><a href="/">Home</a> <a href="/all">All</a></div>${body}<div id="foot"><a href="/about">About</a> <a href="/terms">Terms</a> Copyright 2010</div></body></html>`
  const page = openPage(parsePage(html), { url: 'https://page.example/', onlyMainContent: false })
  const properties = Object.fromEntries(names.map(name => [name, text]))
  return answerWithoutModel(page, { schema: { type: 'object', properties }, prompt: undefined })
    .data
}

describe('a table', () => {
  it('has short words over numbers for heads', () => {
    const body =
      '<h1>Tomas Verbeek</h1><table><tr><td>HT</td><td>WT</td><td>AGE</td></tr><tr><td>6-5</td><td>212</td><td>32</td></tr></table>'
    assert.deepEqual(extract(body, ['height', 'weight'], 'Tomas Verbeek'), {
      height: '6-5',
      weight: '212',
    })
  })

  it('has names and values in turn', () => {
    const body =
      '<h1>Brightwater (BWTR)</h1><table><tr><td>Previous Close</td><td>46.78</td><td>Market Cap</td><td>2.1B</td></tr><tr><td>Volume</td><td>1,204,551</td><td>PE Ratio (TTM)</td><td>18.4</td></tr></table>'
    const names = ['previous_close', 'market_cap', 'volume', 'pe_ratio']
    assert.deepEqual(extract(body, names, 'Brightwater (BWTR)'), {
      previous_close: '46.78',
      market_cap: '2.1B',
      volume: '1,204,551',
      pe_ratio: '18.4',
    })
  })
})

describe('a company', () => {
  it('is not what a thing’s page is headed by', () => {
    assert.deepEqual(extract('<h1>Camp stove</h1>', ['company'], 'Camp stove'), {})
  })
})

describe('no value', () => {
  it('the year in the footer, the next head of a table', () => {
    assert.deepEqual(extract('<h1>48 Maple Lane</h1>', ['year_built'], '48 Maple Lane'), {})
    const heads =
      '<table><tr><td><b>Genre</b></td><td><b>Cast</b></td><td><b>Country</b></td></tr><tr><td></td><td>Ann Lee</td><td>Norway</td></tr></table>'
    assert.deepEqual(extract(heads, ['genre'], 'The Silent Harbour'), {})
  })
})

describe('words and numbers of another sort', () => {
  it('a word between two others is no value, but a state may be called so', () => {
    const forum = '<h1>Which lamp?</h1><p class="category">in <a href="/c/1">Lamps</a></p>'
    assert.notDeepEqual(extract(forum, ['category'], 'Which lamp?'), { category: 'in' })
    const firm = '<h1>Dover Lamps</h1><p>City: Dover</p><p>State: IN</p>'
    assert.deepEqual(extract(firm, ['state'], 'Dover Lamps'), { state: 'IN' })
  })

  it('a number of posts is no day, a headline no number of comments', () => {
    const table =
      '<h1>Which lamp?</h1><table><tr><th>Posted</th><th>Views</th><th>Likes</th></tr><tr><td>8,197</td><td>12</td><td>3</td></tr></table>'
    assert.deepEqual(extract(table, ['posted_on'], 'Which lamp?'), {})
    const comments =
      '<h1>Lamps of today</h1><h2>Comments</h2><h3>Best lamps of 2025, and why I tried eleven of them</h3>'
    assert.deepEqual(extract(comments, ['comments_count'], 'Lamps of today'), {})
  })
})

describe('the title of a page', () => {
  const lines = '<h2>Founder of Explore with Ada</h2><p>Ada has tried them all.</p>'

  it('is the headline where there is one, whatever the tab says', () => {
    const body = `<h1>Eleven lanterns that last</h1>${lines}`
    assert.deepEqual(extract(body, ['title'], 'The 11 best lanterns - Explore with Ada'), {
      title: 'Eleven lanterns that last',
    })
  })
})

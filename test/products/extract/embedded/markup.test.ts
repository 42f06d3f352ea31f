import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const extract = (html: string, properties: Record<string, unknown>) =>
  answerWithoutModel(
    openPage(parsePage(html), { url: 'https://page.example/soup', onlyMainContent: false }),
    { schema: { type: 'object', properties }, prompt: undefined },
  ).data

const recipe = (rating: object) =>
  `<html lang="en"><title>Soup</title><meta property="og:site_name" content="Spoon &amp; Pot">
<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Soup',
    aggregateRating: { '@type': 'AggregateRating', ...rating },
  })}</script><body><main><h1>Soup</h1><p>Boil it.</p></main></body></html>`

it('how many rated it is a number of ratings, however the page counts them', () => {
  const asked = {
    ratings: { type: 'number', description: 'Average rating' },
    ratings_count: { type: 'integer', description: 'Number of ratings' },
  }
  for (const name of ['ratingCount', 'reviewCount'])
    assert.deepEqual(extract(recipe({ ratingValue: '5', [name]: 17 }), asked), {
      ratings: 5,
      ratings_count: 17,
    })
  assert.deepEqual(extract(recipe({ ratingValue: '5' }), asked), { ratings: 5 })
})

it('a site’s name is what the page states, though nobody sees it', () => {
  const text = { type: 'string', description: 'Name of the site' }
  assert.deepEqual(extract(recipe({}), { site_name: text }), { site_name: 'Spoon & Pot' })
})

it('the title of nothing but the page is its heading, and a page title that of its tab', () => {
  const html =
    '<html lang="en"><title>Acme</title><body><main><h1>Pricing plans</h1><p>Two of them.</p></main></body></html>'
  const text = { type: 'string' }
  assert.deepEqual(extract(html, { title: text }), { title: 'Pricing plans' })
  assert.deepEqual(extract(html, { page_title: text }), { page_title: 'Acme' })
  const ofBook = { type: 'string', description: 'Title of the book' }
  assert.deepEqual(extract(html, { title: ofBook }), {})
})

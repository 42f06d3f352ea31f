import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/* Lists that are forms, links, headings or cards, and the records that stand on them. */
const text = { type: 'string' }
const number = { type: 'number' }
const texts = { type: 'array', items: text }
const records = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties },
})

const ask = (properties: Record<string, object>, body: string) => {
  const html = `<html lang="en"><head><title>Lamps | Lumen House</title></head><body>${body}</body></html>`
  const page = openPage(parsePage(html), {
    url: 'https://www.lumenhouse.example/lamps',
    onlyMainContent: false,
  })
  return answerWithoutModel(page, { schema: { type: 'object', properties }, prompt: undefined })
    .data as Record<string, unknown>
}

const main = (body: string) => `<main><h1>Lamps</h1>${body}</main>`

describe('accounts elsewhere', () => {
  const body = `${main('<p>Light.</p>')}<footer><a href="https://www.facebook.com/lumen"><i></i></a>
    <a href="https://x.com/lumen">X</a><a href="https://www.youtube.com/@lumen">Films</a>
    <a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a></footer>`

  it('are networks, or their addresses', () => {
    assert.deepEqual(ask({ social_networks: texts }, body), {
      social_networks: ['Facebook', 'X', 'YouTube'],
    })
    assert.deepEqual(ask({ social_links: texts }, body), {
      social_links: [
        'https://www.facebook.com/lumen',
        'https://x.com/lumen',
        'https://www.youtube.com/@lumen',
      ],
    })
  })

  it('are found by the name of their network', () => {
    const address = { type: 'string', format: 'uri' }
    assert.deepEqual(ask({ facebook_url: address, twitter: address, linkedin: address }, body), {
      facebook_url: 'https://www.facebook.com/lumen',
      twitter: 'https://x.com/lumen',
    })
  })
})

describe('a list that is told', () => {
  const told = (titles: string[]) =>
    titles
      .map(
        title =>
          `<h2>${title}</h2><p>It is worth a paragraph, and so it has one that goes on for a good while and ends here.</p><p>Then there is a second one, which adds what the first one left out, also at length.</p>`,
      )
      .join('')

  it('has the headings for its entries, those with numbers where there are such', () => {
    const body = `<main><h1>Lamp trends of the year</h1><p>We looked at all of them for a long time, and this is what we found out in the end.</p>${told(['1. Brass', '2. Paper', 'Read our letter', '3. Glass'])}</main>`
    assert.deepEqual(ask({ trends: texts }, body), { trends: ['Brass', 'Paper', 'Glass'] })
  })

  it('is all links behind a label, or the tags of a post', () => {
    const line =
      '<p><b>Genres:</b> <a href="/a">Action</a>, <a href="/i">Indie</a>, <a href="/c">Casual</a></p>'
    assert.deepEqual(ask({ genres: texts }, main(line)), { genres: ['Action', 'Indie', 'Casual'] })
    const tags =
      '<ul>' +
      ['wicks', 'brass', 'oil']
        .map(
          tag =>
            `<li class="js-post-tag-list-item"><a class="s-tag post-tag" href="/t/${tag}">${tag}</a></li>`,
        )
        .join('') +
      '</ul>'
    assert.deepEqual(ask({ tags: texts }, main(tags)), { tags: ['wicks', 'brass', 'oil'] })
  })

  it('is neither the name of the site nor how many there are', () => {
    const body = main('<h2>Course</h2><p>Lessons: 96</p><p>It begins in May.</p>')
    assert.deepEqual(ask({ lessons: texts, office_locations: texts, most_read: texts }, body), {})
  })
})

describe('the shelf of a page', () => {
  const crumbs = (steps: string[]) =>
    `<nav class="breadcrumb">${steps.map(step => `<a href="/${step.length}">${step}</a>`).join(' &gt; ')}</nav>`

  it('is the forum that a thread stands in', () => {
    const body = `${crumbs(['Home', 'Lamps', 'Wicks and oil', 'Wick too long?'])}<main><h1>Wick too long?</h1><p>It smokes.</p></main>`
    for (const name of ['forum', 'subforum', 'board', 'category'])
      assert.deepEqual(ask({ [name]: text }, body), { [name]: 'Wicks and oil' }, name)
  })

  it('is the page itself where it lists what it has', () => {
    const cards = ['Brass', 'Paper', 'Glass']
      .map(name => `<li><a href="/${name}"><h3>${name} lamp</h3></a><p>$12.00</p></li>`)
      .join('')
    const body = `${crumbs(['Home', 'Lamps'])}<main><h1>Desk lamps</h1><ul>${cards}</ul></main>`
    const found = ask({ category: text, products: records({ name: text, price: number }) }, body)
    assert.equal(found.category, 'Desk lamps')
  })
})

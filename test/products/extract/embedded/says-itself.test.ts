import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/* Values whose label says less or more than the field's name, or that name themselves. */
const text = { type: 'string' }

const extract = (body: string, names: string[], title = 'Otter 25') => {
  const html = `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`
  const page = openPage(parsePage(html), { url: 'https://page.example/', onlyMainContent: false })
  const properties = Object.fromEntries(names.map(name => [name, text]))
  return answerWithoutModel(page, { schema: { type: 'object', properties }, prompt: undefined })
    .data
}

describe('a rating in letters', () => {
  const scores =
    '<div class="rating"><b>7.8</b>/10</div><p>54 ratings</p><h3>Your rating</h3><div class="rating">Choose your rating</div>'

  it('is told from what people think of it', () => {
    for (const [name, label, value] of [
      ['mpaa_rating', 'MPAA rating', 'R'],
      ['age_rating', 'Age rating', 'PG-13'],
      ['contentRating', 'Content rating', 'Not rated'],
      ['energy_rating', 'Energy rating', 'A++'],
    ] as const)
      assert.deepEqual(
        extract(
          `${scores}<h4>${label}</h4><ul><li>${value}</li></ul><h4>Length</h4><ul><li>88 minutes</li></ul>`,
          [name],
        ),
        { [name]: value },
        name,
      )
  })

  it('is nothing where only such scores stand', () => {
    for (const name of ['mpaa_rating', 'age_rating', 'content_rating'])
      assert.deepEqual(extract(scores, [name]), {}, name)
  })

  it('is not the system that gives it', () => {
    const markup =
      '<div vocab="https://schema.org/" typeof="Movie"><span property="ratingSystem" content="MPAA"></span><p>A quiet film.</p></div>'
    assert.deepEqual(extract(markup, ['mpaa_rating']), {})
  })
})

describe('a label', () => {
  it('may be a heading above a list of one', () => {
    const parts = [
      ['Habitat', 'Bogs'],
      ['Diet', 'Midges'],
      ['Active', 'June'],
    ] as const
    const body = parts.map(([label, value]) => `<h4>${label}</h4><ul><li>${value}</li></ul>`)
    assert.deepEqual(extract(body.join(''), ['habitat', 'diet']), {
      habitat: 'Bogs',
      diet: 'Midges',
    })
  })

  it('may have a word in front', () => {
    const body =
      '<table><tr><td>Standard engine</td><td>3.0L V6</td></tr><tr><td>Listed height</td><td>5 ft 2 in</td></tr><tr><td>Doors</td><td>4</td></tr></table>'
    assert.deepEqual(extract(body, ['engine', 'height']), {
      engine: '3.0L V6',
      height: '5 ft 2 in',
    })
  })

  it('is no value, with that word or without', () => {
    const body =
      '<table><tr><td>Standard engine</td><td></td></tr><tr><td>Doors</td><td>4</td></tr></table>'
    assert.deepEqual(extract(body, ['engine']), {})
  })

  it('heads the column in a table that has heads and values in turn', () => {
    const row = (label: string, other: string, name: string) =>
      `<tr><td class="${name}">${label}</td><td class="${name}">${other}</td></tr>`
    const body = `<table>${row('Director', 'Credit', 'cell b')}${row('Mira Kallas', 'Director', 'cell')}${row('Producer', 'Credit', 'cell b')}${row('Jonas Berg', 'Producer', 'cell')}</table>`
    assert.deepEqual(extract(body, ['director', 'producer'], 'The Silent Harbour'), {
      director: 'Mira Kallas',
      producer: 'Jonas Berg',
    })
  })

  it('heads the column in a box of its own, over cells that have none, with a gap between', () => {
    const head = (label: string) => `<td><div id="small-title"><span>${label}</span></div></td>`
    const body = `<table><tr>${head('Countries')}<td rowspan="2"><img src="/gap.gif"></td>${head('Language')}</tr><tr><td class="list"><ul><li>Canada</li></ul></td><td class="plain">French</td></tr></table>`
    assert.deepEqual(extract(body, ['language'], 'The Silent Harbour'), { language: 'French' })
  })
})

describe('where a price or a name should stand', () => {
  it('a sentence and a distance are no prices', () => {
    const body =
      '<table><tr><td>Price</td><td>and this item ships for free within the country</td></tr><tr><td>Range</td><td>396 miles</td></tr></table>'
    assert.deepEqual(extract(body, ['price']), {})
  })

  it('goods under “Options and accessories” have prices of their own', () => {
    const other = (name: string, price: string) =>
      `<div><b>${name}</b><p>Our price: ${price}</p></div>`
    const body = `<p>Brass burner</p><p>Folds flat</p><p>Burns gas</p><p>Weighs little</p><p class="price">$415.00</p><h2>Options and accessories</h2>${other('Pan', '$52.00')}${other('Bag', '$25.00')}`
    assert.deepEqual(extract(body, ['price'], 'Camp stove'), { price: '$415.00' })
  })
})

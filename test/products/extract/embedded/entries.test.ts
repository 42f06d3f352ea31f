import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { address, extract, listOf, text } from './filled-page-setup.ts'

describe('what nothing marks as a description', () => {
  const said = ['Bright and made by hand.', 'Sturdy and full of rest.', 'Heavy, but sleeps well.']
  const cards = ['Brass lamp', 'Oak chair', 'Iron bed']
    .map((name, at) => `<li><b>${name}</b><p>${said[at]}</p></li>`)
    .join('')
  const asked = { products: listOf({ title: text, description: text }) }
  const descriptions = () => {
    const body = `<main><h1>Lumen</h1><ul>${cards}</ul></main>`
    const rows = extract(body, asked).products as { description: string | null }[]
    return rows.map(({ description }) => description)
  }

  it('may be short beside a title and nothing else', () => {
    assert.deepEqual(descriptions(), said)
  })
})

describe('the pictures of a thing', () => {
  const images = { type: 'array', items: address }
  const picturesOf = (count: number) => {
    const image = Array.from({ length: count }, (_, at) => `https://shop.example/${at}.jpg`)
    const lamp = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', image }
    const data = `<script type="application/ld+json">${JSON.stringify(lamp)}</script>`
    const shown = '<img src="/a.jpg"><img src="/b.jpg"><img src="/c.jpg">'
    const body = `${data}<main><h1>Lamp</h1>${shown}<p>A lamp.</p></main>`
    const { product } = extract(body, { product: { type: 'object', properties: { images } } })
    return (product as { images: string[] }).images.map(url => url.split('/').at(-1))
  }

  it('are those that its description lists, or all that the page shows', () => {
    assert.deepEqual(picturesOf(3), ['0.jpg', '1.jpg', '2.jpg'])
    assert.deepEqual(picturesOf(2), ['0.jpg', '1.jpg'])
    // One alone is the picture for sharing.
    assert.deepEqual(picturesOf(1), ['a.jpg', 'b.jpg', 'c.jpg'])
  })
})

describe('the entries below a heading', () => {
  const texts = { type: 'array', items: { type: 'string' } }
  const listBelow = (name: string, body: string) =>
    extract(`<main><h1>Soup</h1><h2>${name}</h2>${body}<h2>Else</h2><p>No.</p></main>`, {
      [name]: texts,
    })[name] as string[]

  it('are the rows of a table, also where every other row is dressed differently', () => {
    const rows = ['2 cups|flour', '1 cup|milk', '3|eggs', '1 pinch|salt'].map(
      (row, at) =>
        `<tr class="${at % 2 ? 'odd' : 'even'}"><td>${row.replace('|', '</td><td>')}</td></tr>`,
    )
    assert.deepEqual(listBelow('ingredients', `<table>${rows.join('')}</table>`), [
      ...['2 cups flour', '1 cup milk', '3 eggs', '1 pinch salt'],
    ])
  })

  it('are titles where names are asked for, and what is told below them where texts are', () => {
    const names = ['Mix', 'Bake', 'Eat']
    const told = names.map(name => `${name} it well, and take your time. `.repeat(6).trim())
    const body = names.map((name, at) => `<h3>${name}</h3><p>${told[at]}</p>`).join('')
    assert.deepEqual(listBelow('trends', body), names)
    const steps = listBelow('steps', body)
    assert.deepEqual(
      told.filter(one => !steps.includes(one)),
      [],
    )
  })
})

describe('a line of several pieces', () => {
  it('is one value, but not where it is a name and its value', () => {
    const page = (line: string) => `<main><h1>Lamp</h1>${line}<p>A lamp for all.</p></main>`
    const price = '<p class="price"><span>$</span><span>12</span><span>.50</span></p>'
    assert.deepEqual(extract(page(price), { price: { type: 'number' } }), { price: 12.5 })
    const weight = '<p class="weight"><span>Weight</span><span>180 lbs</span></p>'
    assert.deepEqual(extract(page(weight), { weight: text }), { weight: '180 lbs' })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/* Lists that are found by what stands above them, and records whose places nothing names. */
const text = { type: 'string' }
const number = { type: 'number' }
const texts = { type: 'array', items: text }
const records = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties },
})

const ask = (properties: Record<string, object>, body: string, head = '') => {
  const html = `<html lang="en"><head><title>Lamps | Lumen House</title>${head}</head><body>${body}</body></html>`
  const page = openPage(parsePage(html), {
    url: 'https://www.lumenhouse.example/lamps',
    onlyMainContent: false,
  })
  return answerWithoutModel(page, { schema: { type: 'object', properties }, prompt: undefined })
    .data as Record<string, unknown>
}

const items = (all: string[]) => `<ul>${all.map(one => `<li>${one}</li>`).join('')}</ul>`
const cards = (all: [string, string, string][]) =>
  all
    .map(
      ([name, price, link]) =>
        `<div class="card"><a href="/${link}"><h3>${name}</h3></a><p class="amount">${price}</p></div>`,
    )
    .join('')

describe('a list of texts', () => {
  const menu = `<nav><div>Popular rooms</div>${items(['Hall', 'Kitchen', 'Attic'])}<div>Company</div>${items(['About us', 'Jobs', 'Press'])}</nav>`
  const main = '<main><h1>Lamps</h1><p>Light for every room of the house.</p></main>'

  it('is one of the menu, where it is called just so', () => {
    assert.deepEqual(ask({ popular_rooms: texts }, menu + main), {
      popular_rooms: ['Hall', 'Kitchen', 'Attic'],
    })
    assert.deepEqual(ask({ rooms_visited: texts }, menu + main), {})
  })

  it('is the one whose title the description says', () => {
    const body = `<main><h1>Lamps</h1><h2>How it works</h2>${[
      'Pick a lamp',
      'Choose a wick',
      'Light it',
    ]
      .map(one => `<h3>${one}</h3><p>It takes no time at all, and nobody is ever hurt by it.</p>`)
      .join('')}<h2>Questions</h2><p>Write to us.</p></main>`
    const stages = { ...texts, description: "Stages of 'How it works'" }
    assert.deepEqual(ask({ stages }, body), {
      stages: ['Pick a lamp', 'Choose a wick', 'Light it'],
    })
    assert.deepEqual(ask({ stages: texts }, body), {})
  })

  it('is as long as the headline says', () => {
    const tips = ['Trim the wick', 'Keep it dry', 'Use good oil', 'Mind the wind']
    const told = (title: string) =>
      `<main><article><h1>${title}</h1>${tips
        .map((one, at) => `<h2>${at + 1}. ${one}</h2><p>This is what everybody should do.</p>`)
        .join('')}<h2>Last words</h2><p>Good night.</p></article></main>`
    assert.deepEqual(ask({ tips: texts }, told('4 tips for better light')), { tips })
  })

  it('stands in a sentence', () => {
    const body = (sentence: string) => `<main><h1>Lamps</h1><p>${sentence}</p></main>`
    const sold = 'We sell lamps of the brands Lumen, Old Harbour and Wick & Sons in all our shops.'
    assert.deepEqual(ask({ brands: texts }, body(sold)), {
      brands: ['Lumen', 'Old Harbour', 'Wick', 'Sons'].slice(0, 2).concat('Wick & Sons'),
    })
    const two = `${sold} The brands Moth, Flame and Ember came later.`
    assert.deepEqual(ask({ brands: texts }, body(two)), {})
  })

  it('may be all telephone numbers', () => {
    const body = `${main}<footer><p>Shop +1 (800) 858-4318</p><p>Office +1 (702) 983-5966, fax +1 (702) 983-5967</p></footer>`
    assert.deepEqual(ask({ phone_numbers: texts }, body), {
      phone_numbers: ['+1 (800) 858-4318', '+1 (702) 983-5966'],
    })
  })
})

describe('several lists of records', () => {
  const body = `<main><h1>Lamps</h1><h2>Oil lamps</h2>${cards([
    ['Brig', '$20', 'brig'],
    ['Cutter', '$25', 'cutter'],
    ['Sloop', '$30', 'sloop'],
  ])}<h2>Spare parts</h2>${cards([
    ['Wick', '$2', 'wick'],
    ['Chimney', '$9', 'chimney'],
    ['Burner', '$7', 'burner'],
  ])}</main>`

  it('are told apart by their titles', () => {
    const wanted = records({ name: text, price: number })
    assert.deepEqual(ask({ oil_lamps: wanted, spare_parts: wanted }, body), {
      oil_lamps: [
        { name: 'Brig', price: 20 },
        { name: 'Cutter', price: 25 },
        { name: 'Sloop', price: 30 },
      ],
      spare_parts: [
        { name: 'Wick', price: 2 },
        { name: 'Chimney', price: 9 },
        { name: 'Burner', price: 7 },
      ],
    })
  })
})

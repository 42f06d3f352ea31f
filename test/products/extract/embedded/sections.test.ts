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

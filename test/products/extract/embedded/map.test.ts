import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const text = { type: 'string' }
const map = { type: 'object', additionalProperties: text }

const extract = (body: string, properties: Record<string, unknown>) =>
  answerWithoutModel(
    openPage(parsePage(`<html lang="en"><title>Lamp</title><body>${body}</body></html>`), {
      url: 'https://page.example/',
      onlyMainContent: false,
    }),
    { schema: { type: 'object', properties }, prompt: undefined },
  )

const rows = '<tr><th>Weight</th><td>2 kg</td></tr><tr><th>Colour</th><td>Black</td></tr>'

describe('an object whose names are the page’s own', () => {
  it('is filled from a table, terms, and lines with a colon', () => {
    const wanted = { specifications: { Weight: '2 kg', Colour: 'Black' } }
    for (const body of [
      `<h2>Specifications</h2><table>${rows}</table>`,
      '<h2>Specifications</h2><dl><dt>Weight</dt><dd>2 kg</dd><dt>Colour</dt><dd>Black</dd></dl>',
      '<h2>Specifications</h2><ul><li>Weight: 2 kg</li><li>Colour: Black</li></ul>',
    ])
      assert.deepEqual(
        extract(`<main><h1>Lamp</h1>${body}</main>`, { specifications: map }).data,
        wanted,
      )
  })

  it('takes the box that is named after it, and values of its type', () => {
    const { data, evidence } = extract(
      `<main><h1>Lamp</h1><table>${rows}</table><h2>Nutrition</h2><table><tr><td>Fat</td><td>3 g</td></tr><tr><td>Salt</td><td>0.2 g</td></tr></table></main>`,
      { nutrition: { type: 'object', additionalProperties: { type: 'number' } } },
    )
    assert.deepEqual(data, { nutrition: { Fat: 3, Salt: 0.2 } })
    assert.equal(evidence['/nutrition/Fat']?.quote, '3')
  })

  it('is no menu, no form and no row of boxes', () => {
    const { data } = extract(
      `<div><div><div>Women</div><div>New Releases Best Sellers Gifts</div></div><div><div>Men</div><div>Socks Shirts Underwear</div></div><div><div>Kids</div><div>Socks</div></div></div>
      <div><a href="#w">Skip to women</a> <b>women</b></div><div><a href="#m">Skip to men</a> <b>men</b></div>
      <main><h1>Lamp</h1><form><p><label>Name</label> <b>*</b></p><p><label>Email</label> <b>(required)</b></p><p><label>Phone</label> <b>(optional)</b></p></form></main>
      <footer><dl><dt>Phone</dt><dd>555 0100</dd><dt>Fax</dt><dd>555 0101</dd><dt>Mail</dt><dd>us@page.example</dd></dl></footer>`,
      { specifications: map },
    )
    assert.deepEqual(data, {})
  })

  it('is named in the warning where the page has none', () => {
    const { data, warnings } = extract('<main><h1>Lamp</h1><p>A lamp.</p></main>', {
      name: text,
      specifications: map,
    })
    assert.deepEqual(data, { name: 'Lamp' })
    assert.match(warnings.join(' '), /Not found: \/specifications/)
  })
})

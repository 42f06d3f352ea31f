import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'
import { samplePages } from '../../../page/content/pages.ts'

const product = samplePages.find(({ name }) => name === 'product') ?? { url: '', html: '' }
/** The price stands only in a form beside the content. */
const html = product.html
  .replace('</h1>', '</h1><form class="sticky-bar cart"><div>£41.50</div></form>')
  .replace('<div class="product-price" itemprop="price">$89.00</div>', '')
const { url } = product

const textsOf = (onlyMainContent: boolean) =>
  openPage(parsePage(html), { url, onlyMainContent }).nodes.map(({ text }) => text)

describe('the page that an extraction reads', () => {
  it('has the price of a product, main content or not, as a scrape has it', () => {
    assert.ok(textsOf(true).includes('£41.50'))
    assert.ok(textsOf(false).includes('£41.50'))
  })

  it('is without menus when only the main content is wanted', () => {
    assert.ok(textsOf(true).length < textsOf(false).length)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PageType, pageTypes } from '../../../src/page/content/page.ts'
import { dropBareHeadings, dropForms, dropSignatures } from '../../../src/page/content/tidy.ts'
import { keptAfter, selectionOf } from './selection.ts'

const sentence =
  'The lock keepers open the gates at six, and by noon forty barges have passed into the upper canal.'
const text = `<h1>Barges return</h1>${`<p>${sentence}</p>`.repeat(6)}`

describe('boxes with fields', () => {
  const has = (box: string, pageType: 'listing' | 'service' | 'forum' | 'documentation') =>
    keptAfter(dropForms, selectionOf(text + box, { pageType })).includes('Refine')
  const filters =
    '<div><h3>Refine</h3><label><input type="checkbox"> Permanent (4)</label><label><input type="checkbox"> Seasonal (2)</label></div>'

  it('go above a list, where they are its filters', () => {
    assert.ok(!has(filters, 'listing'))
    assert.ok(has(filters, 'service'))
    assert.ok(has(filters.replaceAll(/\(\d\)/g, ''), 'listing'), 'ingredients to tick')
  })

  it('stay where they are an item of the list', () => {
    assert.ok(has(filters.replace('Permanent', 'Oar, 12 €'), 'listing'))
  })

  it('go where they ask for an address to write to', () => {
    assert.ok(!has('<div><h3>Refine</h3><input type="email"></div>', 'service'))
    assert.ok(has('<div><h3>Refine</h3><textarea></textarea></div>', 'service'))
    assert.ok(!has('<div><h3>Refine</h3><textarea></textarea></div>', 'forum'))
  })

  it('stay where the headline stands in them, first or last', () => {
    const field = '<input type="email">'
    const lines = (box: string) =>
      keptAfter(
        dropForms,
        selectionOf(`${box}${text.replace(/^<h1>.*?<\/h1>/, '')}`, { pageType: 'service' }),
      )
    for (const box of [
      '<h1>Barges return</h1><p>Refine</p>',
      '<p>Refine</p><h1>Barges return</h1>',
    ])
      assert.ok(lines(`<div>${box}${field}</div>`).includes('Refine'), box)
    assert.ok(!lines(`<h1>Barges return</h1><div><p>Refine</p>${field}</div>`).includes('Refine'))
  })

  it('stay where they hold a good part of the text: the search of the site beside a short story', () => {
    const story = `<div><form><input type="search"></form><p>${sentence}</p></div>`
    const lines = (html: string) =>
      keptAfter(dropForms, selectionOf(html, { pageType: 'article' })).length
    assert.equal(lines(story), 1)
    assert.equal(lines(`${text}${story}`), lines(text))
  })

  it('stay where the model is sure of what stands in them: parameters to try out', () => {
    const box = '<div><label>meterId</label><p>Refine</p><input type="text"></div>'
    const lines = (share: number) =>
      keptAfter(
        dropForms,
        selectionOf(text + box, { pageType: 'documentation', likely: () => share }),
      )
    assert.ok(lines(0.95).includes('Refine'))
    assert.ok(!lines(0.85).includes('Refine'))
  })

  it('stay where nothing can be written', () => {
    assert.ok(has('<div><h3>Refine</h3><input value="npm i gate" readonly></div>', 'documentation'))
  })
})

describe('the signature of a poster', () => {
  const has = (name: string) =>
    keptAfter(
      dropSignatures,
      selectionOf(`${text}<div class="${name}"><p>Fair winds</p></div>`),
    ).includes('Fair winds')

  it('goes by its name', () => {
    for (const name of ['signature', 'sub postsignature', 'message-signature'])
      assert.ok(!has(name))
    for (const name of ['sign', 'signatures']) assert.ok(has(name))
  })

  it('is the head of a function in documentation', () => {
    const page = `${text}<h4 class="signature">def open(gate: Gate): Unit</h4><p>Opens a gate.</p>`
    const selection = selectionOf(page, { pageType: 'documentation' })
    assert.ok(keptAfter(dropSignatures, selection).includes('def open(gate: Gate): Unit'))
  })

  it('stays where it holds the headline', () => {
    const page = `<div class="signature">${text}</div>`
    assert.ok(keptAfter(dropSignatures, selectionOf(page)).length > 1)
  })

  it('stays where it is much of the page', () => {
    const page = `<h1>Barges</h1><div class="signature"><p>${sentence}</p></div>`
    assert.ok(keptAfter(dropSignatures, selectionOf(page)).includes(sentence))
  })
})

describe('a heading whose text was dropped', () => {
  const isThere = (
    title: string,
    pageType: PageType,
    likely = 0.5,
    below = `<p>${sentence}</p>`,
  ) => {
    const box = `<div><h2>${title}</h2>${below}</div>`
    const selection = selectionOf(text + box, {
      pageType,
      likely: block => (block.text === title ? likely : undefined),
    })
    selection.kept.fill(0, selection.view.blocks.findIndex(block => block.text === title) + 1)
    return keptAfter(dropBareHeadings, selection).includes(title)
  }

  it('goes with it', () => {
    for (const pageType of pageTypes) assert.ok(!isThere('Open for barges', pageType))
  })

  it('stays on pages of other kinds than text where it may say all of a card', () => {
    const long = 'Open for barges and boats of all kinds today'
    for (const pageType of ['service', 'product', 'listing', 'collection'] as const) {
      assert.ok(isThere('Open for barges', pageType, 0.71))
      assert.ok(isThere('Open for barges', pageType, 0.5, '<p>Buy now</p>'))
      assert.ok(isThere(long, pageType))
      assert.ok(isThere('40 barges', pageType))
    }
    assert.ok(!isThere(long, 'article'))
  })
})

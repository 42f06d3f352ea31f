import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readImages } from '../../../src/page/html/images.ts'
import { toCleanHtml } from '../../../src/page/markdown/clean-html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

it('a picture has the address of its largest form, in every format', () => {
  const baseUrl = 'https://example.com/'
  const largest = 'https://example.com/1600.jpg'
  for (const html of [
    '<img src="400.jpg" srcset="400.jpg 400w, 1600.jpg 1600w, 800.jpg 800w" alt="Tower">',
    '<img src="400.jpg" srcset="400.jpg, 1600.jpg 2x" alt="Tower">',
    '<picture><source srcset="1600.jpg 2x"><img src="400.jpg" alt="Tower"></picture>',
  ]) {
    const { root } = parseHtml(html)
    assert.match(toMarkdown(root, { baseUrl }), new RegExp(`!\\[Tower\\]\\(${largest}\\)`))
    assert.match(toCleanHtml(root, { baseUrl }), new RegExp(`src="${largest}"`))
    assert.deepEqual(readImages(root, { baseUrl }), [largest])
  }
})

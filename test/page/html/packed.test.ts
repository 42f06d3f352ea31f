import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { packHtml, unpackHtml } from '../../../src/page/html/packed.ts'
import { createRandom } from '../../support/random.ts'
import { randomPage } from '../../support/random-page.ts'

const rounds = 200
const twice = (html: string) => {
  const document = parseHtml(html)
  return { document, again: unpackHtml(packHtml(document)) }
}

describe('a page that was packed', () => {
  it('unfolds to the same tree: parents, order, attributes, namespaces and depth', () => {
    const { document, again } = twice(
      `<!doctype html><html lang=en><body class="a b" data-x='"'><p></p>one<b>two</b>&lt;three
       <svg viewBox="0 0 1 1"><use xlink:href="#a"/></svg><template><i>x</i></template>
       <table><td>4</table><br>\u{1f600} &#xd800;</body></html>`,
    )
    assert.deepEqual(again, document)
  })

  it('is the same for pages of any structure', () => {
    const random = createRandom(7)
    for (let round = 0; round < rounds; round++) {
      const { document, again } = twice(randomPage(random))
      assert.deepEqual(again, document)
    }
  })

  it('may be nested as deep as a page may be', () => {
    const { document, again } = twice('<div>'.repeat(5_000))
    const depths = ({ root }: typeof document) => [...descendants(root)].map(({ depth }) => depth)
    assert.deepEqual(depths(again), depths(document))
  })

  it('still says that it was cut', () => {
    const document = { ...parseHtml('<p>a'), truncated: true }
    assert.equal(unpackHtml(packHtml(document)).truncated, true)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSelectors } from '../../../src/page/css/parse.ts'
import { htmlSelectors } from '../../../src/page/css/tree.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

/** The ids of what a selector matches, in page order. */
const idsOf = (selector: string, html: string, maxSteps = 100_000): string[] => {
  const list = parseSelectors(selector)
  assert.ok(list, selector)
  let steps = 0
  const search = htmlSelectors.startSearch({
    spend(count) {
      steps += count
      assert.ok(steps <= maxSteps, `${selector} takes more than ${maxSteps} steps`)
    },
  })
  const compiled = htmlSelectors.compileSelectors(list)
  return [...descendants(parseHtml(html).root)]
    .filter(element => compiled.some(one => htmlSelectors.matches(one, element, search)))
    .map(({ attributes }) => attributes.id ?? '?')
}

describe('a selector', () => {
  it('takes a star for any element, and gives it no weight', () => {
    const html = '<div id=a><p id=b><i id=c></i></p></div>'
    assert.deepEqual(idsOf('#a > *', html), ['b'])
    assert.deepEqual(idsOf('#a *', html), ['b', 'c'])
    assert.deepEqual(idsOf('* > i', html), ['c'])
    const [star, name] = htmlSelectors.compileSelectors(parseSelectors('*, p') ?? assert.fail())
    assert.ok((star?.specificity ?? 1) < (name?.specificity ?? 0))
  })

  it('reads escaped names as what they stand for', () => {
    const html = `<i id=a class="bg-[#5b21b6]"></i><i id=b class="md:flex"></i><i id=c class="2xl"></i>
      <i id="1.d"></i><i id=e data-x="a]b"></i>`
    assert.deepEqual(idsOf('.bg-\\[\\#5b21b6\\]', html), ['a'])
    assert.deepEqual(idsOf('.md\\:flex', html), ['b'])
    assert.deepEqual(idsOf('.\\32 xl', html), ['c'])
    assert.deepEqual(idsOf('#\\31 \\.d', html), ['1.d'])
    assert.deepEqual(idsOf('[data-x=a\\]b]', html), ['e'])
  })

  it('may look inside and after an element', () => {
    const html = `<section id=a><div id=b><h2 id=c></h2></div><p id=d></p></section>
      <section id=e><h2 id=f></h2></section>`
    assert.deepEqual(idsOf('section:has(h2)', html), ['a', 'e'])
    assert.deepEqual(idsOf('section:has(> h2)', html), ['e'])
    assert.deepEqual(idsOf('div:has(+ p)', html), ['b'])
    assert.deepEqual(idsOf('section:has(~ section h2)', html), ['a'])
    // Both parts must stand inside.
    assert.deepEqual(idsOf('section:has(section h2)', html), [])
    assert.deepEqual(idsOf('section:not(:has(p))', html), ['e'])
  })

  it('counts siblings by place, by name and among those that match', () => {
    const html =
      '<b id=a></b><i id=b class=x></i><b id=c></b><i id=d></i><i id=e class=x></i><u id=f> </u>'
    assert.deepEqual(idsOf('body > :nth-child(2n)', html), ['b', 'd', 'f'])
    assert.deepEqual(idsOf('i:nth-of-type(2)', html), ['d'])
    assert.deepEqual(idsOf('b:last-of-type', html), ['c'])
    assert.deepEqual(idsOf('u:only-of-type:empty', html), ['f'])
    assert.deepEqual(idsOf(':nth-child(2 of .x)', html), ['e'])
    assert.deepEqual(idsOf('p > :nth-last-child(-n+2)', `<p>${html}</p>`), ['e', 'f'])
  })

  it('takes names of HTML in any case, and values where HTML does', () => {
    const html = '<ul><li id=a TYPE=a data-k=v></li></ul>'
    assert.deepEqual(idsOf('UL > Li', html), ['a'])
    assert.deepEqual(idsOf('[Type=A]', html), ['a'])
    assert.deepEqual(idsOf('[data-k=V]', html), [])
    assert.deepEqual(idsOf('[data-k=V i]', html), ['a'])
  })

  it('with an unknown part inside :not() is left out, as in a browser', () => {
    const html = '<b id=a></b>'
    assert.deepEqual(idsOf('b:not(:nope)', html), [])
    assert.deepEqual(idsOf('b:not(:hover)', html), ['a'])
    assert.deepEqual(idsOf('b:is(:nope, b)', html), ['a'])
  })

  it('of many parts does not try every combination of ancestors', () => {
    const deep = 60
    const html = `${'<div>'.repeat(deep)}<p id=a></p>${'</div>'.repeat(deep)}`
    assert.deepEqual(idsOf(`section ${'div '.repeat(12)}p`, html, 500), [])
    assert.deepEqual(idsOf(`${'div '.repeat(deep)}p`, html, 5_000), ['a'])
    assert.deepEqual(idsOf(`${'div '.repeat(deep + 1)}p`, html, 5_000), [])
  })

  it('is matched as the definition says, whatever combinators it has', () => {
    const html = `<div id=a><p id=b></p><p id=c><i id=d></i></p></div><div id=e><i id=f></i><p id=g><b id=h><i id=i></i></b></p></div>`
    assert.deepEqual(idsOf('p + p > i', html), ['d'])
    assert.deepEqual(idsOf('div ~ div p > b i', html), ['i'])
    assert.deepEqual(idsOf('i ~ p i', html), ['i'])
    assert.deepEqual(idsOf('#a ~ div > i + p i', html), ['i'])
    assert.deepEqual(idsOf('#a p ~ p > i, #e > p > i', html), ['d'])
  })
})

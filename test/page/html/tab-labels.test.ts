import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HtmlElement, parseHtml, textContent } from '../../../src/page/html/html.ts'
import { findTabLabels } from '../../../src/page/html/tab-labels.ts'

/** Each panel by its text with its label, and the tabs that need not be written besides. */
const read = (html: string) => {
  const { labels, tabs } = findTabLabels(parseHtml(html).root)
  const texts = (elements: Iterable<HtmlElement>) =>
    [...elements].map(one => textContent(one).trim())
  return {
    labels: [...labels].map(([panel, label]) => `${textContent(panel).trim()}: ${label}`),
    tabs: texts(tabs.keys()),
  }
}
const tab = (name: string, more = '') => `<b role=tab ${more}>${name}</b>`
const panel = (text: string, more = '') => `<div role=tabpanel ${more}>${text}</div>`
const list = (...tabs: string[]) => `<div role=tablist>${tabs.join('')}</div>`
const deep = (levels: number, inner: string) =>
  `${'<i>'.repeat(levels)}${inner}${'</i>'.repeat(levels)}`

test('a panel has the label of the tab that it names, or that names it', () => {
  const named = read(
    `${tab(' A  a ', 'id=a')}${tab('B', 'aria-controls=q')}${panel('p', 'aria-labelledby=a')}${panel('q', 'id=q')}${panel('r')}`,
  )
  assert.deepEqual(named, { labels: ['p: A a', 'q: B'], tabs: ['A  a', 'B'] })
  // The panel's own word comes first.
  const both = `${tab('A', 'id=a')}${tab('B', 'aria-controls=p')}${panel('p', 'id=p aria-labelledby=a')}`
  assert.deepEqual(read(both).labels, ['p: A'])
  assert.deepEqual(read(`<b id=a>A</b>${tab('B')}${panel('p', 'aria-labelledby=a')}`).labels, [])
  assert.deepEqual(read(`${tab('A', 'aria-controls=p')}<div id=p>p</div>`).labels, [])
})

test('else panels and tabs belong together by their numbers, if there are as many', () => {
  const page = (levels: number, ...panels: string[]) =>
    read(
      `<section>${list(tab('A'), tab('B'))}${panels.map(one => deep(levels, one)).join('')}</section>`,
    )
  assert.deepEqual(page(0, panel('p'), panel('q')).labels, ['p: A', 'q: B'])
  assert.deepEqual(page(3, panel('p'), panel('q')).labels, ['p: A', 'q: B'])
  assert.deepEqual(page(4, panel('p'), panel('q')).labels, [])
  assert.deepEqual(page(0, panel('p')).labels, [])
  assert.deepEqual(page(0, panel('p'), panel('q'), panel('r')).labels, [])
  const tabsAt = (levels: number) =>
    read(
      `<section>${list(deep(levels, tab('A')), deep(levels, tab('B')))}${panel('p')}${panel('q')}</section>`,
    )
  assert.deepEqual(tabsAt(3).labels, ['p: A', 'q: B'])
  assert.deepEqual(tabsAt(4).labels, [])
  const two = `<section>${list(tab('A'))}${panel('p')}</section><section>${list(tab('B'))}${panel('q')}</section>`
  assert.deepEqual(read(two).labels, ['p: A', 'q: B'])
})

test('a label is short, and a page of nothing but tabs has none', () => {
  const page = (name: string) => read(`<section>${list(tab(name))}${panel('p')}</section>`)
  assert.equal(page('x'.repeat(80)).labels.length, 1)
  assert.equal(page('x'.repeat(81)).labels.length, 0)
  assert.deepEqual(page(' '), { labels: [], tabs: [] })
  assert.deepEqual(read(panel('p')), { labels: [], tabs: [] })
  const many = (count: number) =>
    read(
      Array.from(
        { length: count },
        (_, at) => tab('A', `aria-controls=p${at}`) + panel('p', `id=p${at}`),
      ).join(''),
    )
  assert.equal(many(500).labels.length, 500)
  assert.equal(many(501).labels.length, 0)
})

test('links to panels and radio buttons are tabs where their box is called so', () => {
  const links = (name: string) =>
    `<ul class="${name}"><li><a href="#a">A</a><li><a href="#b">B</a><li><a href="#c">C</a></ul><div id=a>p</div><section id=b>q</section><h2 id=c>r</h2>`
  const both = { labels: ['p: A', 'q: B'], tabs: ['A', 'B'] }
  for (const name of ['nav nav-tabs', 'ui-tabs-nav', 'tabs'])
    assert.deepEqual(read(links(name)), both)
  for (const name of ['toc', 'tables', 'stabs']) assert.deepEqual(read(links(name)).labels, [])
  assert.deepEqual(read(links('tabs').replace('<li>', '<li>See ')).labels, ['q: B'])
  const choice = (id: string) => `<input type=radio name=t id=${id}>`
  const label = (id: string, name: string) => `<label class=tab-label for=${id}>${name}</label>`
  const radios = [
    // Sphinx, MkDocs and VitePress, in this order; then tabs of nothing but CSS.
    `<div>${choice('x')}${label('x', 'A')}<div>p</div>${choice('y')}${label('y', 'B')}<div>q</div></div>`,
    `<div>${choice('x')}${choice('y')}<div>${label('x', 'A')}${label('y', 'B')}</div><div><div>p</div><div>q</div></div></div>`,
    `<div><div>${choice('x')}${label('x', 'A')}${choice('y')}${label('y', 'B')}</div><div><div>p</div><pre>q</pre></div></div>`,
    `<div>${choice('x')}${choice('y')}${label('x', 'A')}${label('y', 'B')}<div>p</div><div>q</div></div>`,
  ]
  for (const html of radios) assert.deepEqual(read(html), both, html)
  for (const html of radios)
    for (const other of [
      html.replaceAll('tab-label', 'size'),
      html.replaceAll('radio', 'checkbox'),
    ])
      assert.deepEqual(read(other).labels, [], other)
  assert.deepEqual(read(radios[2]?.replace('<pre>q</pre>', '') ?? '').labels, [])
})

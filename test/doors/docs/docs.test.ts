import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { llmsFullTxt, llmsTxt } from '../../../src/doors/docs/for-models.ts'
import { docPage, hitsPage, referencePage } from '../../../src/doors/docs/page.ts'
import { type Doc, picturePath, readDocs } from '../../../src/doors/docs/read-docs.ts'
import { renderDoc } from '../../../src/doors/docs/render.ts'
import { searchDocs } from '../../../src/doors/docs/search.ts'

const sections = readDocs()
const books = sections.flatMap(shelf => shelf.books)
const reach = { publicUrl: 'http://127.0.0.1:3000', imagePublicUrl: 'http://127.0.0.1:3001' }
const readings = new Map(books.map(book => [book, renderDoc(book, books, reach)]))
const passages = [...readings].flatMap(([book, { sections }]) =>
  sections.map(section => ({ book, section })),
)
const book = (name: string, markdown: string, file = `docs/${name}.md`): Doc => {
  const title = markdown.split('\n')[0]?.slice(2) ?? ''
  return { name, file, title, markdown }
}

describe('the documents', () => {
  it('are all there, each once, the one that begins first', () => {
    const names = books.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    assert.equal(names[0], '')
    for (const name of [
      'scrape',
      'crawl',
      'errors',
      'settings',
      'changelog',
      'adr/0003-a-queue-of-our-own',
    ])
      assert.ok(names.includes(name), name)
    for (const { title } of books) assert.ok(title.length >= 3, title)
  })

  for (const [{ file }, { html }] of readings)
    it(`${file} links only to what is there`, () => {
      const targets = [...html.matchAll(/(?:href|src|srcset)="([^"]*)"/g)].map(([, to]) => to ?? '')
      const wrong = targets.filter(to => {
        if (to.startsWith('/docs/images/')) return picturePath(to) === undefined
        if (!to.startsWith('/docs/') && !to.startsWith('#')) return false
        if (to.startsWith('/docs/reference')) return false
        const [path = '', id] = to.split('#')
        const other = path === '' ? file : books.find(({ name }) => `/docs/${name}` === path)?.file
        const sections = [...readings].find(([{ file }]) => file === other)?.[1].sections
        return !sections || (id !== undefined && !sections.some(section => section.id === id))
      })
      assert.deepEqual(wrong, [])
    })

  it('have all that their style sheets and their script ask for by name', () => {
    const [first = book('a', '# A')] = books
    const frame = { sections, at: first, title: 'A', query: 'a' }
    const [{ html = '', sections: parts = [] } = {}] = readings.values()
    const pages = [
      docPage(frame, html, parts),
      hitsPage(frame, searchDocs(passages, 'scrape')),
      referencePage(),
    ].join('')
    const site = (file: string) =>
      readFileSync(new URL(`../../../src/doors/docs/site/${file}`, import.meta.url), 'utf8')
    const styles = `${site('docs.css')}${site('frame.css')}`.replace(
      /url\([^)]*\)|@import[^;]*;/g,
      '',
    )
    const script = site('docs.js')
    const ids = [
      ...styles.matchAll(/#([a-z][\w-]*)[^{};]*\{/g),
      ...script.matchAll(/getElementById\('([\w-]+)'\)|'#([\w-]+)/g),
    ].map(([, style, other]) => style ?? other ?? '')
    assert.ok(ids.length > 5, `${ids.length}`)
    assert.deepEqual(
      ids.filter(id => !pages.includes(` id="${id}"`)),
      [],
    )
  })

  it('have headings that can be linked to, as on GitHub', () => {
    const markdown = '# A\n\n## Two words\n\nx\n\n## Two words\n\n### `GET /v1/crawl`: its state'
    const { html, sections } = renderDoc(book('a', markdown), [], reach)
    assert.deepEqual(
      sections.map(({ id }) => id),
      ['', 'two-words', 'two-words-1', 'get-v1crawl-its-state'],
    )
    assert.match(html, /<h2 id="two-words-1">Two words /)
  })

  it('lead to each other, and nowhere that is not shown', () => {
    const [a, b] = [
      book(
        'a',
        '# A\n\n[b](b.md#x) [src](../src/main.ts) [out](https://example.org/) ![p](images/p.png)',
      ),
      book('b', '# B'),
    ]
    const { html } = renderDoc(a as Doc, [a, b] as Doc[], reach)
    assert.match(
      html,
      /<a href="\/docs\/b#x">b<\/a> <a >src<\/a> <a href="https:\/\/example\.org\/">/,
    )
    assert.match(html, /src="\/docs\/images\/p\.png"/)
  })

  it('have code in colors, with the addresses of this server', () => {
    const own = { publicUrl: 'https://api.example.org', imagePublicUrl: 'https://img.example.org' }
    const markdown =
      '# A\n\n```sh\ncurl -s "http://127.0.0.1:3000/x?a=1&b=2" # <ask>\n```\n\n```html\n<img src="http://127.0.0.1:3001/a">\n```\n\n```\n$ "plain"\n```'
    const { html } = renderDoc(book('a', markdown), [], own)
    for (const line of [
      '<span class="keyword">curl</span> <span class="name">-s</span> <span class="text">&quot;https://api.example.org/x?a=1&amp;b=2&quot;</span> <span class="comment"># &lt;ask&gt;</span>',
      '<span class="keyword">&lt;img</span> <span class="name">src</span>=<span class="text">&quot;https://img.example.org/a&quot;</span>&gt;',
      '<code>$ &quot;plain&quot;\n</code>',
    ])
      assert.ok(html.includes(line), html)
  })

  it('are found by their words, a heading before a mention', () => {
    const [first] = searchDocs(passages, 'retry after')
    assert.ok(first)
    assert.equal(searchDocs(passages, 'actions')[0]?.book.name, 'actions')
    assert.deepEqual(searchDocs(passages, 'zwxqv'), [])
    assert.deepEqual(searchDocs(passages, '  '), [])
    const page = hitsPage({ sections, title: 'Search', query: '<b>"' }, [])
    assert.match(page, /Search: &lt;b&gt;&quot;/)
    assert.doesNotMatch(page, /<b>/)
  })

  it('stand in a page that names where one is', () => {
    const at = books.find(({ name }) => name === 'crawl') as Doc
    const page = docPage({ sections, at, title: at.title }, 'text', [])
    assert.match(page, /<a href="\/docs\/crawl" aria-current="page">/)
    assert.match(page, /href="\/docs\/crawl\.md"/)
  })

  it('are told to language models', () => {
    const text = llmsTxt(sections, 'https://siteray.example')
    assert.match(text, /^# Siteray\n\n> \w/)
    assert.match(text, /\n- \[Crawl\]\(https:\/\/siteray\.example\/docs\/crawl\.md\): \w/)
    assert.match(llmsFullTxt(sections), /\n# Scrape\n/)
    // By llmstxt.org, what a program may skip.
    const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    const shelves = sections.map(({ title }) => (title === 'Decisions' ? 'Optional' : title))
    assert.deepEqual(titles, ['For programs', ...shelves])
    assert.ok(titles.includes('Optional'))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readMetadata } from '../../../src/page/metadata/metadata.ts'

const read = (html: string) =>
  readMetadata(parseHtml(html).root, { baseUrl: 'https://blog.lumenhouse.com/lamps' })

const bylines: [what: string, html: string, author: string | undefined][] = [
  [
    'a page that has a sidebar, by the name of its body',
    '<body class="single right-sidebar"><h1>Lamps</h1><p class="author">Ann Reed</p>',
    'Ann Reed',
  ],
  [
    'a part that its builder calls a widget',
    '<div class="elementor-widget-container"><a href="/author/ann/">Ann Reed</a></div>',
    'Ann Reed',
  ],
  [
    'the foot of the article',
    '<article><h1>Lamps</h1><footer class="meta"><a rel="author" href="/a">Ann Reed</a></footer></article>',
    'Ann Reed',
  ],
  [
    'the foot of the page',
    '<footer><a rel="author" href="/a">Maker Studio</a></footer>',
    undefined,
  ],
  ['a sidebar', '<div class="left-sidebar"><p class="author">Bo Lind</p></div>', undefined],
  ['a teaser', '<div class="related-posts"><p class="author">Bo Lind</p></div>', undefined],
  ['a box', '<div class="author-box__name">Ann Reed</div>', 'Ann Reed'],
  ['a name of a module', '<a class="_authorName_1r0t6_51">Ann Reed</a>', 'Ann Reed'],
  ['a part of a name', '<div class="Article_author__U98U7">Ann Reed</div>', 'Ann Reed'],
  ['a word that only begins so', '<div class="authority">Ann Reed</div>', undefined],
]

describe('who wrote a page', () => {
  for (const [what, html, author] of bylines)
    it(`${author ? 'is told by' : 'is not told by'} ${what}`, () =>
      assert.equal(read(html).author, author))

  it('is a person before the site that calls itself the author', () => {
    const by = (name: string) => `<meta name=author content="${name}"><p class=byline>Ann Reed</p>`
    for (const site of ['Lumenhouse', 'Lumen House', 'The Lumen House Team', 'LUMEN'])
      assert.equal(read(by(site)).author, 'Ann Reed')
    assert.equal(read(by('Bo Lind')).author, 'Bo Lind')
    assert.equal(read('<meta name=author content="Lumen House">').author, 'Lumen House')
  })

  it('is a name before an account', () => {
    for (const account of ['a.reed', 'areed42', 'page.head.author'])
      assert.equal(
        read(`<meta name=author content="${account}"><p class=byline>By Ann Reed</p>`).author,
        'Ann Reed',
      )
    assert.equal(read('<meta name=author content="areed42">').author, 'areed42')
  })

  it('is who wrote the first of several posts', () => {
    const post = (link: string) => `<div class=post><div>${link}</div><p>Some words.</p></div>`
    const first = post('<a href="/u/noah_b">Noah_B</a>')
    assert.equal(read(first + post('<a href="/u/pup">pup</a>')).author, 'Noah_B')
    assert.equal(
      read(post('<b class=username>Noah</b>') + post('<b class=username>Pup</b>')).author,
      'Noah',
    )
    // One alone may be whoever is signed in; and these are no people.
    assert.equal(read(first).author, undefined)
    const doors = '<a href="/user/login">Sign in</a><a href="/users/new">Create account</a>'
    assert.equal(read(doors).author, undefined)
    assert.equal(read(doors + first).author, undefined)
  })
})

describe('when a page was published', () => {
  const day = '<h1>Lamps</h1><p>May 3, 2024</p>'

  it('is the day below the headline of what is an article by its own words', () => {
    assert.equal(read(`${day}<p>5 min read</p>`).published, '2024-05-03')
    assert.equal(read('<h1>Lamps</h1><p>Published on May 3, 2024</p>').published, '2024-05-03')
  })

  it('is not the day of what a page is about', () => {
    assert.equal(read(day).published, undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readMetadata } from '../../../src/page/metadata/metadata.ts'

const read = (html: string, baseUrl = 'https://www.lumenhouse.com/lamps') =>
  readMetadata(parseHtml(html).root, { baseUrl })

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
  [
    'a box with the headline, called after the comments in it',
    '<main class="has-comments"><h1>Lamps</h1><a rel="author" href="/a">Ann Reed</a></main>',
    'Ann Reed',
  ],
  [
    'a comment below the headline',
    '<main class="has-comments"><h1>Lamps</h1><div class="comment"><a rel="author" href="/b">Bo Lind</a></div></main>',
    undefined,
  ],
  ['a box', '<div class="author-box__name">Ann Reed</div>', 'Ann Reed'],
  ['a name of a module', '<a class="_authorName_1r0t6_51">Ann Reed</a>', 'Ann Reed'],
  ['a part of a name', '<div class="Article_author__U98U7">Ann Reed</div>', 'Ann Reed'],
  ['a line with the day', '<p class=author>Ann Reed 4 August 2010</p>', 'Ann Reed'],
  [
    'a line with more',
    '<p class=byline>Posted by Ann on Friday from the attic of all things</p>',
    'Ann',
  ],
  [
    'a signature',
    `${'<p>Light</p>'.repeat(20)}<p>This post was written by <b>Ann Reed</b>, engineer</p>`,
    'Ann Reed',
  ],
  [
    'a signature without a name',
    `${'<p>Light</p>'.repeat(20)}<p>Written by hand in the dark</p>`,
    undefined,
  ],
  [
    'labels for links in chats',
    '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Reed">',
    'Ann Reed',
  ],
  [
    'other labels',
    '<meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="Ten Minutes">',
    undefined,
  ],
  [
    'parts that nothing but their look keeps apart',
    '<p class=author><span>Posted by</span><a>Ann Reed</a><time>4 August 2010</time></p>',
    'Ann Reed',
  ],
  [
    'a line with what the person is',
    '<div class=author><b>Ann Reed</b><span>Founder at Lumen</span></div>',
    'Ann Reed',
  ],
  [
    'a line of several',
    '<p class=byline>By <a>Ann Reed</a> and <a>Bo van Lind</a></p>',
    'Ann Reed, Bo van Lind',
  ],
  [
    'the next line, where the first is a label',
    '<p class=author>About the author</p><p class=author>Ann Reed</p>',
    'Ann Reed',
  ],
  [
    'the next line, where the first is a day',
    '<p class=author>Sat, 20 Dec, 2025</p><p class=author>Ann Reed</p>',
    'Ann Reed',
  ],
  [
    'the next line, where the first is who checked it',
    '<p class=author>Medically reviewed by Bo Lind</p><p class=author>June Reed</p>',
    'June Reed',
  ],
  ['a role', '<p class="author__role">Veterinarian</p>', undefined],
  [
    'a box',
    '<div class="blog_author-text"><div>Ann Reed, PhD</div><p>Ann has made lamps for years.</p></div>',
    'Ann Reed, PhD',
  ],
  [
    'a box about somebody',
    '<div class="author-area"><p>Lamps and their makers</p></div>',
    undefined,
  ],
  [
    'a line with the day first',
    '<h1>Lamps</h1><p>Published August 7, 2023 by Ann Reed</p>',
    'Ann Reed',
  ],
  ['a line about a thing', '<h1>Lamps</h1><p>August 7, 2023 by train</p>', undefined],
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
    for (const account of ['a.reed', 'areed42', 'page.head.author', 'a@lumen.com', 'Site Admin'])
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
    const named = (name: string) => post(`<b class=username>${name}</b>`)
    assert.equal(read(named('Ann van Reed') + named('Pup')).author, 'Ann van Reed')
    assert.equal(read(named('a'.repeat(30)) + named('Pup')).author, 'a'.repeat(30))
    // One alone may be whoever is signed in; and these are no people.
    assert.equal(read(named('Log in to reply') + named('Pup')).author, undefined)
    assert.equal(read(named('a'.repeat(31)) + named('Pup')).author, undefined)
    assert.equal(read(first).author, undefined)
    const doors = '<a href="/user/login">Sign in</a><a href="/users/new">Create account</a>'
    assert.equal(read(doors).author, undefined)
    assert.equal(read(doors + first).author, undefined)
  })
})

describe('the headline of a page', () => {
  const title = '<title>What wicks are - The Book of Lamps</title>'
  const lines = '<p>By Ann Reed</p>'

  it('is what the tab begins with, where the main heading is the name of the book', () => {
    const book = '<h1>The Book of Lamps</h1><p>By Bo Lind</p>'
    assert.equal(read(`${title}${book}<h2>What wicks are</h2>${lines}`).author, 'Ann Reed')
    assert.equal(read(`${title}${book}<h2>Why wicks burn</h2>${lines}`).author, 'Bo Lind')
  })

  it('is below the heading that leads to the front page', () => {
    const site = '<h1><a href="/">Lamps: all of them</a></h1><p>By Bo Lind</p>'
    const page = `<title>Lamps: all of them: What wicks are</title>${site}<h2>What wicks are</h2>`
    assert.equal(read(page + lines).author, 'Ann Reed')
  })

  it('is the main heading, whatever the tab says, and however the site is called below it', () => {
    const page = `<title>Of wicks | The Book</title><h1>What wicks are</h1>${lines}<h2>The Book</h2><p>By Bo Lind</p>`
    assert.equal(read(page).author, 'Ann Reed')
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

  it('is the day beside the headline where the address is that of a text', () => {
    for (const path of ['blog/lamps', 'news/lamps', '2024/05/lamps', 'stories/lamps'])
      assert.equal(read(day, `https://www.lumenhouse.com/${path}`).published, '2024-05-03')
    assert.equal(read(day, 'https://blog.lumenhouse.com/lamps').published, '2024-05-03')
    assert.equal(
      read('<p>May 3, 2024</p><h1>Lamps</h1>', 'https://a.com/post/lamps').published,
      '2024-05-03',
    )
    // A line above that says more is of something else.
    const above = '<p>Our sale of bright things ends on May 3, 2024</p><h1>Lamps</h1>'
    assert.equal(read(above, 'https://a.com/post/lamps').published, undefined)
  })

  const days: [what: string, html: string, published?: string | undefined, modified?: string][] = [
    [
      'days of other pages in a list',
      `<h1>Archive</h1><ul>${[3, 4, 5].map(day => `<li><time>2024-05-0${day}</time> <a href="/a">A</a></li>`).join('')}</ul>`,
      undefined,
    ],
    [
      'days of reviews',
      '<h1>Lamps</h1><div class="review"><p class="review-date">May 3, 2024</p></div>',
      undefined,
    ],
    [
      'a day in a list of facts',
      '<h1>Lamps</h1><ul><li><time>2024-05-03</time><li><a href="/a">Ann</a><li>5 min</ul>',
      '2024-05-03',
    ],
    ['above the headline', '<p>Published May 3, 2024</p><h1>Lamps</h1>', '2024-05-03'],
    [
      'in the middle of a line',
      '<h1>Lamps</h1><p>Essay – Published: 2024.05.03 |</p>',
      '2024-05-03',
    ],
    ['as a change', '<h1>Lamps</h1><p>Updated May 3, 2024</p>', undefined, '2024-05-03'],
    ['as a change, by a class', '<p class=date>Updated: May 3, 2024</p>', undefined, '2024-05-03'],
    ['by a class of a module', '<p class="Post_date__0aODL">May 3, 2024</p>', '2024-05-03'],
    ['with the time of day', '<span class=postdate>05-23-2024, 09:03 AM</span>', '2024-05-23'],
    [
      'beside the article',
      '<article><aside><time datetime="2024-05-03"></time></aside>',
      '2024-05-03',
    ],
    [
      'in a sidebar',
      `<article><aside><time datetime="2024-05-03"></time>${'x '.repeat(200)}</aside>`,
    ],
  ]
  for (const [what, html, published, modified] of days)
    it(`is read ${what}`, () => {
      assert.equal(read(html).published, published)
      assert.equal(read(html).modified, modified)
    })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { feedToTree, readFeed } from '../../../src/page/documents/feed.ts'
import { toCleanHtml } from '../../../src/page/markdown/clean-html.ts'

const baseUrl = 'https://a.example/feed'
type Item = NonNullable<ReturnType<typeof readFeed>>['items'][number]
const items = (source: string) => readFeed(source, baseUrl)?.items ?? []
const rss = (...inner: string[]) =>
  items(`<rss><channel>${inner.map(one => `<item>${one}</item>`).join('')}</channel></rss>`)
const atom = (...inner: string[]) =>
  items(`<feed>${inner.map(one => `<entry>${one}</entry>`).join('')}</feed>`)
const has = (item: Item | undefined, some: Partial<Item>) => {
  for (const [name, value] of Object.entries(some))
    assert.deepEqual(item?.[name as keyof Item], value)
}

describe('an item of RSS', () => {
  it('leads where its link says, or its guid where that is an address', () => {
    const link = (inner: string) => rss(inner)[0]?.link
    assert.equal(link('<link>/b</link><guid>https://c.example/</guid>'), 'https://a.example/b')
    assert.equal(link('<guid>https://c.example/</guid>'), 'https://c.example/')
    assert.equal(link('<guid isPermaLink="false">https://c.example/</guid>'), undefined)
    assert.equal(link('<guid isPermaLink="true">https://c.example/</guid>'), 'https://c.example/')
    assert.equal(link('<title>x</title>'), undefined)
  })

  it('has a date, an author and a text, the first of the places for each', () => {
    const [one, two, three] = rss(
      `<pubDate>Tue, 06 May 2031 10:00:00 GMT</pubDate><dc:date>2030-01-01</dc:date>
       <dc:creator>Ann &amp;amp; Bo</dc:creator><author>c@a.example</author>
       <description>short</description><content:encoded>long</content:encoded>`,
      `<dc:date>${'soon '.repeat(20)}</dc:date><author>Cem</author><itunes:summary>sum</itunes:summary>`,
      '<date>2031-05-06</date>',
    )
    has(one, { date: '2031-05-06T10:00:00Z', author: 'Ann & Bo', content: 'long' })
    has(two, { date: 'soon '.repeat(12), author: 'Cem', content: 'sum' })
    has(three, { date: '2031-05-06', author: '', content: '' })
  })

  it('has a file of a kind', () => {
    const of = (attributes: string) => rss(`<enclosure ${attributes}/>`)[0]?.enclosure
    assert.deepEqual(of('url="/x.mp3" type="AUDIO/mpeg"'), {
      ...{ url: 'https://a.example/x.mp3', kind: 'Audio' },
    })
    assert.equal(of('url="/x" type="video/mp4"')?.kind, 'Video')
    assert.equal(of('url="/x" type="application/pdf"')?.kind, 'File')
    assert.equal(of('url="/x"')?.kind, 'File')
    assert.equal(of('type="audio/mpeg"'), undefined)
    assert.equal(rss('')[0]?.enclosure, undefined)
  })

  it('is one of a thousand at most', () => {
    assert.equal(rss(...Array(1_001).fill('<title>x</title>')).length, 1_000)
    assert.equal(atom(...Array(1_001).fill('<title>x</title>')).length, 1_000)
  })
})

describe('the text of an item', () => {
  const shown = (source: string) => {
    const feed = readFeed(source, baseUrl)
    return feed && toCleanHtml(feedToTree(feed), { baseUrl }).replace(/^.*?<div>|<.div>.*$/gs, '')
  }

  it('keeps its lines where plain text is meant, as in the descriptions of films', () => {
    const group = `<media:group><media:title>x</media:title>
      <media:description>One &amp; two\nthree\n\nfour</media:description></media:group>`
    const lines = '<p>One &amp; two<br>three</p><p>four</p>'
    assert.equal(shown(`<feed><entry><title>x</title>${group}</entry></feed>`), lines)
    const text = { title: 'x', content_text: 'One & two\nthree\n\nfour' }
    const feed = { version: 'https://jsonfeed.org/version/1.1', items: [text] }
    assert.equal(shown(JSON.stringify(feed)), lines)
  })

  it('keeps its paragraphs where it may be either', () => {
    const text = 'One\ntwo\n\nthree'
    assert.equal(
      shown(`<rss><item><title>x</title><description>${text}</description></item></rss>`),
      '<p>One two</p><p>three</p>',
    )
  })
})

describe('an entry of Atom', () => {
  it('names all its authors', () => {
    const [entry] = atom('<author><name>Ann</name></author><author><name>Cem</name></author>')
    assert.equal(entry?.author, 'Ann, Cem')
  })

  it('leads to its alternate link, on its own base', () => {
    const link = (inner: string) => atom(inner)[0]?.link
    assert.equal(link('<link href="/b"/>'), 'https://a.example/b')
    assert.equal(
      link('<link rel="self" href="/s"/><link rel="alternate" href="/b"/>'),
      'https://a.example/b',
    )
    assert.equal(link('<link rel="self" href="/s"/>'), undefined)
    const based = items(
      '<feed xml:base="https://b.example/x/"><entry xml:base="y/"><link href="z"/></entry></feed>',
    )
    assert.equal(based[0]?.link, 'https://b.example/x/y/z')
  })

  it('has a content, elements or text, or a summary', () => {
    const [one, two, three] = atom(
      '<content type="xhtml"><div>a <b>b</b></div></content><summary>s</summary>',
      '<content type="html">a &lt;b&gt;b&lt;/b&gt;</content>',
      '<summary>s</summary><published>2031-05-06</published><updated>2031-06-01</updated><author><name>Ann</name></author>',
    )
    assert.match(one?.content ?? '', /<b>b<\/b>/)
    has(two, { content: 'a <b>b</b>' })
    has(three, { content: 's', date: '2031-05-06', author: 'Ann' })
    const [file] = atom('<link rel="enclosure" href="/x.mp4" type="video/mp4"/>')
    has(file, { enclosure: { url: 'https://a.example/x.mp4', kind: 'Video' }, link: undefined })
  })

  it('has words in brackets where its text is no HTML, and entities that are there by mistake', () => {
    const title = (attributes: string, text: string) =>
      atom(`<title ${attributes}>${text}</title>`)[0]?.title
    const div = 'Centre a &lt;div&gt;\n in &lt;body&gt;'
    assert.equal(title('', div), 'Centre a <div> in <body>')
    assert.equal(title('type="text"', div), 'Centre a <div> in <body>')
    assert.equal(title('type="html"', 'A &lt;b&gt;lamp&lt;/b&gt;'), 'A lamp')
    assert.equal(title('', 'Oil &amp;amp; brass'), 'Oil & brass')
    const said = (name: string, type: string) =>
      atom(`<${name} ${type}>Use &lt;main&gt;</${name}>`)[0]?.content
    assert.equal(said('summary', 'type="text"'), 'Use &lt;main>')
    assert.equal(said('content', 'type="text"'), 'Use &lt;main>')
    assert.equal(said('summary', ''), 'Use <main>')
  })

  it('may have a prefix, and the feed a title, a language and a summary', () => {
    const feed = readFeed(
      `<atom:feed xml:lang="de"><atom:title>T</atom:title><atom:subtitle>S</atom:subtitle>
       <atom:link href="/h"/><atom:entry><atom:title>E</atom:title></atom:entry></atom:feed>`,
      baseUrl,
    )
    assert.deepEqual(
      [feed?.title, feed?.language, feed?.summary, feed?.link, feed?.items[0]?.title],
      ['T', 'de', 'S', 'https://a.example/h', 'E'],
    )
  })
})

describe('a JSON feed', () => {
  const read = (item: object, version = 'https://jsonfeed.org/version/1.1') =>
    readFeed(JSON.stringify({ version, title: ' T ', language: 'en', items: [item, 7] }), baseUrl)
  it('has items with the first of the places for each of their parts', () => {
    const [one] =
      read({
        ...{ title: 'A', url: '/b', external_url: '/c', date_modified: '2031-05-06' },
        ...{
          content_html: '<p>x',
          content_text: 'y',
          authors: [{ name: 'Ann' }, 7, { name: 'Bo' }],
        },
      })?.items ?? []
    has(one, { title: 'A', link: 'https://a.example/b', baseUrl: 'https://a.example/b' })
    has(one, { date: '2031-05-06', author: 'Ann, Bo', content: '<p>x' })
    const feed = read({ external_url: '/c', content_text: 'a < b & c', author: { name: 'Cem' } })
    const [two] = feed?.items ?? []
    has(two, { link: 'https://a.example/c', baseUrl, content: 'a &lt; b &amp; c' })
    assert.deepEqual([feed?.title, feed?.language, feed?.items.length], ['T', 'en', 1])
    has(read({ summary: 's<' })?.items[0], { content: 's&lt;' })
    const attachments = [{ url: '/x.mp3', mime_type: 'audio/mpeg' }, 7]
    has(read({ attachments })?.items[0], {
      enclosure: { url: 'https://a.example/x.mp3', kind: 'Audio' },
    })
    has(read({ attachments: 'x' })?.items[0], { enclosure: undefined })
    has(read({ date_published: '2031-05-06', date_modified: '2031-06-01' })?.items[0], {
      date: '2031-05-06',
    })
  })

  it('says that it is one', () => {
    assert.equal(read({}, 'https://other.example/'), undefined)
    assert.equal(readFeed('{"version": "https://jsonfeed.org/', baseUrl), undefined)
    assert.equal(readFeed('[]', baseUrl), undefined)
  })
})

describe('an item as a part of a page', () => {
  const html = (inner: string) => {
    const feed = readFeed(`<rss><channel><item>${inner}</item></channel></rss>`, baseUrl)
    assert.ok(feed)
    const text = toCleanHtml(feedToTree(feed), { baseUrl })
    return /<li>([\s\S]*)<\/li>/.exec(text)?.[1]?.replace(/\s*\n\s*/g, '') ?? ''
  }
  const date = '<pubDate>2031-05-06</pubDate>'
  it('has its title or what else names it, its date and author, and its file', () => {
    const link = '<link>/b</link>'
    const to = (text: string) => `<a href="https://a.example/b">${text}</a>`
    assert.equal(
      html(`<title>T</title>${link}${date}<author>Ann</author>`),
      `${to('T')} (2031-05-06, Ann)`,
    )
    assert.equal(html(`<title>T</title><author>Ann</author>`), '<strong>T</strong> (Ann)')
    assert.equal(html(`${link}${date}`), `${to('https://a.example/b')} (2031-05-06)`)
    assert.equal(html(date), '<strong>2031-05-06</strong>')
    assert.equal(
      html('<title>T</title><enclosure url="/x" type="audio/x"/>'),
      '<strong>T</strong> <a href="https://a.example/x">Audio</a>',
    )
  })

  it('has its content where that says more than the title, with its addresses whole', () => {
    const content = (text: string) =>
      html(`<title>T</title><link>/b/</link><description>${text}</description>`)
    const head = '<a href="https://a.example/b/">T</a>'
    assert.equal(content('T'), head)
    assert.equal(content('&lt;p&gt;T&lt;/p&gt;'), head)
    assert.equal(content('&lt;p&gt;&lt;/p&gt;'), head)
    assert.match(content('U'), /<p><a [^>]*>T<\/a><\/p><div><p>U<\/p><\/div>/)
    assert.match(
      content('&lt;a href="c"&gt;U&lt;/a&gt;'),
      /<a href="https:\/\/a\.example\/b\/c">U<\/a>/,
    )
    assert.match(content('&lt;img src="d.png"&gt;'), /<img src="https:\/\/a\.example\/b\/d\.png"/)
  })
})

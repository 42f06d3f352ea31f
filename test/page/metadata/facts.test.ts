import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readFacts } from '../../../src/page/metadata/facts/facts.ts'
import type { FactItem } from '../../../src/page/metadata/facts/item.ts'

const read = (html: string) => readFacts(parseHtml(html), { url: 'https://a.example/p' })
const ld = (json: string) => read(`<script type="application/ld+json">${json}</script>`).items
const value = (item: FactItem | undefined, name: string) => item?.properties.get(name)?.[0]

describe('facts of a page', () => {
  it('JSON-LD: arrays, graphs and references by @id, also forward', () => {
    const items = ld(
      '{"@context":"https://schema.org","@graph":[{"@type":"Recipe","name":"Soup","author":{"@id":"#me"}},{"@type":"Person","@id":"#me","name":"Ann"}]}',
    )
    const author = value(items[0], 'author')
    assert.ok(author && typeof author !== 'string')
    assert.equal(value(author, 'name'), 'Ann')
    assert.deepEqual(
      ld('[{"@type":"http://schema.org/Product","name":"A"},{"@type":["Offer"],"price":5}]').map(
        item => item.types,
      ),
      [['Product'], ['Offer']],
    )
    assert.equal(value(ld('{"@type":"Offer","price":5}')[0], 'price'), '5')
  })

  it('JSON-LD: a broken block is repaired or left out alone', () => {
    assert.equal(value(ld('{"@type":"Recipe","name":"Two\nlines",}')[0], 'name'), 'Two lines')
    assert.equal(value(ld('<!-- {"@type":"Recipe","name":"C"} -->')[0], 'name'), 'C')
    const { items } = read(
      '<script type="application/ld+json">{nope</script><script type="application/ld+json">{"@type":"Recipe","name":"B"}</script>',
    )
    assert.equal(items.length, 1)
  })

  it('JSON-LD: HTML and entities inside strings become text, lines stay lines', () => {
    assert.equal(
      value(ld('{"@type":"Recipe","text":"<p>Mix &amp;amp; bake</p><p>Eat</p>"}')[0], 'text'),
      'Mix & bake\nEat',
    )
  })

  it('JSON-LD: a reference with a name is still a reference, and the fullest description counts', () => {
    const [article] = ld(
      '[{"@type":"Article","author":{"@id":"#me","name":"Ann"},"editor":{"@type":"Person","@id":"#me","name":"A.","url":"u"},"host":{"@id":"#me","member":{"name":"Bo"}}},{"@type":"schema:Person","@id":"#me","name":"Ann","email":"a@b.c"}]',
    )
    const author = value(article, 'author') as FactItem
    assert.deepEqual([author.types, value(author, 'email')], [['Person'], 'a@b.c'])
    assert.equal(value(value(article, 'editor') as FactItem, 'name'), 'A.')
    assert.ok(value(value(article, 'host') as FactItem, 'member'))
  })

  it('JSON-LD: lists in lists end', () => {
    const deep = `{"@type":"A","name":"x","a":${'{"@list":['.repeat(20_000)}1${']}'.repeat(20_000)}}`
    assert.equal(value(ld(deep)[0], 'name'), 'x')
  })

  it('microdata: what stands outside of every item belongs to none', () => {
    const { items } = read(
      '<p itemprop="name">Loose</p><div itemscope itemtype="schema:Event"><span itemprop="startDate" datetime="2020-01-02">Jan</span><p itemprop="about">Use <code>x</code>, then</p></div>',
    )
    assert.equal(items.length, 1)
    assert.deepEqual(items[0]?.types, ['Event'])
    assert.equal(value(items[0], 'startDate'), '2020-01-02')
    assert.equal(value(items[0], 'about'), 'Use x, then')
  })

  it('microdata: nested items, addresses, times and content', () => {
    const { items } = read(
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lamp</h1><img itemprop="image" src="/l.png"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9.5"></div><time itemprop="releaseDate" datetime="2020-01-02">Jan</time></div>',
    )
    assert.equal(value(items[0], 'name'), 'Lamp')
    assert.equal(value(items[0], 'image'), 'https://a.example/l.png')
    assert.equal(value(items[0], 'releaseDate'), '2020-01-02')
    assert.equal(value(value(items[0], 'offers') as FactItem, 'price'), '9.5')
  })

  it('RDFa: types and properties', () => {
    const { items } = read(
      '<div vocab="https://schema.org/" typeof="Book"><span property="name">B</span></div>',
    )
    assert.deepEqual(items[0]?.types, ['Book'])
    assert.equal(value(items[0], 'name'), 'B')
  })

  it('meta tags, canonical address, title and language', () => {
    const { meta } = read(
      '<html lang="de"><title>T</title><meta property="og:site_name" content="Shop"><link rel="canonical" href="/c">',
    )
    assert.equal(value(meta, 'og:site_name'), 'Shop')
    assert.equal(value(meta, 'link:canonical'), 'https://a.example/c')
    assert.equal(value(meta, 'title'), 'T')
    assert.equal(value(meta, 'inLanguage'), 'de')
  })
})
